import Commands
import Devices
import Layout
import MediaCore

/// The guide: channels down, time across, one programme with the focus; above it all that is known of that one.
struct GuideScreen: Screen {
    static let row = ScreenRow(id: .guide, kind: .panel, style: .fade(), hiddenBy: [.programme])

    private(set) var state: GuideState
    private(set) var cursor: GuideCursor
    /// The choice of channels, while it is open.
    private(set) var filters: GuideFilters?
    private var held = HeldSteps()
    private var typed: Typed?
    private var light = FocusLight()

    /// The digits of a number or a time that is being typed.
    private struct Typed: Hashable, Sendable {
        /// After so long a digit begins anew.
        static let pause = Duration.milliseconds(1500)
        static let most = 6

        var digits: String
        var last: HostTime
        /// Where the viewer was before the first.
        var row: Int

        /// The seconds since midnight, where four digits are a time; nil: they are none.
        var timeOfDay: Int64? {
            guard digits.count == 4, let number = Int64(digits), number / 100 < 24, number % 100 < 60 else {
                return nil
            }
            return number / 100 * 3600 + number % 100 * 60
        }
    }

    init(_ state: GuideState) {
        self.state = state
        let row = state.channels.firstIndex { $0.id == state.current } ?? 0
        cursor = GuideCursor(row: row, of: state.channels.count, now: state.now, offset: state.offset)
    }

    var focus: Focus? { .guide }
    var frame: Rectangle { Rectangle(Theme.screen) }
    var videoOpacity: Double { 0.35 }
    func inset(_ wish: Look.Inset) -> Rectangle? { wish == .off ? nil : GuidePanel.inset }

    /// The rows that are seen.
    var visible: Range<Int> { cursor.firstRow..<min(state.channels.count, cursor.firstRow + GuideCursor.rows) }
    var channel: ChannelLabel? { state.channels.indices.contains(cursor.row) ? state.channels[cursor.row] : nil }
    /// What covers the cursor in its row.
    var focused: GuideState.Cell? {
        channel.flatMap { channel in
            cells(of: channel.id, in: cursor.time..<cursor.time + 1).first
        }
    }

    /// The programmes of a channel that touch a window, with half hours of nothing where nothing is known.
    func cells(of channel: String, in window: Range<Int64>) -> [GuideState.Cell] {
        var cells: [GuideState.Cell] = []
        var place = window.lowerBound
        func gap(to end: Int64) {
            while place < end {
                let local = place + state.offset
                let slot = place - ((local % GuideCursor.slot) + GuideCursor.slot) % GuideCursor.slot
                let before = cells.last?.stop ?? slot
                let stop = min(end, slot + GuideCursor.slot)
                cells.append(GuideState.Cell(start: max(slot, before), stop: stop, title: ""))
                place = stop
            }
        }
        for cell in state.cells[channel] ?? [] where cell.stop > window.lowerBound && cell.start < window.upperBound {
            if cell.start > place { gap(to: cell.start) }
            guard cell.stop > place else { continue }
            cells.append(cell)
            place = cell.stop
        }
        if place < window.upperBound { gap(to: window.upperBound) }
        return cells
    }

    mutating func press(_ key: ScreenKey, at now: HostTime) -> KeyAnswer {
        let before = GuidePanel.focusPlace(in: self)
        defer { if GuidePanel.focusPlace(in: self) != before { light.leaves(before, at: now) } }
        if let answer = choose(key) { return answer }
        if case .digit(let digit) = key {
            type(digit, at: now)
            return .stay()
        }
        typed = nil
        switch key {
        case .move(let direction) where direction == .up || direction == .down:
            if direction == .up, cursor.row == 0, openFilters() { break }
            let step = held.step(direction, at: now)
            cursor.move(rows: direction == .up ? -step : step, of: state.channels.count)
        case .move(let direction):
            guard let focused else { break }
            cursor.move(direction, over: focused, now: state.now, offset: state.offset)
        case .page(let direction):
            switch direction {
            case .up: cursor.move(rows: -GuideCursor.rows, of: state.channels.count)
            case .down: cursor.move(rows: GuideCursor.rows, of: state.channels.count)
            case .left: cursor.move(days: -1, now: state.now, offset: state.offset)
            case .right: cursor.move(days: 1, now: state.now, offset: state.offset)
            }
        case .confirm:
            guard let channel else { return .leave }
            // What is on is watched at once; of all else the page says what can be done with it.
            if let focused, !focused.title.isEmpty, !focused.isOn(at: state.now) {
                return .stay([.showProgramme(channelID: channel.id, start: focused.start)])
            }
            return .close([.tune(channelID: channel.id)])
        case .back: return .leave
        case .digit, .type, .erase: break
        }
        return .stay()
    }

