import ControlProtocol
import HLS
import Languages
import Screens

/// How the interface and captions look, and what is preferred of sound and text.
extension SettingsFacts {
    var lookRows: [Setting] {
        func change(_ set: (inout LookWishes) -> Void) -> Setting.Change {
            var wishes = LookWishes()
            set(&wishes)
            return .look(wishes)
        }
        let wishes = look.over(.usual)
        var rows: [Setting] = [
            .choice(
                "language", Strings.say(.language), ["system"] + told.languages, now: wishes.language ?? "system",
                name: { $0 == "system" ? Strings.say(.asSystem) : LanguageName.own($0) },
                change: { value in change { $0.language = value } }),
            .number(
                "text-size", Strings.say(.textSize), Array(stride(from: 80, through: 140, by: 5)),
                now: Int(((wishes.textSize ?? 1) * 100).rounded()), name: percent,
                change: { value in change { $0.textSize = Double(value) / 100 } }),
            .choice(
                "contrast", Strings.say(.contrast), LookWishes.Contrast.allCases, now: wishes.contrast ?? .normal,
                name: { $0 == .high ? Strings.say(.high) : Strings.say(.normal) },
                change: { value in change { $0.contrast = value } }),
            .choice(
                "motion", Strings.say(.movement), LookWishes.Motion.allCases, now: wishes.motion ?? .full,
                name: { $0 == .full ? Strings.say(.movementFull) : Strings.say(.movementReduced) },
                change: { value in change { $0.motion = value } }),
            .choice(
                "inset", Strings.say(.pictureBeside), LookWishes.Inset.allCases, now: wishes.inset ?? .guide,
                name: { value in
                    switch value {
                    case .off: Strings.off
                    case .guide: Strings.say(.besideGuide)
                    case .all: Strings.say(.besideAll)
                    }
                }, change: { value in change { $0.inset = value } }),
            .choice(
                "hours", Strings.say(.clock), LookWishes.Hours.allCases, now: wishes.hours ?? .language,
                name: { value in
                    switch value {
                    case .language: Strings.say(.asLanguage)
                    case .twelve: Strings.say(.twelveHours)
                    case .twentyFour: Strings.say(.twentyFourHours)
                    }
                }, change: { value in change { $0.hours = value } }),
            .choice(
                "direction", Strings.say(.readingDirection), LookWishes.Direction.allCases,
                now: wishes.direction ?? .language,
                name: { value in
                    switch value {
                    case .language: Strings.say(.asLanguage)
                    case .left: Strings.say(.fromLeft)
                    case .right: Strings.say(.fromRight)
                    }
                }, change: { value in change { $0.direction = value } }),
            .choice(
                "speech", Strings.say(.spokenInterface), LookWishes.Speech.allCases, now: wishes.speech ?? .events,
                name: { value in
                    switch value {
                    case .off: Strings.off
                    case .events: Strings.say(.spokenForPrograms)
                    case .speak: Strings.say(.spokenAloud)
                    }
                }, change: { value in change { $0.speech = value } }),
        ]
        rows.append(reset("reset-look", isLookChosen ? .resetLook : nil))
        return rows
    }

    private func reset(_ id: String, _ change: Setting.Change?) -> Setting {
        var row = Setting(id, Strings.say(.asOwnerSet))
        row.deed = change
        return row
    }

    var captionRows: [Setting] {
        func change(_ set: (inout CaptionWishes) -> Void) -> Setting.Change {
            var wishes = CaptionWishes()
            set(&wishes)
            return .captions(wishes)
        }
        let wishes = captions.over(.usual)
        let colors = ["as_sent"] + CaptionWishes.colors.map(\.key)
        return [
            .number(
                "size", Strings.say(.captionSize), [50, 60, 75, 85, 100, 115, 130, 150, 175, 200],
                now: wishes.size ?? 100, name: percent, change: { value in change { $0.size = value } }),
            .choice(
                "face", Strings.say(.captionLetters), CaptionWishes.Face.allCases, now: wishes.face ?? .sent,
                name: { value in
                    switch value {
                    case .sent: Strings.say(.asSent)
                    case .sans: Strings.say(.lettersSans)
                    case .serif: Strings.say(.lettersSerif)
                    case .mono: Strings.say(.lettersMono)
                    }
                }, change: { value in change { $0.face = value } }),
            .choice(
                "color", Strings.say(.captionColor), colors, now: wishes.color ?? "as_sent", name: Self.color,
                change: { value in change { $0.color = value } }),
            .choice(
                "edge", Strings.say(.captionEdge), CaptionWishes.Edge.allCases, now: wishes.edge ?? .sent,
                name: { value in
                    switch value {
                    case .sent: Strings.say(.asSent)
                    case .none: Strings.say(.none)
                    case .outline: Strings.say(.edgeOutline)
                    case .shadow: Strings.say(.edgeShadow)
                    case .raised: Strings.say(.edgeRaised)
                    case .depressed: Strings.say(.edgeDepressed)
                    }
                }, change: { value in change { $0.edge = value } }),
            .choice(
                "ground", Strings.say(.captionGround), colors, now: wishes.background ?? "as_sent", name: Self.color,
                change: { value in change { $0.background = value } }),
            .choice(
                "opacity", Strings.say(.captionOpacity), [-1, 0, 25, 50, 75, 100], now: wishes.opacity ?? -1,
                name: { $0 < 0 ? Strings.say(.asSent) : percent($0) },
                change: { value in change { $0.opacity = value } }),
            .choice(
                "place", Strings.say(.captionPlace), CaptionWishes.Place.allCases, now: wishes.place ?? .sent,
                name: { value in
                    switch value {
                    case .sent: Strings.say(.asSent)
                    case .bottom: Strings.say(.placeBottom)
                    case .top: Strings.say(.placeTop)
                    }
                }, change: { value in change { $0.place = value } }),
            reset("reset-captions", areCaptionsChosen ? .resetCaptions : nil),
        ]
    }

