package units

// Words splits a name into lower-case words: networkBandwidthGbps is network
// bandwidth gbps, wind_speed_40m is wind speed 40 m.
func Words(name string) []string { return nil }
