import Channels
import Commands
import GuideStore
import Languages
import Overlays
import Screens

extension OverlayState {
    /// The pages with what their sources have now. To be called in the viewer's words.
    ///
    /// - Parameters:
    ///   - page: the one to see; nil: the one that is seen, or the first
    ///   - wall: the seconds since 1970
    init(_ overlays: OverlayPages, page: String?, _ tuner: Tuner, _ listings: Listings, wall: Int64) {
        let language = Look.current.catalogue.language
        let cards = OverlayCards(overlays, tuner, listings, wall: wall)
        self.init(
            pages: overlays.pages(in: .overlay).map { page in
                Page(
                    id: page.id, title: page.title.text(in: language),
                    rows: Self.rows(of: page, cards))
            }, page: page)
    }
}

extension OverlayState {
    /// The rows of one page. To be called in the viewer's words.
    static func rows(of page: OverlayPage, _ cards: OverlayCards) -> [Row] {
        page.rows.compactMap { Row($0, cards, Look.current.catalogue.language) }
    }
}

extension OverlayState.Row {
    /// A row as it is now; nil where its source has nothing, and nothing is to be said of that.
    fileprivate init?(_ row: OverlayRow, _ cards: OverlayCards, _ language: String) {
        let title = row.title?.text(in: language)
        switch row.content {
        case .buttons(let buttons):
            self.init(
                title: title,
                .buttons(buttons.map { OverlayState.Button($0.label.text(in: language), $0.action) }))
        case .text(let text): self.init(title: title, .text(text.text(in: language)))
        case .picture(let path): self.init(title: title, .picture(OverlayCards.key(ofPicture: path)))
        case .cards(let source, let limit):
            let found = cards.of(source, limit)
            if found.isEmpty {
                let words =
                    source == .favourites && row.empty == nil
                    ? "\(Strings.noFavourites). \(Strings.howToAddFavourite)" : row.empty?.text(in: language)
                guard let words else { return nil }
                self.init(title: title, .text(words))
            } else {
                self.init(title: title, .cards(found))
            }
        }
    }
}

extension InfoTab {
    /// The tabs that the owner made. To be called in the viewer's words.
    static func owners(_ overlays: OverlayPages, _ tuner: Tuner, _ listings: Listings, wall: Int64) -> [InfoTab] {
        let language = Look.current.catalogue.language
        let cards = OverlayCards(overlays, tuner, listings, wall: wall)
        return overlays.pages(in: .info).map { page in
            var tab = InfoTab(.owner(page.id), title: page.title.text(in: language))
            for (index, row) in page.rows.enumerated() {
                let title = row.title?.text(in: language)
                switch row.content {
                case .text(let text): tab.facts.append(InfoFact(title ?? "", text.text(in: language)))
                case .buttons(let buttons):
                    tab.columns.append(
                        InfoColumn(
                            title: title,
                            rows: buttons.enumerated().map {
                                InfoRow("\(index).\($0)", title: $1.label.text(in: language), owner: $1.action)
                            }))
                case .cards(let source, let limit):
                    let rows = cards.of(source, limit).filter(\.leadsElsewhere).enumerated().map {
                        InfoRow("\(index).\($0)", $1)
                    }
                    if !rows.isEmpty {
                        tab.columns.append(InfoColumn(title: title, rows: rows))
                    } else if let empty = row.empty?.text(in: language) {
                        tab.facts.append(InfoFact(title ?? "", empty))
                    }
                case .picture: break
                }
            }
            return tab
        }
    }
}

extension InfoRow {
    /// The row of a channel, or of what follows on one.
    fileprivate init(_ id: String, _ card: OverlayCard) {
        if case .programme = card.kind {
            let name = card.isPlaying ? nil : card.channel.displayName
            self.init(
                id, title: card.programme?.title ?? "",
                note: [card.programme?.times, name].compactMap(\.self).joined(separator: " · "))
        } else {
            self.init(
                id, title: "\(card.channel.number) \(card.channel.name)", note: card.programme?.title,
                isChosen: card.isPlaying, command: .tune(.id(card.channel.id)))
            closesPanel = true
        }
    }
}

extension OverlayCard {
    /// Whether it is a channel or a programme, not something to be done to the one that plays.
    fileprivate var leadsElsewhere: Bool { kind != .addFavourite && kind != .removeFavourite }
}

extension BarMenu {
    /// The menus that the owner made. To be called in the viewer's words.
    static func owners(_ overlays: OverlayPages) -> [BarMenu] {
        let language = Look.current.catalogue.language
        return overlays.pages(in: .bar).map { page in
            BarMenu(
                page.title.text(in: language),
                entries: page.rows.flatMap { row -> [OverlayButton] in
                    if case .buttons(let buttons) = row.content { buttons } else { [] }
                }.map { Entry($0.label.text(in: language), owner: $0.action) })
        }
    }
}

