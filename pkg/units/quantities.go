package units

// quantities are the words that reveal a dimension when they head a name or a
// description: clear ones by themselves, weak ones only with the description's help.
var quantities = []struct {
	dim         Dimension
	clear, weak string
}{
	{Duration, `timeout ttl duration delay latency interval period cooldown backoff debounce throttle lifetime lifespan uptime downtime
		elapsed runtime retention expiry expiration keepalive lag jitter timespan timeframe leadtime lookback lookahead staleness freshness
		rtt ttfb age time loanterm contractterm tenor duracion duración dauer durée délai delai espera plazo cooldowntime playtime validity dwell timer deadline wait sleep pause maturity linger
		turnaround layover stopover airtime watchtime preptime cooktime expiresin validfor maxage halflife shelflife batterylife lifeexpectancy seekposition snooze naptime grace tenure warmup crossfade timespent rpo rto mttr mtbf`,
		`window term hold tick poll ping stay notice horizon fade rest eta sla overtime life`},
	{Instant, `until timestamp datetime timestamps sunrise sunset moonrise moonset mtime ctime atime iat exp nbf date`,
		`since before after begin epoch when ts from to start end`},
	{Money, `amount price cost fee balance salary declaredvalue insuredvalue customsvalue montant betrag importe precio prix preis preço preco creditlimit conversionvalue conversionsvalue ordervalue cartvalue
		dealvalue marketvalue assetvalue bookvalue homevalue propertyvalue contractvalue transactionvalue basketvalue investmentvalue cashvalue
		facevalue netvalue netpay grosspay grossprofit networth wage income revenue spend tax discount subtotal surcharge deposit commission payout
		earnings fare tuition expense turnover mortgage cash msrp payment refund rent premium gratuity postage investment debt markup
		equity gdp marketcap invoice donation royalty purchase expenditure profit principal loan tip bid stake wager bet capital savings cpc cpm cpa mrr arr gmv ebitda aov
		overdraft bonus stipend pension dividend bounty toll allowancepay payroll paycheck cashback rebate prize jackpot deductible copay escrow downpayment freight vat gst
		levy valuation arpu ltv clv cac cogs opex capex eps nav aum stoploss takeprofit cashflow netincome deduction reimbursement withdrawal disbursement repayment payoff payable receivable collateral notional pnl tariff liability`,
		`pay budget total credit debit charge net gross value commitment contribution allowance penalty reward duty asset ask spread liquidity`},
	{CurrencyRate, `exchangerate fxrate currencyrate forexrate`, ``},
	{Mass, `protein carbohydrates carbs sodium fat sugar fiber fibre caffeine weight mass tonnage dose dosage emissions peso poids gewicht`, `load payload`},
	{Length, `wheelbase stride girth waveheight snowdepth waterlevel focallength legroom detour breadth clearance swell distance width height radius altitude elevation elevationgain elevationloss heightgain ascent descent distancia entfernung largeur hauteur anchura altura thickness diameter perimeter circumference wavelength
		mileage odometer visibility rainfall snowfall precipitation wingspan inseam hypotenuse showers rain snow`,
		`depth displacement spacing padding margin gap length range side hips waist chest bust tide span proximity`},
	{Temperature, `meltingpoint boilingpoint flashpoint freezingpoint feelslike heatindex temperature dewpoint windchill temperatura temperatur température setpoint temp`, ``},
	{Ratio, `opacity transparency brightness probability likelihood confidence saturation contrast similarity humidity
		utilization utilisation slippage sensitivity interest occupancy apr apy rate samplerate samplingrate roi ctr loudness volume progress cloudcover intensity strength stability
		sharpness blur quality battery fullness efficiency tolerance relevancescore similarityscore confidencescore
		exposure vibrance lightness reverb roas churn slope moisture soilmoisture profitmargin grossmargin netmargin translucency drawdown dutycycle
		soc stateofcharge chargelevel batterylevel fuellevel expectedreturn annualreturn totalreturn bodyfat incline gradient steepness packetloss fillrate cpuusage cpuload`,
		`threshold completion accuracy coverage margin yield level growth share
		style influence gain danceability certainty availability ownership deviation load usage haircut withholding`},
	{DataSize, `heap diskspace freespace storagespace diskusage memory disk storage ram filesize`, `size swap quota footprint cache buffer`},
	{DataRate, `bandwidth bitrate datarate throughput`, ``},
	{Speed, `speed velocity windspeed windgust gust pace velocidad vitesse geschwindigkeit`, ``},
	{Angle, `angle rotate rotation heading bearing azimuth tilt yaw fov fieldofview declination inclination hue`, `skew steering pitch roll orientation direction phase`},
	{Area, `area acreage`, ``},
	{Energy, `energy powerconsumption fuelconsumption`, `consumption electricity`},
	{Power, `power wattage`, ``},
	{Pressure, `pressure systolic diastolic`, ``},
	{Frequency, `heartbeat pulserate clockspeed frequency freq tempo cadence heartrate refreshrate framerate ratelimit`, ``},
	{Other, `noiselevel soundlevel turbidity salinity radiation thrust momentum magneticfield electricfield specificheat glucose cholesterol hemoglobin voltage resistance density viscosity torque force concentration capacitance inductance irradiance luminance illuminance
		acceleration conductivity resistivity amperage permeability impedance friction stiffness amplitude flowrate hashrate`, `current charge gravity field flux flow`},
}
