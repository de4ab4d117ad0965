package units

// quantities are the words that reveal a dimension when they head a name or a
// description: clear ones by themselves, weak ones only with the description's help.
var quantities = []struct {
	dim         Dimension
	clear, weak string
}{
	{Duration, `timeout ttl duration delay latency interval period cooldown backoff debounce throttle lifetime lifespan uptime downtime
		elapsed runtime retention expiry expiration keepalive lag jitter timespan timeframe leadtime lookback lookahead staleness freshness
		rtt ttfb age time cooldowntime playtime validity dwell timer deadline wait sleep pause maturity linger`,
		`window grace tenure hold warmup tick poll ping stay notice horizon fade crossfade`},
	{Instant, `until timestamp datetime timestamps mtime ctime atime iat exp nbf date`,
		`since before after begin epoch when ts from to start end`},
	{Money, `amount price cost fee balance salary creditlimit conversionvalue ordervalue cartvalue
		dealvalue marketvalue assetvalue bookvalue homevalue propertyvalue contractvalue transactionvalue basketvalue investmentvalue cashvalue
		facevalue netvalue netpay grosspay grossprofit networth wage income revenue spend tax discount subtotal surcharge deposit commission payout
		earnings fare tuition expense turnover mortgage cash msrp payment refund rent premium gratuity postage investment debt markup
		equity gdp marketcap invoice donation royalty purchase expenditure profit principal loan tip bid stake wager bet capital savings cpc cpm cpa mrr arr gmv ebitda aov
		overdraft`,
		`budget total credit debit charge net gross value commitment payable receivable collateral notional pnl`},
	{CurrencyRate, `exchangerate fxrate currencyrate forexrate`, ``},
	{Mass, `weight mass tonnage dose dosage`, `load payload`},
	{Length, `distance width height radius altitude elevation thickness diameter perimeter circumference wavelength
		mileage odometer visibility rainfall snowfall precipitation wingspan inseam hypotenuse showers rain snow`,
		`depth breadth clearance displacement spacing padding margin gap length range side hips waist chest bust`},
	{Temperature, `temperature dewpoint windchill setpoint temp`, ``},
	{Ratio, `opacity transparency brightness probability likelihood confidence saturation contrast similarity humidity
		utilization utilisation slippage sensitivity interest occupancy apr apy rate samplerate samplingrate roi ctr loudness volume progress cloudcover intensity strength stability
		sharpness blur quality battery fullness efficiency tolerance relevancescore similarityscore confidencescore
		exposure vibrance lightness reverb roas churn slope`,
		`threshold completion accuracy coverage margin yield level growth share
		style influence gain danceability certainty`},
	{DataSize, `memory disk storage ram filesize`, `size heap swap quota footprint cache buffer`},
	{DataRate, `bandwidth bitrate datarate throughput`, ``},
	{Speed, `speed velocity windspeed`, `pace gust`},
	{Angle, `angle rotation heading bearing azimuth tilt yaw`, `pitch roll orientation direction hue inclination phase`},
	{Area, `area acreage`, ``},
	{Energy, `energy`, `consumption`},
	{Power, `power wattage`, ``},
	{Pressure, `pressure`, ``},
	{Frequency, `frequency freq tempo heartrate refreshrate framerate ratelimit`, ``},
	{Other, `voltage resistance density viscosity torque force concentration capacitance inductance irradiance luminance illuminance
		acceleration conductivity resistivity amperage permeability impedance friction stiffness amplitude flowrate hashrate`, `current charge gravity field flux`},
}
