package logs

import "time"

// The epoch numbers that are times, in milliseconds: 1980 to 2200. What lies
// outside is a duration, a step, a counter.
const (
	firstTime = 315_532_800_000
	lastTime  = 7_258_118_400_000
)

// instant is the time that text tells, in milliseconds since 1970; 0 where it
// tells none. It is RFC 3339 with or without a zone (UTC then), or a number since
// the epoch whose unit its size gives away: seconds have ten digits in this
// century, milliseconds thirteen, microseconds sixteen, nanoseconds nineteen.
func instant(text []byte) int64 {
	if len(text) < 8 || len(text) > 40 {
		return 0
	}
	if text[4] == '-' || text[4] == '/' {
		return date(text)
	}
	return epoch(text)
}

// epoch reads digits with a fraction, which counts for seconds and milliseconds.
func epoch(text []byte) int64 {
	whole := digits(text, 0)
	if whole == 0 || whole > 19 {
		return 0
	}
	var n int64
	for _, c := range text[:whole] {
		n = n*10 + int64(c-'0')
	}
	fraction := int64(0) // thousandths
	if rest := text[whole:]; len(rest) > 0 {
		if rest[0] != '.' || digits(rest, 1) != len(rest) {
			return exponent(text)
		}
		for i := 1; i <= 3; i++ {
			fraction *= 10
			if i < len(rest) {
				fraction += int64(rest[i] - '0')
			}
		}
	}
	switch {
	case n < 0:
		return 0
	case n < 1e11:
		n = n*1000 + fraction
	case n < 1e14:
	case n < 1e17:
		n /= 1e3
	default:
		n /= 1e6
	}
	return plausible(n)
}

// exponent reads 1.764547200123E9, as Ruby's and Java's writers spell seconds.
func exponent(text []byte) int64 {
	var n, point, seen int64
	for i, c := range text {
		switch {
		case '0' <= c && c <= '9':
			if seen++; seen > 18 {
				return 0
			}
			n = n*10 + int64(c-'0')
			if point > 0 {
				point++
			}
		case c == '.' && point == 0:
			point = 1
		case c == 'e' || c == 'E':
			rest := text[i+1:]
			if len(rest) > 0 && rest[0] == '+' {
				rest = rest[1:]
			}
			if len(rest) == 0 || len(rest) > 2 || digits(rest, 0) != len(rest) {
				return 0
			}
			power := int64(0)
			for _, d := range rest {
				power = power*10 + int64(d-'0')
			}
			if power < 11 { // of seconds, where milliseconds have 12
				power += 3
			}
			if point > 0 {
				power -= point - 1
			}
			for ; power > 0 && n < lastTime; power-- {
				n *= 10
			}
			for ; power < 0; power++ {
				n /= 10
			}
			return plausible(n)
		default:
			return 0
		}
	}
	return 0
}

func plausible(ms int64) int64 {
	if ms < firstTime || ms > lastTime {
		return 0
	}
	return ms
}

// date reads RFC 3339, with a space or T, a comma or a point, with or without a
// zone, by hand: time.Parse costs more than the rest of a short record.
func date(s []byte) int64 {
	if len(s) < 10 || s[7] != s[4] {
		return 0
	}
	year, month, day := number(s[:4]), number(s[5:7]), number(s[8:10])
	if year < 0 || month < 1 || month > 12 || day < 1 || day > 31 {
		return 0
	}
	hour, minute, second, milli, zone := 0, 0, 0, 0, 0
	if rest := s[10:]; len(rest) > 0 {
		if len(rest) < 6 || rest[0] != 'T' && rest[0] != 't' && rest[0] != ' ' || rest[3] != ':' {
			return 0
		}
		hour, minute = number(rest[1:3]), number(rest[4:6])
		rest = rest[6:]
		if len(rest) >= 3 && rest[0] == ':' {
			second = number(rest[1:3])
			rest = rest[3:]
		}
		if len(rest) > 1 && (rest[0] == '.' || rest[0] == ',') {
			end := digits(rest, 1)
			for i := 1; i <= 3; i++ {
				milli *= 10
				if i < end {
					milli += int(rest[i] - '0')
				}
			}
			rest = rest[end:]
		}
		var right bool
		if zone, right = offset(rest); !right {
			return 0
		}
	}
	if hour < 0 || minute < 0 || second < 0 || hour > 24 || minute > 59 || second > 60 {
		return 0
	}
	return plausible(time.Date(year, time.Month(month), day, hour, minute-zone, second, 0, time.UTC).UnixMilli() + int64(milli))
}

// offset is a zone in minutes.
func offset(s []byte) (minutes int, right bool) {
	if len(s) > 0 && s[0] == ' ' {
		s = s[1:]
	}
	switch text := string(s); text {
	case "", "Z", "z", "UTC", "GMT":
		return 0, true
	}
	sign := 1
	switch s[0] {
	case '+':
	case '-':
		sign = -1
	default:
		return 0, false
	}
	s = s[1:]
	minute := 0
	switch {
	case len(s) == 2:
	case len(s) == 4:
		minute = number(s[2:])
	case len(s) == 5 && s[2] == ':':
		minute = number(s[3:])
	default:
		return 0, false
	}
	hour := number(s[:2])
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 {
		return 0, false
	}
	return sign * (hour*60 + minute), true
}

// number is a whole number of a few digits; -1 where s is none.
func number(s []byte) int {
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' {
			return -1
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// digits is where the digits end that begin at i.
func digits(text []byte, i int) int {
	for i < len(text) && '0' <= text[i] && text[i] <= '9' {
		i++
	}
	return i
}
