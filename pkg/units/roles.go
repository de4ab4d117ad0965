package units

// roles are the words that decide how the words around them are read.
var roles = []struct {
	role  role
	words string
}{
	{qualifier, `indication indicator measure offset max min maximum minimum limit threshold total sum avg average mean median default current target initial final new old
		start end begin from to lower upper low high first last gte lte gt lt eq ge le ne cap ceiling floor base baseline actual estimated
		estimate expected est required allowed input filter param parameter setting option config override local abs
		absolute net agg cumulative hard soft warning critical warn crit bound range fixed field desired
		raw overall daily weekly monthly yearly hourly annual annually quarterly relative lowest highest smallest largest left right top bottom front rear inner outer`},
	{generic, `offset value val gte lte gt lt gteq lteq eq ge le min max minimum maximum from to start end lower upper low high limit threshold
		level input default initial final target current begin stop since until before after v t d w s
		left right first second base scalar constant arg setting point query avg average mean median std stddev delta`},
	{tally, `unit number numbers count counts counter cnt id ids index indexes indices idx page pages pos position positions rank ranking ordinal priority
		version revision generation port code status state flag type kind class mode seed token tokens score scores rating stars points
		retry retries attempt attempts replica replicas instance instances node nodes core cores thread threads worker workers item items
		result results record records row rows column columns col line lines char chars character characters word words letter letters
		weekday dow step steps iteration iterations epochs batch batches shard shards partition partitions block blocks slot slots
		sequence seq nonce zoom layer layers dimension dimensions user users people guest guests adult adults child children member
		members participant participants message messages request requests event events entry entries vote votes like likes view views
		click clicks impression impressions download downloads install installs visit visits session sessions follower followers quantity
		qty stock inventory copies k n p x y z lat lng lon long latitude longitude share shares contract contracts lot lots sample samples
		frame frames hop hops checksum hash crc pid uid gid tid asn zip postal phone part parts piece pieces seat seats room rooms bedroom
		bedrooms bathroom bathrooms parallelism concurrency cursor ordinality cardinality pref preference generation_match degree
		conversions connections connection pick level_id tier grade tests test errors error failures failure success successes
		task tasks job jobs match matches player players team teams day_of_month hypothesis prefix mtu mss pvalue hits hit num
		channel channels stalls jersey serial isbn sku bits_per_sample numerator denominator exponent entries capacity_units
		vcores cpus gpus cpu gpu bundle bundles order orders product products`},
	{identity, `id ids identifier index priority version port code position rank ordinal page pagination cursor sequence seed flag row column line`},
	{factor, `multiplier multiple multiplicative factor coefficient scale scaling exponent ratio multiplies magnification penalty
		normalized normalised`},
	{grouped, `page batch group pool queue list step team class party chunk cluster set array population grid embedding vocab kernel hidden
		board family fleet stack shard thread ring lot position order crowd sample table block bucket result results token word context
		matrix vector beam`},
	{stored, `directory folder file disk storage memory buffer cache heap upload download body payload message packet object blob content attachment
		partition root ebs swap archive backup data log database db image asset document artifact snapshot ram filesystem bytes volume
		tmpfs shm`},
	{raster, `resize image images img picture photo photos video videos screen screens screenshot viewport canvas chart graph plot browser thumbnail window
		figma css pixel pixels px icon avatar logo banner svg png jpg jpeg webp gif render rendered rendering stroke strokes corner display monitor
		frame frames poster resolution crop sprite texture node layer shape rectangle ellipse slide diagram dashboard widget iframe map tile
		camera bitmap font fonts border shadow bounding bbox ui layout overlay media dom qr cover covers still wireframe artboard`},
	{physical, `variant variants product products package packages parcel parcels box boxes room rooms vehicle vehicles truck shipment shipping inventory person body building carton
		container pallet wall door cargo luggage furniture inventory triangle rectangle square circle cylinder cone cube pendulum rope beam rod cable
		bridge road trail well hole tunnel trench ocean sea lake canal mountain piston spring plank fabric ladder fence ship boat car wing
		sphere prism wire water river pipe`},
	{person, `person people user patient child children adult provider candidate driver player passenger guest traveler traveller student
		employee customer member owner applicant pet dog cat animal horse individual kid worker human senior audience spouse
		professional therapist retirement human participant participants contestant subject men women man woman`},
	{sampler, `sampling sampler randomness random creativity creative deterministic determinism llm prompt completion completions model
		chat nucleus generation generate generated openai gpt claude gemini softmax diversity assistant inference top_p topp voice speech tts`},
	{playback, `playback voice speech speaking animation tts audio video play player narration talk pitch simulation gif`},
	{relative, `proportionally proportional contribution edge edges ranking rank routing route traffic vertex graph relative search relevance boost importance backend endpoint
		score scoring priority vote font stroke computational compute complexity query point points gas path link node nodes
		attention load-balancing metric mx srv feature features label attribute objective class loss neural portfolio voting criterion criteria server upstream vacuum planner tuple issue story ticket task grade assignment question answer io blkio
		exam quiz rule rules strategy loss collaborative semantic keyword lexical dense sparse ranker token boost hop region network tree child instance`},
	{vessel, `gas tank tanks vessel container liquid fluid water fuel bottle glass cylinder sphere pool reservoir barrel cube room engine pump syringe blood solution
		parcel package box cargo truck trunk cone prism pyramid cuboid ellipsoid soil concrete beverage drink oil milk wine beer`},
	{repeated, `consecutive successive concurrent simultaneous parallel distinct`},
	{retrieving, `return returns list lists show shows fetch fetches get gets retrieve retrieves display displays include includes`},
	{number, `number no num count quantity many`},
	{linking, `of for to in until after before since from with without by on at per that which when if where is are was were be will can must
		should may has have had and or used using than as between into during until while within allowed specifying returned applied via
		equal greater less above below across among over under since such not does do only also this it`},
	{filler, `the a an of whole full integer decimal total number no amount fractional floating point terms exact approximate us american unix
		epoch utc milli count standard metric square cubic local its lowest`},
	{epochal, `unix posix epoch unixtime unixtimestamp`},
	{minor, `smallest minor lowest subunit sub-unit fractional`},
	{averaged, `avg average mean median per weighted`},
	{called, `latency timeout wait delay sleep timeouts deadline backoff cooldown pause`},
	{queried, `query request timeout connect http rpc read write`},
	{moneyed, `currency price prices paid pay money monetary invoice invoices payment payments bank account transaction transactions order
		payroll salary tax budget cost costs fee customer charge billing dollar amount amounts balance financial campaign ad ads marketing trip travel hotel wedding
		subscription plan account's refund payout loan mortgage sale sales purchase purchases fund funds wallet`},
	{textual, `values strings pin passcode text string list array password name title title summary message description word sentence paragraph prefix code id content
		substring response output characters char characters line key hash token tokens snippet sequence vector queue excerpt prompt caption
		bio body names note tweet query path chain identifier identifiers`},
	{timed, `video clip audio segment track song session call recording movie shift trip stay episode chunk fragment gop break lesson program
		loan contract slice mortgage lease trial subscription internship pregnancy warranty`},
	{participle, `due paid refunded captured authorized remaining available used applied requested spent outstanding charged owed received
		earned withheld requested converted read write other up down in out inbound outbound incoming outgoing`},
	{traded, `trading trade trades traded ticket search scan call log logs message traffic candle candlestick ohlc stock market mail email`},
	{spatial, `vector vectors neighbor neighbors neighbour embedding embeddings cosine centroid centroids cluster clusters levenshtein hamming edit
		euclidean knn`},
	{fuzzy, `retrieval similarity confidence detection sensitivity relevance vad fuzzy moderation anomaly anomalies matching recognition
		grounding semantic safety activation silence`},
	{statistic, `prediction confidence credible metric histogram bin quantile forecast bucket allele word term value values`},
	{chained, `block blockchain chain ledger tip expiration expiry blocks htlc utxo maturity`},
	{measured, `measured expressed specified unit units denominated quoted given counted stated`},
	{local, `equivalent local locally respective account's smallest relative zero-decimal`},
	{partOfDay, `second minute hour day month year week quarter`},
	{dated, `created updated modified deleted started start ended end expires expire expired expiry expiration published scheduled completed finished begin
		last first accessed issued due birth arrival departure timestamp since until before after event refreshed archived closed opened
		joined posted sent received paid canceled cancelled effective release renewal observed recorded registered resolved seen
		transitioned occurred activated redeem valid merged pushed committed checked synced utc from to upload modification creation`},
}

