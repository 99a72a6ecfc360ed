import Channels
import Commands
import GuideStore
import MediaCore
import Screens
import Store

/// Shows the guide, and has its programmes come as the viewer goes through it.
extension Box {
    /// How often the line of the present moves on.
    private static let guideTick = Duration.seconds(20)
    private static let mostGenres = 8

    /// Where a genre is looked for.
    private static func nextDay(from wall: Int64) -> Range<Int64> { wall..<wall.addingSaturating(86_400) }

    /// Opens the guide; the list of channels where nothing is known of what is on.
    func showGuide() -> CommandResult {
        guard hasGuide else {
            openChannels()
            return .done
        }
        tell(.clock(WallClock.text()))
        tell(.showGuide(guideState(isOther: true)))
        wake(.guide, at: now + Self.guideTick)
        return .done
    }

    /// Brings the guide up to date, where it is open.
    func renewGuide() {
        guard interface.guideView != nil else { return }
        tell(.guide(guideState()))
        wake(.guide, at: now + Self.guideTick)
    }

    /// Looks what of the guide is seen: after anything that the interface was told.
    func lookAtGuide() {
        let view = interface.guideView
        if interface.shownProgramme == nil, programmePage.shown != nil || (view == nil && interface.searchText == nil) {
            tellPage(.closed)
        }
        guard view != guideTable.view else { return }
        tellGuide(.look(view))
        // The hours and the day of what is seen are told with it.
        if view != nil { tell(.guide(guideState())) }
    }

    /// Carries out what the guide on the screen needs.
    func perform(_ effect: GuideTable.Effect) {
        guard let guide = devices.guide else { return }
        switch effect {
        case .ask(let channels, let window, let edition):
            errands.begin { [weak self] in
                let cells = await guide.programmes(on: channels, in: window)
                await self?.tellGuide(.answer(cells, of: channels, window, edition: edition))
            }
        case .askDetail(let channel, let time):
            errands.begin { [weak self] in
                let found = await guide.nowAndNext([channel], at: time)[channel]?.now
                await self?.tellGuide(.detail(found, on: channel, at: time))
            }
        case .askGenres:
            errands.begin { [weak self] in
                let genres = await guide.genres(in: Self.nextDay(from: WallClock.seconds), limit: Self.mostGenres)
                await self?.tellGuide(.genres(genres))
            }
        case .askStarts(let genre):
            errands.begin { [weak self] in
                let starts = await guide.starts(of: genre, in: Self.nextDay(from: WallClock.seconds))
                await self?.tellGuide(.starts(starts, of: genre))
            }
        case .changed: renewGuide()
        case .filtered: if interface.guideView != nil { tell(.guide(guideState(isOther: true))) }
        }
    }

    /// The choices of channels there are, and the channels of the chosen one: all, where that is gone or empty.
    private var listedInGuide: (filters: [GuideState.Filter], channels: [Channel]) {
        let favourites = tuner.lineup.favourites.compactMap { tuner.lineup[$0] }
        let groups = ListState.groups(of: tuner, shown: nil).rows.dropFirst().map { GuideState.Filter.group($0.title) }
        let genres = guideTable.genres.map { GuideState.Filter.genre($0) }
        let filters = [.all] + (favourites.isEmpty ? [] : [.favourites]) + genres + groups
        guard filters.contains(guideTable.filter) else { return (filters, tuner.lineup.channels) }
        switch guideTable.filter {
        case .all: return (filters, tuner.lineup.channels)
        case .favourites: return (filters, favourites)
        case .group(let name): return (filters, tuner.channels(in: name))
        case .genre:
            // Of one whose name is kept from the screen it is not told what it shows.
            let showing = tuner.lineup.channels.filter {
                guideTable.starts?[$0.id] != nil && !tuner.hidesName(of: $0)
            }
            return (filters, showing.isEmpty ? tuner.lineup.channels : showing)
        }
    }

    /// The guide as far as it is known now.
    ///
    /// - Parameter isOther: whether the channels, or what may be told of them, are others than the guide shows
    func guideState(isOther: Bool = false) -> GuideState {
        inWords {
            let wall = WallClock.seconds
            // There may be a hundred thousand, and a held key asks twenty times a second.
            let shown = isOther ? nil : interface.guideList
            let listed = shown == nil ? listedInGuide : nil
            var state = GuideState(
                channels: shown ?? listed?.channels.map { tuner.label($0) } ?? [], current: tuner.selected, now: wall)
            state.filters = listed?.filters ?? interface.guideFilters ?? []
            state.filter = state.filters.contains(guideTable.filter) ? guideTable.filter : .all
            state.playing = selectedChannel.map { tuner.label($0) }
            state.offset = WallClock.offset(at: wall)
            // As it opens, nothing is seen yet: `lookAtGuide` comes before it is painted.
            guard let view = interface.guideView else { return state }
            let reminded = Dictionary(grouping: reminders.all, by: \.channel)
            for id in view.channels {
                guard let channel = tuner.lineup[id] else { continue }
                if tuner.isRestricted(channel) { state.locked.insert(id) }
                // Of one whose name is kept from the screen nothing is told.
                guard !tuner.hidesName(of: channel), let cells = guideTable[id] else { continue }
                if let starts = guideTable.starts {
                    state.matching = state.matching ?? [:]
                    state.matching?[id] = starts[id] ?? []
                }
                state.reminders[id] = reminded[id].map { Set($0.map(\.start)) }
                state.cells[id] = cells.map { GuideState.Cell(start: $0.start, stop: $0.stop, title: $0.title) }
            }
            var hour = view.window.lowerBound - view.window.lowerBound % 900
            while hour < view.window.upperBound {
                state.hours[hour] = WallClock.text(secondsSince1970: hour)
                hour += 900
            }
            state.day = WallClock.day(secondsSince1970: view.time, from: wall)
            if let detail = guideTable.detail, state.cells[detail.channel] != nil {
                var programme = InfoProgramme(
                    label: ProgrammeLabel(detail.programme, on: detail.channel, at: wall))
                programme.describe(detail.programme)
                state.details = GuideState.Details(
                    channel: detail.channel, start: detail.start, programme: programme)
            }
            return state
        }
    }
}
