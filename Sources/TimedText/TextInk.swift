/// The colours of text as its source sends them; nil: it sends none, and whoever draws it chooses.
package struct TextInk: Sendable, Hashable {
    package var color: TextColor?
    /// The colour of the box behind it.
    package var background: TextColor?

    package init(color: TextColor? = nil, background: TextColor? = nil) {
        self.color = color
        self.background = background
    }
}

/// A colour with its opacity, each part 0…255.
package struct TextColor: Sendable, Hashable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    package static let white = TextColor(255, 255, 255)
    package static let black = TextColor(0, 0, 0)

    /// The colours that captions and WebVTT have by name (WebVTT §5): they are the same eight.
    package static let named: [Substring: TextColor] = [
        "white": white, "lime": TextColor(0, 255, 0), "cyan": TextColor(0, 255, 255), "red": TextColor(255, 0, 0),
        "yellow": TextColor(255, 255, 0), "magenta": TextColor(255, 0, 255), "blue": TextColor(0, 0, 255),
        "black": black,
    ]

    /// Reads a colour of TTML (TTML2 §10.3.8): `#rrggbb`, `#rrggbbaa`, `rgb(…)`, `rgba(…)` or a name; nil: it is none.
    package init?(ttml text: String) {
        if text == "transparent" {
            self.init(0, 0, 0, alpha: 0)
        } else if text.hasPrefix("#") {
            let digits = Array(text.dropFirst().utf8)
            guard digits.count == 6 || digits.count == 8,
                let value = UInt32(text.dropFirst(), radix: 16)
            else { return nil }
            let all = digits.count == 8 ? value : value << 8 | 255
            self.init(
                UInt8(truncatingIfNeeded: all >> 24), UInt8(truncatingIfNeeded: all >> 16),
                UInt8(truncatingIfNeeded: all >> 8), alpha: UInt8(truncatingIfNeeded: all))
        } else if text.hasPrefix("rgb"), let open = text.firstIndex(of: "("), text.hasSuffix(")") {
            let parts = text[text.index(after: open)...].dropLast().split(separator: ",").map { part in
                UInt8(String(part.filter { $0 != " " }))
            }
            guard parts.count == 3 || parts.count == 4, let red = parts[0], let green = parts[1], let blue = parts[2]
            else { return nil }
            self.init(red, green, blue, alpha: parts.count == 4 ? parts[3] ?? 255 : 255)
        } else if let color = Self.named[text[...]] ?? Self.namesOfTTML[text] {
            self = color
        } else {
            return nil
        }
    }

    private static let namesOfTTML: [String: TextColor] = [
        "aqua": TextColor(0, 255, 255), "fuchsia": TextColor(255, 0, 255), "gray": TextColor(128, 128, 128),
        "silver": TextColor(192, 192, 192), "green": TextColor(0, 128, 0), "maroon": TextColor(128, 0, 0),
        "navy": TextColor(0, 0, 128), "olive": TextColor(128, 128, 0), "purple": TextColor(128, 0, 128),
        "teal": TextColor(0, 128, 128),
    ]
}