    /// The name of a colour; one that has none is called by its numbers.
    private static func color(_ name: String) -> String {
        switch name {
        case "as_sent": Strings.say(.asSent)
        case "white": Strings.say(.colorWhite)
        case "black": Strings.say(.colorBlack)
        case "red": Strings.say(.colorRed)
        case "green": Strings.say(.colorGreen)
        case "blue": Strings.say(.colorBlue)
        case "yellow": Strings.say(.colorYellow)
        case "magenta": Strings.say(.colorMagenta)
        case "cyan": Strings.say(.colorCyan)
        default: name
        }
    }

    // MARK: Sound and text

    var trackRows: [Setting] {
        let isDescribed = preferences.wantsDescribedVideo
        let sound = chosen.audio?.language
        let audio: Setting = .choice(
            "sound-language", Strings.say(.soundLanguage), languages(sound, soundLanguages), now: sound,
            name: { $0.map(Self.name) ?? configuredName(configured.audioLanguages, .asChannel) },
            change: { .audio(self.sound($0, isDescribed: isDescribed)) })
        let described: Setting = .choice(
            "described", Strings.say(.audioDescription), [false, true], now: isDescribed, name: onOff,
            change: { .audio(self.sound(sound, isDescribed: $0)) })
        return [audio, described] + textRows + soundRows
    }

    private var textRows: [Setting] {
        var text: String?
        if case .rendition(let choice)? = chosen.text { text = choice.language }
        let isForDeaf = preferences.wantsCaptions
        let shown: Setting = .choice(
            "subtitles", Strings.subtitles,
            TrackPreferences.Subtitles.allCases.filter {
                // "Automatic" by choice is what the configuration says.
                $0 != .automatic || configured.subtitles == .automatic
            }, now: preferences.subtitles,
            name: { value in
                switch value {
                case .off: Strings.off
                case .automatic: Strings.say(.modeAutomatic)
                case .on: Strings.on
                }
            },
            change: { value in
                if value == configured.subtitles { return .text(nil) }
                return .text(value == .off ? .off : self.text(nil, isForDeaf: isForDeaf))
            })
        let language: Setting = .choice(
            "subtitle-language", Strings.say(.subtitleLanguage), languages(text, textLanguages), now: text,
            name: { $0.map(Self.name) ?? configuredName(configured.subtitleLanguages, .asSound) },
            change: { .text(self.text($0, isForDeaf: isForDeaf)) })
        let deaf: Setting = .choice(
            "for-deaf", Strings.say(.forDeaf), [false, true], now: isForDeaf, name: onOff,
            change: { .text(self.text(text, isForDeaf: $0)) })
        return [shown, language, deaf]
    }

    /// What counts where nothing is chosen.
    private func configuredName(_ languages: [String], _ otherwise: Phrase) -> String {
        languages.isEmpty ? Strings.say(otherwise) : languages.map(Self.name).joined(separator: ", ")
    }

    /// What a language is called, whichever of its codes is given.
    private static func name(_ tag: String) -> String {
        let name = LanguageName.own(tag)
        guard name == tag, let known = LanguageTag(tag) else { return name }
        let own = LanguageName.own(known.language)
        return own == known.language ? known.name : own
    }

    /// The languages to choose from: none first, then what is on offer here and what the viewer is known to speak.
    private func languages(_ chosen: String?, _ offered: [String]) -> [String?] {
        var found: [String] = []
        let known =
            [chosen].compactMap(\.self) + offered + configured.audioLanguages + configured.subtitleLanguages
            + told.languages
        for language in known where LanguageTag(language) != nil {
            if !found.contains(where: { $0.lowercased() == language.lowercased() }) { found.append(language) }
        }
        return [nil] + found.sorted()
    }

    /// The choice of a sound; nil: it is what the configuration says anyway.
    private func sound(_ language: String?, isDescribed: Bool) -> RenditionChoice? {
        if language == nil, isDescribed == configured.wantsDescribedVideo { return nil }
        return .sound(in: language, isDescribed: isDescribed)
    }

    /// The choice of a text that is shown.
    private func text(_ language: String?, isForDeaf: Bool) -> TrackChoices.Text {
        .rendition(.text(in: language, isForTheDeaf: isForDeaf))
    }
}
