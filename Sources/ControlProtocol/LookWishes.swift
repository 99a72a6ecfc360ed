/// What somebody wishes of how the interface looks and reads; what is nil is left to who was asked before: the viewer's
/// wishes go before the configuration's, these before the defaults.
package struct LookWishes: Codable, Hashable, Sendable {
    package enum Contrast: String, Codable, Hashable, Sendable, CaseIterable { case normal, high }
    package enum Motion: String, Codable, Hashable, Sendable, CaseIterable { case full, reduced }
    package enum Hours: String, Codable, Hashable, Sendable, CaseIterable {
        /// As the language has them.
        case language
        case twelve = "12"
        case twentyFour = "24"
    }
    package enum Direction: String, Codable, Hashable, Sendable, CaseIterable {
        /// As the language is read.
        case language
        /// From the left, and from the right, whatever the language.
        case left, right
    }

    /// Whether what has the focus is put into words.
    package enum Speech: String, Codable, Hashable, Sendable, CaseIterable {
        case off
        /// For who follows `events`.
        case events
        /// For them, and aloud.
        case speak
    }

    /// Where the picture goes on, made small, while something else fills the screen.
    package enum Inset: String, Codable, Hashable, Sendable, CaseIterable {
        /// Nowhere: it lies behind, dimmed.
        case off
        /// Where there is a place for it: in the guide, on the page of a programme.
        case guide
        /// Beside the list and the info panel too.
        case all
    }

    /// A BCP 47 tag; `system`: the machine's.
    package var language: String?
    package var contrast: Contrast?
    package var motion: Motion?
    /// How large text is beside its usual size, 0.8…1.4.
    package var textSize: Double?
    package var hours: Hours?
    package var direction: Direction?
    package var speech: Speech?
    package var inset: Inset?

    enum CodingKeys: String, CodingKey {
        case language, contrast, motion, hours, direction, speech, inset
        case textSize = "text_size"
    }

    package init() {}

    /// Where nobody wishes anything.
    package static let usual = {
        var wishes = LookWishes()
        wishes.language = "system"
        wishes.contrast = .normal
        wishes.motion = .full
        wishes.textSize = 1
        wishes.hours = .language
        wishes.direction = .language
        wishes.speech = .events
        wishes.inset = .guide
        return wishes
    }()

    /// These wishes, and of others what they leave open.
    package func over(_ others: LookWishes) -> LookWishes {
        var wishes = self
        wishes.language = language ?? others.language
        wishes.contrast = contrast ?? others.contrast
        wishes.motion = motion ?? others.motion
        wishes.textSize = textSize ?? others.textSize
        wishes.hours = hours ?? others.hours
        wishes.direction = direction ?? others.direction
        wishes.speech = speech ?? others.speech
        wishes.inset = inset ?? others.inset
        return wishes
    }

    /// The sizes of text that layouts hold.
    package static let textSizes = 0.8...1.4

    /// What of it can't be had; nil: all can.
    package var fault: ControlError? {
        if let textSize, !Self.textSizes.contains(textSize) {
            return ControlError(.badRequest, cause: "text can't be of that size", nextStep: "give 0.8 to 1.4")
        }
        if let language,
            language.isEmpty || language.utf8.count > 35
                || !language.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        {
            return ControlError(
                .badRequest, cause: "that is no language", nextStep: "'hearthctl languages list' lists what there is")
        }
        return nil
    }
}

/// A request to change how the interface looks: `{"choose": {"contrast": "high"}}`; `{"reset": true}` takes back first
/// all that was chosen.
package struct LookRequest: Codable, Sendable, Equatable {
    package var reset: Bool?
    package var choose: LookWishes?

    package init(reset: Bool? = nil, choose: LookWishes? = nil) {
        self.reset = reset
        self.choose = choose
    }
}

/// How the interface looks and reads: what is in force, and what of it viewers chose.
package struct LookInfo: Codable, Sendable, Equatable {
    /// All that is in force; the language as it was wished.
    package var look: LookWishes
    /// What was chosen by hand, and goes before the configuration.
    package var chosen: LookWishes
    /// The language that is spoken: that of the texts.
    package var language: String

    package init(look: LookWishes, chosen: LookWishes, language: String) {
        self.look = look
        self.chosen = chosen
        self.language = language
    }
}
