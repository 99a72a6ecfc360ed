import Glibc

enum Decibels {
    /// Of a sample's size relative to full scale; −120 is silence.
    static func of(_ peak: Float) -> Double {
        peak > 1e-6 ? max(-120, 20 * log10(Double(peak))) : -120
    }
}
