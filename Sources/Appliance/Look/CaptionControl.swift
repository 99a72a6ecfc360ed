import ControlProtocol
import Layout
import Screens

/// Keeps how captions look: what the configuration says, and what viewers chose over it.
package struct CaptionControl: Sendable {
    package enum Event: Sendable {
        /// This is what the configuration says, at start or after it was read again.
        case configured(CaptionWishes)
        /// A viewer chose; what is nil stays.
        case choose(CaptionWishes)
        /// What viewers chose counts no longer.
        case reset
    }

    enum Effect: Hashable, Sendable {
        case show(CaptionStyle)
        case store(CaptionWishes)
    }

    private(set) var chosen: CaptionWishes
    private var configured: CaptionWishes

    init(configured: CaptionWishes = CaptionWishes(), chosen: CaptionWishes = CaptionWishes()) {
        self.configured = configured
        self.chosen = chosen
    }

    private var wishes: CaptionWishes { chosen.over(configured).over(.usual) }

    var style: CaptionStyle { CaptionStyle(wishes) }

    var info: CaptionInfo { CaptionInfo(captions: wishes, chosen: chosen) }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event) -> [Effect] {
        let (before, stored) = (style, chosen)
        switch event {
        case .configured(let wishes): configured = wishes
        case .choose(let wishes): chosen = wishes.over(chosen)
        case .reset: chosen = CaptionWishes()
        }
        return (style == before ? [] : [.show(style)]) + (chosen == stored ? [] : [.store(chosen)])
    }
}

extension CaptionStyle {
    /// The style that wishes come to.
    init(_ wishes: CaptionWishes) {
        self.init()
        size = Double(wishes.size ?? 100) / 100
        face =
            switch wishes.face ?? .sent {
            case .sent: nil
            case .sans: .sans
            case .serif: .serif
            case .mono: .monospaced
            }
        edge =
            switch wishes.edge ?? .sent {
            case .sent: nil
            case .none: CaptionStyle.Edge.none
            case .outline: .outline
            case .shadow: .shadow
            case .raised: .raised
            case .depressed: .depressed
            }
        place =
            switch wishes.place ?? .sent {
            case .sent: nil
            case .bottom: .bottom
            case .top: .top
            }
        color = wishes.color.flatMap(CaptionWishes.color).map { Color($0) }
        background = wishes.background.flatMap(CaptionWishes.color).map { Color($0) }
        backgroundOpacity = wishes.opacity.flatMap { $0 < 0 ? nil : Double($0) / 100 }
    }
}
