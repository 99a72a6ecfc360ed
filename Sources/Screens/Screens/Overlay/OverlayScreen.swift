import Commands
import Devices
import Layout
import MediaCore
import Overlays

/// The owner's overlays over the running picture, a page of rows at a time, one thing in them with the focus.
///
/// Up and down go through the rows, left and right along one; above the rows are the pages, where there are several, and
/// down from the last row leads out, as down is opposite to what opened it.
struct OverlayScreen: Screen {
    static let row = ScreenRow(id: .overlay, kind: .panel, style: .slide(height: 480))

    /// The place of the focus.
    enum Place: Hashable, Sendable {
        /// On the names of the pages.
        case pages
        case row(Int)
    }

    private(set) var state: OverlayState
    private(set) var pageIndex: Int
    private(set) var place: Place?
    /// In each row, the thing that has the focus when the row has it, and the first that can be seen.
    private(set) var columns: [Int]
    private(set) var firsts: [Int]
    private(set) var firstRow = 0
    private var light = FocusLight()

    init(_ state: OverlayState) {
        self.state = state
        pageIndex = state.pages.firstIndex { $0.id == state.page } ?? 0
        (columns, firsts) = ([], [])
        enterPage()
    }

    var page: OverlayState.Page? { state.pages.indices.contains(pageIndex) ? state.pages[pageIndex] : nil }
    var hasPages: Bool { state.pages.count > 1 }
    var visibleRows: Range<Int> { OverlayPanel.visible(in: page?.rows ?? [], from: firstRow) }

    /// The row that has the focus, with the index of the thing in it.
    var focused: (row: OverlayState.Row, index: Int)? {
        guard case .row(let number) = place, let row = page?.rows[number], row.count > columns[number] else {
            return nil
        }
        return (row, columns[number])
    }

    var focus: Focus? { .overlay }
    var frame: Rectangle { OverlayPanel.frame(of: self) }
    var farewell: [InterfaceAction] { [.overlayLeft] }

    func parts(at moment: Moment) -> [ScreenPart] { OverlayPanel.parts(of: self, light) }

