/// What somebody wishes of how captions look; what is nil is left to who was asked before: the viewer's wishes go before
/// the configuration's. Where nobody wishes anything they are drawn as they are sent.
package struct CaptionWishes: Codable, Hashable, Sendable {
    package enum Face: String, Codable, Hashable, Sendable, CaseIterable {
        case sent = "as_sent"
        case sans, serif, mono
    }
    package enum Edge: String, Codable, Hashable, Sendable, CaseIterable {
        case sent = "as_sent"
        case none, outline, shadow, raised, depressed
    }
    package enum Place: String, Codable, Hashable, Sendable, CaseIterable {
        case sent = "as_sent"
        case bottom, top
    }

    /// The size in per cent of the usual one, 50…200.
    package var size: Int?
    package var face: Face?
    /// The colour of the text: `as_sent`, one of `colors`, or `#rrggbb`.
    package var color: String?
    package var edge: Edge?
    /// The colour of the box behind the text, likewise.
    package var background: String?
    /// How much the box hides, 0…100 per cent; −1: as it is sent.
    package var opacity: Int?
    package var place: Place?

    package init() {}

    /// Where nobody wishes anything.
    package static let usual = {
        var wishes = CaptionWishes()
        wishes.size = 100
        wishes.face = .sent
        wishes.color = "as_sent"
        wishes.edge = .sent
        wishes.background = "as_sent"
        wishes.opacity = -1
        wishes.place = .sent
        return wishes
    }()

    /// These wishes, and of others what they leave open.
    package func over(_ others: CaptionWishes) -> CaptionWishes {
        var wishes = self
        wishes.size = size ?? others.size
        wishes.face = face ?? others.face
        wishes.color = color ?? others.color
        wishes.edge = edge ?? others.edge
        wishes.background = background ?? others.background
        wishes.opacity = opacity ?? others.opacity
        wishes.place = place ?? others.place
        return wishes
    }

    package static let sizes = 50...200
    package static let opacities = -1...100

    /// The colours that have a name, as 0xRRGGBB: those that captions have.
    package static let colors: KeyValuePairs<String, UInt32> = [
        "white": 0xffffff, "black": 0x000000, "red": 0xff0000, "green": 0x00ff00, "blue": 0x0000ff,
        "yellow": 0xffff00, "magenta": 0xff00ff, "cyan": 0x00ffff,
    ]

    /// The colour of a name or of `#rrggbb`, as 0xRRGGBB; nil: it is none.
    package static func color(_ text: String) -> UInt32? {
        if let named = colors.first(where: { $0.key == text }) { return named.value }
        guard text.utf8.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit) else { return nil }
        return UInt32(text.dropFirst(), radix: 16)
    }

    /// What a colour may be, in words.
    package static var colorWords: String {
        "as_sent, \(colors.map(\.key).joined(separator: ", ")), or #rrggbb"
    }

    /// What of it can't be had; nil: all can.
    package var fault: ControlError? {
        if let size, !Self.sizes.contains(size) {
            return ControlError(
                .badRequest, cause: "captions can't be of that size", nextStep: "give 50 to 200 per cent")
        }
        if let opacity, !Self.opacities.contains(opacity) {
            return ControlError(
                .badRequest, cause: "a box can't hide so much", nextStep: "give 0 to 100 per cent, or -1: as it is sent"
            )
        }
        for color in [color, background] {
            guard let color, color != "as_sent", Self.color(color) == nil else { continue }
            return ControlError(.badRequest, cause: "that is no colour", nextStep: "give \(Self.colorWords)")
        }
        return nil
    }
}

/// A request to change how captions look: `{"choose": {"color": "yellow"}}`; `{"reset": true}` takes back first all that
/// was chosen.
package struct CaptionRequest: Codable, Sendable, Equatable {
    package var reset: Bool?
    package var choose: CaptionWishes?

    package init(reset: Bool? = nil, choose: CaptionWishes? = nil) {
        self.reset = reset
        self.choose = choose
    }
}

/// How captions look: what is in force, and what of it viewers chose.
package struct CaptionInfo: Codable, Sendable, Equatable {
    package var captions: CaptionWishes
    /// What was chosen by hand, and goes before the configuration.
    package var chosen: CaptionWishes

    package init(captions: CaptionWishes, chosen: CaptionWishes) {
        self.captions = captions
        self.chosen = chosen
    }
}
