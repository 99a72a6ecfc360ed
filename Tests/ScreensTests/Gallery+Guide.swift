import Screens

extension Gallery {
    /// An evening on nine channels, at 20:32.
    static func guide(withProgrammes: Bool = true) -> GuideState {
        let names = [
            "Erste", "Newsroom 24", "Aurora 7 HD", "Harbour Live", "Cinema Nord", "Kinderwelt", "Sport Eins", long.name,
            arabic.name,
        ]
        let numbers = [1, 6, 7, 8, 21, 30, 41, 1042, 50]
        let evening: Int64 = 1_764_010_800
        let (now, minute) = (evening + 32 * 60, Int64(60))
        var state = GuideState(
            channels: zip(names, numbers).enumerated().map {
                ChannelLabel(id: "c\($0)", number: "\($1.1)", name: $1.0)
            },
            current: "c2", now: now)
        state.playing = state.channels[2]
        state.filters = [.all, .favourites, .group("News"), .group("Films and Series"), .group(long.group ?? "Sport")]
        for slot in -24...24 { state.hours[evening + Int64(slot) * 1800] = String(format(20 * 60 + slot * 30)) }
        state.locked = ["c4"]
        state.reminders = ["c2": [evening + 60 * minute]]
        guard withProgrammes else {
            state.day = "Thursday, 27 November"
            return state
        }
        let rows: [[(from: Int64, minutes: Int64, title: String)]] = [
            [(-40, 84, "Evening Magazine"), (44, 45, "Weather and Roads"), (89, 60, "The Valley")],
            [(-60, 89, "Evening News"), (29, 31, "World Desk"), (60, 30, "Money"), (90, 60, "Debate")],
            [(15, 45, "The Long Evening"), (60, 60, "Northern Kitchens"), (120, 60, "Ice")],
            [(-30, 120, "Harbour Live: Ferries, Cranes, Gulls"), (90, 60, "Night Watch")],
            [(-10, 130, "The Night Tower"), (120, 90, "Paper")],
            [(0, 10, "Bo"), (10, 20, "Pip and the Hill"), (30, 6, "Ink"), (36, 3, "Song"), (39, 51, "Sleep Ship")],
            [(-20, 125, "Cup: Hafen – Bergstadt"), (105, 60, "Highlights")],
        ]
        for (row, cells) in rows.enumerated() {
            state.cells["c\(row)"] = cells.map {
                GuideState.Cell(
                    start: evening + $0.from * minute, stop: evening + ($0.from + $0.minutes) * minute, title: $0.title)
            }
        }
        var programme = infoProgramme
        programme.label?.picture = "poster"
        programme.label?.times = "20:15 – 21:00"
        state.details = GuideState.Details(channel: "c2", start: evening + 15 * minute, programme: programme)
        return state
    }

    /// The guide with a genre chosen: what is of another is dim.
    static func guideOfGenre() -> GuideState {
        var state = guide()
        state.filters.insert(.genre("Film"), at: 2)
        state.filter = .genre("Film")
        let evening: Int64 = 1_764_010_800
        state.matching = ["c2": [evening + 60 * 60], "c4": [evening - 10 * 60]]
        return state
    }

    static func programmePage(isLong: Bool = false) -> ProgrammeState {
        var programme = isLong ? longInfo.tabs.first?.programme ?? infoProgramme : infoProgramme
        programme.label?.picture = "poster"
        var state = ProgrammeState(channel: isLong ? long : one, start: 1_764_011_700, programme: programme)
        state.deeds = isLong ? [.watch, .startOver] : [.remind, .channel]
        state.playing = two
        state.showings = (0..<4).map { index in
            ProgrammeState.Showing(
                channel: index == 2 ? long : two, start: 1_764_100_000 + Int64(index) * 86_400,
                title: index == 2 ? longProgramme.title : "S2 E\(index + 5)",
                times: "Friday, \(28 + index % 3) November 21:00 – 21:45")
        }
        return state
    }

    static let reminder = ReminderNotice(channel: one, title: "The Long Evening", time: "20:15")

    private static func format(_ minutes: Int) -> String {
        let minutes = (minutes + 1440) % 1440
        return (minutes / 60 < 10 ? "0" : "") + "\(minutes / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)"
    }
}
