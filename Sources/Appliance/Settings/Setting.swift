import Commands
import ControlProtocol
import HLS

/// One row of the settings: something a viewer may set, a deed, or a fact.
struct Setting: Hashable, Sendable {
    /// What a row does.
    enum Change: Hashable, Sendable {
        case look(LookWishes)
        case resetLook
        case captions(CaptionWishes)
        case resetCaptions
        case command(Command)
        /// The sound that is preferred on all channels; nil: what the configuration says.
        case audio(RenditionChoice?)
        /// The text, likewise.
        case text(TrackChoices.Text?)
        case readLists, readGuides
        /// Locks what a code opened.
        case lock
        /// Offers to pair a phone.
        case pairPhone
    }

    var id: String
    var title: String
    /// How it is set, or what is so.
    var value: String?
    /// Who sets it, where a viewer does not; or what else is to be said.
    var detail: String?
    /// What left and right do; nil: nothing.
    var less: Change?
    var more: Change?
    /// What OK does; nil: nothing.
    var deed: Change?
    /// Whether the settings close with it, for what is then to be seen.
    var closes = false

    init(_ id: String, _ title: String, _ value: String? = nil) {
        self.id = id
        self.title = title
        self.value = value
    }

    /// A row that goes through values, round and round.
    ///
    /// - Parameters:
    ///   - values: at least one; one that is none of them counts as before the first
    ///   - name: what a value is called
    static func choice<Value: Equatable>(
        _ id: String, _ title: String, _ values: [Value], now value: Value, name: (Value) -> String,
        change: (Value) -> Change
    ) -> Setting {
        var setting = Setting(id, title, name(value))
        guard values.count > 1 || values.first != value, !values.isEmpty else { return setting }
        let index = values.firstIndex(of: value)
        setting.more = change(values[index.map { ($0 + 1) % values.count } ?? 0])
        setting.less = change(values[index.map { ($0 + values.count - 1) % values.count } ?? values.count - 1])
        setting.deed = setting.more
        return setting
    }

    /// A row that goes along numbers and stops at their ends.
    ///
    /// - Parameter values: in order; a value between two of them goes to the next one
    static func number(
        _ id: String, _ title: String, _ values: [Int], now value: Int, name: (Int) -> String, change: (Int) -> Change
    ) -> Setting {
        var setting = Setting(id, title, name(value))
        setting.less = change(values.last { $0 < value } ?? value)
        setting.more = change(values.first { $0 > value } ?? value)
        return setting
    }
}
