import Commands
import Devices
import Layout
import MediaCore

/// The search: a field, the keys to type in it, and what was found by now of channels and programmes.
struct SearchScreen: Screen {
    static let row = ScreenRow(id: .search, kind: .panel, style: .fade())
    static let mostVisible = 8

    /// The place of the focus.
    enum Place: Hashable {
        case key(SearchKeyboard.Place)
        /// One of the words that the digits may mean.
        case word(Int)
        case result(Int)
    }

    private(set) var state: SearchState
    private(set) var field = SearchField()
    private(set) var place = Place.key(SearchKeyboard.Place())
    private(set) var firstVisible = 0
    /// Where the keyboard is come back to.
    private var lastKey = SearchKeyboard.Place()
    private var light = FocusLight()

    init(_ state: SearchState) {
        self.state = state
        field.type(state.text)
    }

    var focus: Focus? { .text }
    var frame: Rectangle { Rectangle(Theme.screen) }
    var videoOpacity: Double { 0.35 }
    func inset(_ wish: Look.Inset) -> Rectangle? { wish == .off ? nil : SearchPanel.inset }
    func following(_ before: Self?) -> Self { before ?? self }

    var visible: Range<Int> { firstVisible..<min(state.results.count, firstVisible + Self.mostVisible) }

    var focused: SearchState.Result? {
        guard case .result(let index) = place, state.results.indices.contains(index) else { return nil }
        return state.results[index]
    }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        let before = SearchPanel.place(of: place, in: self)
        defer { if SearchPanel.place(of: place, in: self) != before { light.leaves(before, at: now) } }
        let text = field.text
        switch key {
        case .move(let direction): move(direction)
        case .page(let direction): turnPage(direction)
        case .confirm:
            if let answer = confirm() { return answer }
        case .back: return .leave
        case .digit(let digit): field.type(digit: digit)
        case .type(let more): field.type(more)
        case .erase: field.erase()
        }
        return .stay(field.text == text ? [] : [.search(field.text)])
    }

    /// - Returns: nil where it typed
    private mutating func confirm() -> KeyAnswer? {
        switch place {
        case .key(let place):
            switch SearchKeyboard.key(at: place) {
            case .letter(let letter): field.type(String(letter))
            case .space: field.type(" ")
            case .erase: field.erase()
            case .clear: field.clear()
            }
            return nil
        case .word(let index):
            guard state.words.indices.contains(index) else { return .stay() }
            field.choose(state.words[index])
            place = .key(lastKey)
            return nil
        case .result:
            guard let result = focused else { return .stay() }
            guard let start = result.start, !result.isOn else {
                return .close([.command(.showVideo), .tune(channelID: result.channel.id)])
            }
            return .stay([.showProgramme(channelID: result.channel.id, start: start)])
        }
    }

    private mutating func move(_ direction: Command.Direction) {
        switch place {
        case .key(let key):
            lastKey = key
            if let next = SearchKeyboard.place(direction, from: key) {
                place = .key(next)
                lastKey = next
            } else if direction == .right, !state.results.isEmpty {
                place = .result(firstVisible)
            } else if direction == .up, !state.words.isEmpty {
                place = .word(min(key.column, state.words.count - 1))
            }
        case .word(let index):
            switch direction {
            case .left: place = .word(max(0, index - 1))
            case .right:
                if index + 1 < state.words.count {
                    place = .word(index + 1)
                } else if !state.results.isEmpty {
                    place = .result(firstVisible)
                }
            case .down: place = .key(lastKey)
            case .up: break
            }
        case .result(let index):
            switch direction {
            case .left: place = .key(lastKey)
            case .up: place = .result(max(0, index - 1))
            case .down: place = .result(min(index + 1, state.results.count - 1))
            case .right: break
            }
            keepFocusVisible()
        }
    }

    private mutating func turnPage(_ direction: Command.Direction) {
        guard case .result(let index) = place, direction == .up || direction == .down else { return }
        let step = direction == .up ? -Self.mostVisible : Self.mostVisible
        place = .result(max(0, min(index + step, state.results.count - 1)))
        keepFocusVisible()
    }

    private mutating func keepFocusVisible() {
        guard case .result(let index) = place else { return }
        firstVisible = min(firstVisible, index)
        firstVisible = max(firstVisible, index - Self.mostVisible + 1)
        firstVisible = max(0, min(firstVisible, state.results.count - Self.mostVisible))
    }

    /// Takes what was found; the focus stays with its result, or near its place.
    mutating func take(_ new: SearchState) {
        // What was asked for before the last letter is an answer to another question.
        guard new.text == field.text else { return }
        let before = focused
        let isOther = new.text != state.text
        state = new
        switch place {
        case .key: break
        case .word(let index): place = new.words.isEmpty ? .key(lastKey) : .word(min(index, new.words.count - 1))
        case .result(let index):
            let same = new.results.firstIndex { $0.channel.id == before?.channel.id && $0.start == before?.start }
            place = new.results.isEmpty ? .key(lastKey) : .result(same ?? min(index, new.results.count - 1))
        }
        if isOther, focused == nil { firstVisible = 0 }
        firstVisible = max(0, min(firstVisible, new.results.count - Self.mostVisible))
        keepFocusVisible()
    }

    func parts(at moment: Moment) -> [ScreenPart] { SearchPanel.parts(of: self, light) }
}

extension Interface {
    /// What was typed in the search; nil: it is not open.
    package var searchText: String? { presented(SearchScreen.self)?.field.text }

    /// The programme that has the focus in the search, where that has the keys.
    package var searchFocus: (channel: String, start: Int64)? {
        guard top == .search, let result = presented(SearchScreen.self)?.focused, let start = result.start else {
            return nil
        }
        return (result.channel.id, start)
    }

    /// What the search shows; nil: it is not open.
    package var shownSearch: SearchState? { presented(SearchScreen.self)?.state }
}
