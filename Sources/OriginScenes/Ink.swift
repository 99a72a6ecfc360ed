/// A colour with its opacity, as scenes are drawn with it.
struct Ink {
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double

    /// Makes a colour from `0xRRGGBB`.
    init(_ rgb: UInt32, _ alpha: Double = 1) {
        red = Double(rgb >> 16 & 0xff) / 255
        green = Double(rgb >> 8 & 0xff) / 255
        blue = Double(rgb & 0xff) / 255
        self.alpha = alpha
    }

    static let white = Ink(0xffffff)
    static let black = Ink(0x000000)

    /// The same colour, less opaque.
    func faded(_ alpha: Double) -> Ink {
        var ink = self
        ink.alpha *= alpha
        return ink
    }
}
