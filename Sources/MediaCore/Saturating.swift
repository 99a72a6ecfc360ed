extension Duration {
    /// The whole nanoseconds, saturating at ±292 years.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        return product.addingSaturating(attoseconds / 1_000_000_000)
    }

    /// The duration in seconds as a `Double`.
    package var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

extension FixedWidthInteger {
    package func addingSaturating(_ other: Self) -> Self {
        let (sum, overflow) = addingReportingOverflow(other)
        if !overflow { return sum }
        return other < 0 ? .min : .max
    }

    package func subtractingSaturating(_ other: Self) -> Self {
        let (difference, overflow) = subtractingReportingOverflow(other)
        if !overflow { return difference }
        return other < 0 ? .max : .min
    }

    package func multipliedSaturating(by other: Self) -> Self {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        if !overflow { return product }
        return (self < 0) == (other < 0) ? .max : .min
    }
}

extension Int64 {
    /// `self × multiplier ÷ divisor`, rounded to nearest, saturating; zero for a zero divisor.
    package func scaled(by multiplier: Int64, over divisor: Int64) -> Int64 {
        guard divisor != 0 else { return 0 }
        let wide = multipliedFullWidth(by: multiplier)
        let product = Int128(wide.high) << 64 | Int128(wide.low)
        let half = Int128(divisor) / 2
        let rounded = (product < 0) == (divisor < 0) ? product + half : product - half
        let quotient = rounded / Int128(divisor)
        return Int64(clamping: quotient)
    }

    /// The nearest integer; not-a-number gives zero; a value out of range saturates.
    package init(saturating value: Double) {
        if value.isNaN {
            self = 0
        } else if value >= 9.2233720368547758e18 {
            self = .max
        } else if value <= -9.2233720368547758e18 {
            self = .min
        } else {
            self = Int64(value.rounded())
        }
    }
}