    /// Goes to the channel of the number that is typed, with each digit; 0 alone leads to the present, and four digits that
    /// are no channel's number to that time of the day that is seen: `2015`.
    private mutating func type(_ digit: Int, at now: HostTime) {
        var entry =
            typed.flatMap { now - $0.last < Typed.pause && $0.digits.count < Typed.most ? $0 : nil }
            ?? Typed(digits: "", last: now, row: cursor.row)
        entry.digits += "\(digit)"
        entry.last = now
        typed = entry
        if let row = state.channels.firstIndex(where: { $0.number == entry.digits }) {
            cursor.move(rows: row - cursor.row, of: state.channels.count)
        } else if entry.digits == "0" {
            cursor.goToNow(state.now, offset: state.offset)
        } else if let time = entry.timeOfDay {
            // The channels on the way there were not meant.
            cursor.move(rows: entry.row - cursor.row, of: state.channels.count)
            cursor.go(toTimeOfDay: time, now: state.now, offset: state.offset)
        }
    }

    /// Opens the choice of channels, where there is one.
    /// - Returns: whether there is
    mutating func openFilters() -> Bool {
        guard state.filters.count > 1 else { return false }
        filters = GuideFilters(
            at: state.filters.firstIndex(of: state.filter) ?? 0, of: state.filters.count)
        return true
    }

    /// What a key does in the choice of channels; nil: it is not open, or the key is no key of it.
    private mutating func choose(_ key: ScreenKey) -> KeyAnswer? {
        guard var choice = filters else { return nil }
        switch key {
        case .move(.left), .move(.right):
            if case .move(let direction) = key { choice.move(direction, of: state.filters.count) }
            filters = choice
        case .move(.up): break
        case .move(.down): filters = nil
        case .confirm:
            filters = nil
            guard state.filters.indices.contains(choice.index) else { break }
            return .stay([.filterGuide(state.filters[choice.index])])
        case .page, .back, .digit, .type, .erase: return nil
        }
        return .stay()
    }

    /// Takes what is known by now; the viewer stays at his channel and his time.
    func following(_ before: Self?) -> Self {
        guard var screen = before else { return self }
        let channel = screen.channel?.id
        screen.state = state
        if state.filters.count < 2 { screen.filters = nil } else { screen.filters?.keepVisible(state.filters.count) }
        if state.channels.indices.contains(screen.cursor.row), state.channels[screen.cursor.row].id == channel {
            screen.cursor.keepRow(within: state.channels.count)
        } else if let channel, let row = state.channels.firstIndex(where: { $0.id == channel }) {
            screen.cursor.move(rows: row - screen.cursor.row, of: state.channels.count)
        } else {
            screen.cursor.keepRow(within: state.channels.count)
        }
        screen.cursor.advance(to: state.now, offset: state.offset)
        return screen
    }

    func parts(at moment: Moment) -> [ScreenPart] { GuidePanel.parts(of: self, light, clock: moment.clock) }

    /// What the box is to know the programmes of.
    var view: GuideView {
        let around =
            max(
                0, visible.lowerBound - GuideCursor.rows)..<min(
                state.channels.count, visible.upperBound + GuideCursor.rows)
        let margin = GuideCursor.span
        return GuideView(
            channels: around.map { state.channels[$0].id },
            window: cursor.window.lowerBound - margin..<cursor.window.upperBound + margin, time: cursor.time,
            focusedChannel: channel?.id, focusedStart: focused.flatMap { $0.title.isEmpty ? nil : $0.start })
    }
}

/// The steps of a key that is held: after two seconds two at once, after five seconds five.
struct HeldSteps: Hashable, Sendable {
    private var direction: Command.Direction?
    private var since = HostTime.zero
    private var last = HostTime.zero

    mutating func step(_ direction: Command.Direction, at now: HostTime) -> Int {
        if direction != self.direction || now - last > .milliseconds(300) { since = now }
        (self.direction, last) = (direction, now)
        let held = now - since
        return held >= .seconds(5) ? 5 : held >= .seconds(2) ? 2 : 1
    }
}

extension Interface {
    /// What has the focus in the guide, where that has the keys and something is known of it.
    package var guideFocus: (channel: String, start: Int64)? {
        top == .guide ? presented(GuideScreen.self)?.view.focused : nil
    }

    /// What the viewer sees of the guide; nil: it is not open.
    package var guideView: GuideView? { presented(GuideScreen.self)?.view }

    /// The choices of channels that the guide has; nil: it is not open.
    package var guideFilters: [GuideState.Filter]? { presented(GuideScreen.self)?.state.filters }

    /// All channels of the guide; nil: it is not open.
    package var guideList: [ChannelLabel]? { presented(GuideScreen.self)?.state.channels }

    /// The channels in the rows of the guide.
    package var guideChannels: [ChannelLabel] {
        presented(GuideScreen.self).map { screen in screen.visible.map { screen.state.channels[$0] } } ?? []
    }
}
