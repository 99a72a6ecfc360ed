import ControlProtocol
import Languages
import Screens

/// Keeps how the interface looks and reads: what the configuration says, and what viewers chose over it.
package struct LookControl: Sendable {
    package enum Event: Sendable {
        /// This is what the configuration says, at start or after it was read again.
        case configured(LookWishes)
        /// A viewer chose; what is nil stays.
        case choose(LookWishes)
        /// What viewers chose counts no longer.
        case reset
        /// The texts of a language have come; nil: there are none.
        case loaded(String, Catalogue?)
    }

    enum Effect: Hashable, Sendable {
        case show(Look)
        /// Read the texts of this language, and answer with `loaded`.
        case load(String)
        /// There are no texts in this language: it is said in English.
        case missing(String)
        case store(LookWishes)
    }

    private(set) var chosen: LookWishes
    private var configured: LookWishes
    private var catalogue: Catalogue
    /// The language of which texts are under way or were looked for last.
    private var asked: String
    /// The language of the machine.
    private let system: String

    /// - Parameters:
    ///   - catalogue: the texts of the language that these wishes have
    ///   - system: the machine's language (BCP 47)
    init(
        configured: LookWishes = LookWishes(), chosen: LookWishes = LookWishes(), catalogue: Catalogue = .english,
        system: String = "en"
    ) {
        self.configured = configured
        self.chosen = chosen
        self.catalogue = catalogue
        self.system = system
        asked = Self.language(chosen.over(configured), system)
    }

    /// The language that wishes come to.
    static func language(_ wishes: LookWishes, _ system: String) -> String {
        let wish = wishes.over(.usual).language ?? "system"
        return wish == "system" ? system : wish
    }

    /// All that is in force.
    var wishes: LookWishes { chosen.over(configured).over(.usual) }

    var look: Look {
        let wishes = wishes
        var look = Look()
        look.contrast = wishes.contrast == .high ? .high : .standard
        look.reducesMotion = wishes.motion == .reduced
        look.inset = wishes.inset.flatMap { Look.Inset(rawValue: $0.rawValue) } ?? .guide
        let sizes = Look.textScales
        look.textScale = min(max(wishes.textSize ?? 1, sizes.lowerBound), sizes.upperBound)
        look.catalogue = catalogue
        look.hasTwelveHours =
            switch wishes.hours ?? .language {
            case .language: catalogue.hasTwelveHours
            case .twelve: true
            case .twentyFour: false
            }
        look.isRightToLeft =
            switch wishes.direction ?? .language {
            case .language: catalogue.isRightToLeft
            case .left: false
            case .right: true
            }
        return look
    }

    /// Whether what has the focus is put into words.
    var speech: LookWishes.Speech { wishes.speech ?? .events }

    var info: LookInfo { LookInfo(look: wishes, chosen: chosen, language: catalogue.language) }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event) -> [Effect] {
        let (before, stored) = (look, chosen)
        var effects: [Effect] = []
        switch event {
        case .configured(let wishes): configured = wishes
        case .choose(let wishes): chosen = wishes.over(chosen)
        case .reset: chosen = LookWishes()
        case .loaded(let language, let texts):
            // Another was wished meanwhile.
            guard language == asked else { return [] }
            if texts == nil { effects.append(.missing(language)) }
            catalogue = texts ?? .english
        }
        if chosen != stored { effects.append(.store(chosen)) }
        let wanted = Self.language(wishes, system)
        if wanted != asked {
            asked = wanted
            effects.append(.load(wanted))
        }
        return look == before ? effects : [.show(look)] + effects
    }
}
