import Screens

extension Gallery {
    /// What 6397 found.
    static var search: SearchState {
        var state = SearchState("evening 6397")
        state.words = ["news", "newsroom", "mesquite", "newport", "nerves"]
        state.results = [
            SearchState.Result(channel: two, title: two.displayName, note: programme.title, isOn: true),
            SearchState.Result(channel: long, title: long.displayName, note: longProgramme.title, isOn: true),
            SearchState.Result(
                channel: one, start: 1_764_011_700, title: "Evening News", note: "20:15 – 21:00 · \(one.name)",
                isOn: true),
        ]
        state.results += (0..<9).map { index in
            SearchState.Result(
                channel: index == 3 ? arabic : two, start: 1_764_100_000 + Int64(index) * 86_400,
                title: index == 2 ? longProgramme.title : "Evening News",
                note: "Friday, \(28 + index % 3) November 21:00 – 21:45 · \(two.name)", isOn: false)
        }
        state.playing = two
        return state
    }
}
