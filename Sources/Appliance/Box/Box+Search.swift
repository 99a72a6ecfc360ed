import Channels
import Commands
import Guide
import GuideStore
import MediaCore
import Screens

/// Looks for channels and programmes by what is typed.
extension Box {
    private static let mostChannels = 40
    /// So many programmes are asked for: those that are over are among them.
    private static let mostProgrammes = 120
    /// So long ago what may still be on has begun, in seconds.
    private static let reach: Int64 = 4 * 3600
    private static let mostWords = 12

    func showSearch() -> CommandResult {
        guard interface.searchText == nil else { return .nothingToDo }
        tellSearch(.asked(""))
        tell(.showSearch(searchState("")))
        return .done
    }

    /// Looks whether the search was closed: after anything that the interface was told.
    func lookAtSearch() {
        if content.text != nil, interface.searchText == nil { tellSearch(.closed) }
    }

    /// Carries out what the search needs.
    func perform(_ effect: ContentSearch.Effect) {
        switch effect {
        case .show:
            if let text = content.text, interface.searchText != nil { tell(.found(searchState(text))) }
        case .ask(let text):
            guard let guide = devices.guide else { return tellSearch(.found([], words: [], of: text)) }
            let from = WallClock.seconds.addingSaturating(-Self.reach)
            errands.begin { [weak self] in
                var meanings: [String: [String]] = [:]
                for word in Set(text.split(separator: " ")) where TelephoneKeys.mayBeWord(word) {
                    meanings[String(word)] = await guide.words(byKeys: String(word), limit: Self.mostWords)
                }
                let found = await guide.search(
                    ContentSearch.question(text, meanings), from: from, limit: Self.mostProgrammes)
                let last = text.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
                await self?.tellSearch(
                    .found(
                        found.map { ContentSearch.Showing(channel: $0.channel, programme: $0.programme) },
                        words: meanings[last] ?? [], of: text))
            }
        }
    }

    private func searchState(_ text: String) -> SearchState {
        inWords {
            var state = SearchState(text)
            let wall = WallClock.seconds
            state.playing = selectedChannel.map { tuner.label($0) }
            state.isComplete = content.isComplete
            // Of one whose name is kept from the screen nothing is told: neither that it has the name.
            let channels = tuner.lineup.search(text, limit: Self.mostChannels).filter { !tuner.hidesName(of: $0) }
            state.results = channels.map { channel in
                let label = tuner.label(channel)
                return SearchState.Result(
                    channel: label, title: label.displayName,
                    note: tuner.programme(on: channel, in: listings).now?.title, isOn: true)
            }
            state.results += content.showings.compactMap { showing in
                guard showing.programme.stop > wall, let channel = tuner.lineup[showing.channel],
                    !tuner.hidesName(of: channel)
                else { return nil }
                let label = tuner.label(channel)
                let isOn = showing.programme.start <= wall
                let programme = ProgrammeLabel(showing.programme, on: showing.channel, at: isOn ? wall : nil)
                return SearchState.Result(
                    channel: label, start: showing.programme.start, title: programme.title,
                    note: [programme.times, label.displayName].compactMap(\.self).joined(separator: " · "), isOn: isOn)
            }
            if let last = text.split(separator: " ", omittingEmptySubsequences: false).last,
                TelephoneKeys.mayBeWord(last)
            {
                let own = tuner.lineup.words(byKeys: String(last), limit: Self.mostWords) { !tuner.hidesName(of: $0) }
                state.words = own + content.words.filter { !own.contains($0) }
            }
            return state
        }
    }
}