/// Makes the cards of a source.
struct OverlayCards {
    let tuner: Tuner
    let listings: Listings
    private let coming: (channel: Channel.ID, programmes: [Programme])?
    private let found: [OverlaySource: [OverlayFinding]]
    private let wall: Int64

    /// - Parameter wall: the seconds since 1970
    init(_ overlays: OverlayPages, _ tuner: Tuner, _ listings: Listings, wall: Int64) {
        self.tuner = tuner
        self.listings = listings
        self.wall = wall
        (coming, found) = (overlays.coming, overlays.found)
    }

    /// The painter's key of a picture that lies beside an overlay's file.
    static func key(ofPicture path: String) -> String { "overlay:\(path)" }

    /// The path of an overlay's picture; nil: the key is that of something else.
    static func path(ofKey key: String) -> String? {
        key.hasPrefix("overlay:") ? String(key.dropFirst("overlay:".count)) : nil
    }

    /// The channels that a source names; nil: it names programmes.
    func channels(of source: OverlaySource, _ limit: Int) -> [Channel]? {
        switch source {
        case .favourites: Array(tuner.lineup.favourites.compactMap { tuner.lineup[$0] }.prefix(limit))
        case .all: Array(tuner.lineup.around(tuner.selected, most: limit))
        case .group(let name): Array(tuner.channels(in: name).prefix(limit))
        case .channels(let names):
            Array(names.compactMap { name in tuner.lineup.channel(called: name) }.prefix(limit))
        case .genre:
            // What kind of thing is on a locked channel is not told either.
            Array(
                (found[source] ?? []).lazy.compactMap { tuner.lineup[$0.channel] }
                    .filter { !tuner.isRestricted($0) }.prefix(limit))
        case .next, .search: nil
        }
    }

    func of(_ source: OverlaySource, _ limit: Int) -> [OverlayCard] {
        guard let channels = channels(of: source, limit) else {
            return Array((source == .next ? next : programmes(found[source] ?? [])).prefix(limit))
        }
        var cards = channels.map(card)
        if source == .favourites, let current = tuner.watching.flatMap({ tuner.lineup[$0] }) {
            let isFavourite = channels.contains { $0.id == current.id }
            cards.append(OverlayCard(isFavourite ? .removeFavourite : .addFavourite, tuner.label(current)))
        }
        return cards
    }

    func card(_ channel: Channel) -> OverlayCard {
        var card = OverlayCard(.channel, tuner.label(channel))
        card.isPlaying = tuner.watching == channel.id
        card.isLocked = !card.isPlaying && tuner.isRestricted(channel)
        card.programme = tuner.programme(on: channel, in: listings).now.map {
            // Of what is locked no picture is fetched either.
            ProgrammeLabel($0, on: card.isLocked ? nil : channel.id, at: wall)
        }
        return card
    }

    private var next: [OverlayCard] {
        guard let coming, coming.channel == tuner.watching, let channel = tuner.lineup[coming.channel],
            !tuner.hidesName(of: channel)
        else { return [] }
        // Of what is locked no picture is fetched either.
        let pictured = tuner.isRestricted(channel) ? nil : channel.id
        return coming.programmes.filter { $0.start > wall }.map { programme in
            var card = OverlayCard(
                .programme(start: programme.start), tuner.label(channel),
                programme: ProgrammeLabel(programme, on: pictured, at: nil))
            card.isPlaying = true
            return card
        }
    }

    /// Cards of programmes: one that is on leads to its channel. Of what is locked nothing is told.
    private func programmes(_ findings: [OverlayFinding]) -> [OverlayCard] {
        findings.compactMap { finding in
            guard let programme = finding.programme, programme.stop > wall,
                let channel = tuner.lineup[finding.channel], !tuner.hidesName(of: channel),
                !tuner.isRestricted(channel)
            else { return nil }
            let isOn = programme.start <= wall
            var card = OverlayCard(isOn ? .channel : .programme(start: programme.start), tuner.label(channel))
            card.isPlaying = tuner.watching == channel.id
            card.programme = ProgrammeLabel(programme, on: channel.id, at: isOn ? wall : nil)
            return card
        }
    }
}

extension Lineup {
    /// The channel that an owner means by a number, a name or a tvg-id; nil: there is none.
    func channel(called name: String) -> Channel? {
        if let number = Int(name), let channel = channel(for: .number(number)) { return channel }
        return channel(for: .name(name)) ?? channels.first { $0.guideID == name }
    }
}
