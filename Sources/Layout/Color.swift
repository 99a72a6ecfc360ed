/// An sRGB colour with straight alpha; each part 0 … 1.
package struct Color: Hashable, Sendable {
    package var red: Double
    package var green: Double
    package var blue: Double
    package var alpha: Double

    /// Makes a colour.
    /// - Parameter rgb: 0xRRGGBB.
    package init(_ rgb: UInt32, alpha: Double = 1) {
        red = Double(rgb >> 16 & 0xff) / 255
        green = Double(rgb >> 8 & 0xff) / 255
        blue = Double(rgb & 0xff) / 255
        self.alpha = alpha
    }

    package static let white = Color(0xffffff)
    package static let black = Color(0x000000)

    /// This colour laid over an opaque one.
    package func over(_ below: Color) -> Color {
        var result = below
        result.red = red * alpha + below.red * (1 - alpha)
        result.green = green * alpha + below.green * (1 - alpha)
        result.blue = blue * alpha + below.blue * (1 - alpha)
        return result
    }
}
