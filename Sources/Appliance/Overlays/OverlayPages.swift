import Channels
import ControlProtocol
import GuideStore
import Overlays

/// Knows the pages of the owner's overlays, and which of them the viewer sees: one whose file has become wrong stays as
/// it was, and what comes and goes is told.
struct OverlayPages: Sendable {
    enum Event: Sendable {
        /// The folder was read.
        case read(OverlayNews)
        /// This page is on the screen now; nil: none is.
        case shown(String?)
        /// The viewer has left the overlays, or chosen something in them.
        case left
        /// What the guide says of what is to come on a channel.
        case coming([Programme], on: Channel.ID)
        /// What it has for a source that asks it.
        case found([OverlayFinding], OverlaySource)
    }

    enum Effect: Hashable, Sendable {
        /// Warn of a page; nil: what was wrong with it is right.
        case warn(page: String, String?)
        /// The pages, or what is in them, are others.
        case renew
        /// The marks are others.
        case renewMarks
        case tell(OverlayInfo)
    }

    private(set) var pages = OverlayPage.shipped
    /// The marks over the picture, by file.
    private(set) var marks: [String: [OverlayMark]] = [:]
    /// What is wrong with files, by page.
    private(set) var troubles: [String: [String]] = [:]
    /// What is to come on a channel, as the guide said last.
    private(set) var coming: (channel: Channel.ID, programmes: [Programme])?
    /// What the guide had for the sources that ask it.
    private(set) var found: [OverlaySource: [OverlayFinding]] = [:]
    private(set) var shown: String?

    /// The sources of all pages, with the most that a row shows of each.
    var sources: [OverlaySource: Int] {
        pages.flatMap(\.rows).reduce(into: [:]) { sources, row in
            if case .cards(let source, let limit) = row.content { sources[source] = max(sources[source] ?? 0, limit) }
        }
    }

    /// The pages that are seen there, in order.
    func pages(in place: OverlayPage.Place) -> [OverlayPage] { pages.filter { $0.place == place } }

    private var hasLeft = false

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .read(let news): return take(news)
        case .left:
            hasLeft = true
            return []
        case .shown(let page):
            defer { (shown, hasLeft) = (page, false) }
            guard page != shown else { return [] }
            if let page { return [.tell(OverlayInfo(page: page, what: .presented))] }
            // Something else has taken its place where it was not the viewer.
            return shown.map { [.tell(OverlayInfo(page: $0, what: hasLeft ? .dismissed : .cancelled))] } ?? []
        case .coming(let programmes, let channel):
            guard coming?.channel != channel || coming?.programmes != programmes else { return [] }
            coming = (channel, programmes)
            return [.renew]
        case .found(let findings, let source):
            // A page may have gone while the guide was asked.
            guard sources[source] != nil, found[source] != findings else { return [] }
            found[source] = findings
            return [.renew]
        }
    }

    private mutating func take(_ news: OverlayNews) -> [Effect] {
        let before = Dictionary(pages.map { ($0.id, $0) }) { first, _ in first }
        let kept = news.broken.keys.compactMap { before[$0] }
        let pages = news.pages.map { ($0 + kept).sorted { $0.id < $1.id } } ?? OverlayPage.shipped
        var effects: [Effect] = []
        for page in Set(troubles.keys).subtracting(news.broken.keys).sorted() {
            effects.append(.warn(page: page, nil))
        }
        for (page, errors) in news.broken.sorted(by: { $0.key < $1.key }) where troubles[page] != errors {
            let stays = before[page] == nil ? "it is not shown" : "what it was before stays"
            effects.append(.warn(page: page, "the overlay \(page): \(errors.joined(separator: "; ")); \(stays)"))
        }
        troubles = news.broken
        var marks = news.marks
        for file in news.broken.keys { marks[file] = self.marks[file] }
        if marks != self.marks {
            self.marks = marks
            effects.append(.renewMarks)
        }
        guard pages != self.pages else { return effects }
        self.pages = pages
        let sources = sources
        found = found.filter { sources[$0.key] != nil }
        return effects + [.renew]
    }
}

extension OverlayList {
    /// The pages as the box has them, their titles in a language.
    init(_ overlays: OverlayPages, shown: String?, in language: String) {
        self.init(
            pages: overlays.pages.map {
                Page(
                    id: $0.id, place: $0.place.rawValue, title: $0.title.text(in: language), rows: $0.rows.count)
            }, shown: shown, troubles: overlays.troubles)
    }
}
