import Commands

/// The row of a screen in the table: how it stands to the others.
struct ScreenRow: Sendable {
    /// The kind of a screen: what it is to the others. Rules between kinds spare every screen a list of all others.
    enum Kind: Hashable, Sendable {
        /// Stands beside all others: the volume, a hint.
        case sign
        /// Says how the channel is. It is not drawn where a panel or a question lies.
        case notice
        /// A panel along the bottom, where notices that take keys stand: it leaves for those, and covers none.
        case bar
        /// Opened by the viewer; one at a time. It takes the place of a notice that lingers.
        case panel
        /// Opened by the viewer, over a panel or the picture: what is beneath waits until it closes.
        case card
        /// Asks something. Bars, panels and cards leave for it.
        case question

        var isOpenedByViewer: Bool { self == .panel || self == .bar || self == .card }
        /// Whether notices are not drawn where it lies.
        var covers: Bool { self == .panel || self == .card || self == .question }
    }

    let id: ScreenID
    let kind: Kind
    var style = Appearance.Style.prompt
    /// The screens beside which it can't stand: it is not opened while one is there, and leaves when one comes.
    var yieldsTo: Set<ScreenID> = []
    /// The focuses of other screens beside which it can stand; nil: all. It leaves when the keys mean anything else.
    var bears: Set<Focus>?
    /// The screens that its opening closes, besides those that its kind does.
    var closes: Set<ScreenID> = []
    /// The screens that close with it when the viewer leaves it.
    var takesAlong: Set<ScreenID> = []
    /// The screens that hide it: while one is there it is not drawn, and has no keys.
    var hiddenBy: Set<ScreenID> = []
    /// The screens that come in its place: it is gone at once then, without its fade.
    var replacedBy: Set<ScreenID> = []
    /// Whether it stands where the picture would be: it is gone at the very vblank at which there is one.
    var isForPicture = false
    /// Whether it waits again, once it had to leave, until it may come back.
    var comesBack = false

    /// Whether it can't stand beside another one.
    /// - Parameter focus: what the keys mean there; nil: it takes none
    func yields(to other: ScreenRow, focus: Focus?) -> Bool {
        if yieldsTo.contains(other.id) { return true }
        guard let focus else { return false }
        if let bears, !bears.contains(focus) { return true }
        switch (kind, other.kind) {
        case (.panel, .question), (.card, .question), (.bar, .question), (.bar, .notice): return true
        default: return false
        }
    }

    /// Whether the kinds of both say that its opening closes the other.
    /// - Parameter lingers: whether the other is there only to be read
    func clears(_ other: ScreenRow, lingers: Bool) -> Bool {
        switch other.kind {
        case .bar, .card: kind.isOpenedByViewer
        case .panel: kind == .bar || kind == .panel
        case .notice: lingers && (kind.isOpenedByViewer || kind == .question)
        case .sign, .question: false
        }
    }
}