    // MARK: Keys

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        let before = OverlayPanel.focusPlace(in: self)
        defer { if OverlayPanel.focusPlace(in: self) != before { light.leaves(before, at: now) } }
        switch (key, place) {
        case (.back, _): return .leave
        case (.confirm, .row): return choose()
        case (.confirm, _), (.move(.down), .pages), (.move(.down), nil):
            guard let first = nextRow(after: -1) else { return scrollDown() ? .stay() : .leave }
            place = .row(first)
        case (.move(.left), .pages): showPage(pageIndex - 1)
        case (.move(.right), .pages): showPage(pageIndex + 1)
        case (.move(.left), .row(let row)): moveAlong(row, by: -1)
        case (.move(.right), .row(let row)): moveAlong(row, by: 1)
        // Back from what stands beneath the last row that can have the focus.
        case (.move(.up), .row(let row)) where !visibleRows.contains(row): break
        case (.move(.up), .row(let row)):
            if let other = nextRow(before: row) { place = .row(other) } else if hasPages { place = .pages }
        case (.move(.down), .row(let row)):
            guard let other = nextRow(after: row) else { return scrollDown() ? .stay() : .leave }
            place = .row(other)
        case (.move(.up), _), (.move, nil), (.digit, _), (.page, _), (.type, _), (.erase, _): break
        }
        keepFocusVisible()
        return .stay()
    }

    private func choose() -> KeyAnswer {
        guard let (row, index) = focused else { return .stay() }
        switch row.content {
        case .cards(let cards):
            let card = cards[index]
            switch card.kind {
            case .channel: return .close([.tune(channelID: card.channel.id), .overlayLeft])
            case .programme(let start):
                return .close([.overlayLeft, .showProgramme(channelID: card.channel.id, start: start)])
            case .addFavourite: return .stay([.setFavourite(channelID: card.channel.id, true)])
            case .removeFavourite: return .stay([.setFavourite(channelID: card.channel.id, false)])
            }
        case .buttons(let buttons):
            let action = buttons[index].action
            switch action {
            case .close: return .leave
            case .program: return .stay([.overlay(action)])
            case .command(let command):
                return command.keepsOverlay ? .stay([.overlay(action)]) : .close([.overlayLeft, .overlay(action)])
            }
        case .text, .picture: return .stay()
        }
    }

    // MARK: The focus

    private func nextRow(after row: Int) -> Int? {
        page?.rows.indices.first { $0 > row && page?.rows[$0].count ?? 0 > 0 }
    }

    private func nextRow(before row: Int) -> Int? {
        page?.rows.indices.last { $0 < row && page?.rows[$0].count ?? 0 > 0 }
    }

    /// Shows what stands beneath, where that can't have the focus.
    /// - Returns: whether there was anything
    private mutating func scrollDown() -> Bool {
        guard visibleRows.upperBound < page?.rows.count ?? 0 else { return false }
        firstRow += 1
        return true
    }

    private mutating func moveAlong(_ row: Int, by step: Int) {
        guard let page, (0..<page.rows[row].count).contains(columns[row] + step) else { return }
        columns[row] += step
    }

    private mutating func showPage(_ index: Int) {
        guard state.pages.indices.contains(index) else { return }
        pageIndex = index
        enterPage()
        place = .pages
    }

    /// Puts the focus on the page's first thing that can have it: the card of what plays, where there is one.
    private mutating func enterPage() {
        let rows = page?.rows ?? []
        columns = rows.map { row in
            if case .cards(let cards) = row.content { cards.firstIndex(where: \.isPlaying) ?? 0 } else { 0 }
        }
        firsts = rows.map { _ in 0 }
        firstRow = 0
        place = nextRow(after: -1).map { .row($0) } ?? (hasPages ? .pages : nil)
        keepFocusVisible()
    }

    private mutating func keepFocusVisible() {
        let rows = page?.rows ?? []
        for index in rows.indices {
            let visible = OverlayPanel.visibleItems(rows[index])
            columns[index] = max(0, min(columns[index], rows[index].count - 1))
            firsts[index] = min(firsts[index], columns[index])
            firsts[index] = max(firsts[index], columns[index] - visible + 1)
            firsts[index] = max(0, min(firsts[index], rows[index].count - visible))
        }
        guard case .row(let number) = place else {
            firstRow = 0
            return
        }
        // From the first thing on, what stands above it is read, too.
        if nextRow(before: number) == nil { firstRow = 0 }
        firstRow = min(firstRow, number)
        while !visibleRows.contains(number), firstRow < number { firstRow += 1 }
    }

    /// Takes what the sources have by now; the focus stays with its thing, or near its place.
    func following(_ before: Self?) -> Self {
        guard let before, let old = before.page,
            let index = state.pages.firstIndex(where: { $0.id == (state.page ?? old.id) }),
            state.pages[index].id == old.id
        else { return self }
        var screen = self
        screen.pageIndex = index
        screen.enterPage()
        screen.light = before.light
        let rows = state.pages[index].rows
        for row in rows.indices.prefix(old.rows.count) {
            screen.columns[row] = before.columns[row]
            screen.firsts[row] = before.firsts[row]
            guard case .cards(let cards) = rows[row].content, case .cards(let known) = old.rows[row].content,
                known.indices.contains(before.columns[row])
            else { continue }
            let id = known[before.columns[row]].id
            screen.columns[row] = cards.firstIndex { $0.id == id } ?? before.columns[row]
        }
        switch before.place {
        case .pages where screen.hasPages: screen.place = .pages
        case .row(let number) where rows.indices.contains(number) && rows[number].count > 0: screen.place = .row(number)
        default: break
        }
        screen.firstRow = max(0, min(before.firstRow, rows.count - 1))
        screen.keepFocusVisible()
        return screen
    }
}

extension Command {
    /// Whether an overlay stays after it, for more of it.
    fileprivate var keepsOverlay: Bool {
        switch self {
        case .setVolume, .volumeUp, .volumeDown, .toggleMute, .setMute, .audio, .subtitles, .picture, .overscan,
            .soundDelay, .night, .speed, .showOverlay:
            true
        default: false
        }
    }
}

extension Interface {
    /// The page of overlays that is open; nil: none is.
    package var shownOverlay: String? { presented(OverlayScreen.self)?.page?.id }
}
