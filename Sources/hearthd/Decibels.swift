import Glibc

enum Decibels {
    /// The level of a sample relative to full scale, in decibels; −120 is silence.
    static func of(_ peak: Float) -> Double {
        peak > 1e-6 ? max(-120, 20 * log10(Double(peak))) : -120
    }
}