// conventions is the closed list of quantities whose unit everybody knows. A
// name that holds all words of an entry is one, whatever its description repeats.
var conventions = []struct{ words, why string }{
	{"latitude", "latitude"}, {"longitude", "longitude"}, {"lat", "latitude"}, {"lng", "longitude"}, {"lon", "longitude"},
	{"frame rate", "frame rate"}, {"framerate", "frame rate"}, {"fps", "frame rate"},
	{"aspect ratio", "aspect ratio"}, {"contrast ratio", "contrast ratio"},
	{"zoom", "zoom level"}, {"font weight", "font weight"}, {"stroke weight", "pixels"}, {"corner radius", "pixels"},
	{"border radius", "pixels"}, {"border width", "pixels"}, {"stroke width", "pixels"}, {"line width", "pixels"},
	{"playback speed", "multiplier"}, {"playback rate", "multiplier"}, {"speech rate", "multiplier"}, {"speaking rate", "multiplier"},
	{"frequency penalty", "sampler setting"}, {"presence penalty", "sampler setting"}, {"repetition penalty", "sampler setting"},
	{"top p", "sampler setting"}, {"top k", "sampler setting"}, {"min p", "sampler setting"}, {"guidance scale", "sampler setting"},
	{"p value", "p-value"}, {"prefix length", "prefix length"}, {"cfg scale", "sampler setting"}, {"learning rate", "coefficient"}, {"learn rate", "coefficient"}, {"weight decay", "coefficient"},
	{"dropout", "coefficient"}, {"num", "count"},
}
