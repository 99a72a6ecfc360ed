import Guide

/// What became of a list's channels, as `hearthctl channels test` tells it; docs/channels-test.md describes the JSON.
struct TrialReport {
    private let entries: [ChannelEntry]
    private let numbers: [Int]
    private var verdicts: [Int: ChannelTrial.Verdict] = [:]
    /// How many channels play.
    private(set) var playing = 0

    init(_ entries: [ChannelEntry], _ numbers: [Int]) {
        self.entries = entries
        self.numbers = numbers
    }

    mutating func add(_ outcome: ChannelTrials.Outcome) {
        verdicts[outcome.channel] = outcome.verdict
        if case .plays = outcome.verdict { playing += 1 }
    }

    func line(_ outcome: ChannelTrials.Outcome) -> String {
        let channel = "\(numbers[outcome.channel])  \(Output.printable(entries[outcome.channel].name))"
        return switch outcome.verdict {
        case .plays(let media): "plays  \(channel)  (\(media))"
        case .fails(let reason): "FAILS  \(channel): \(Output.printable(reason))"
        }
    }

    var summary: String {
        let untried = entries.count - verdicts.count
        return "\(playing) of \(entries.count) channels play, \(verdicts.count - playing) do not"
            + (untried > 0 ? ", \(untried) were not tried" : "")
    }

    func json(isWhole: Bool) -> JSONObject {
        var object = JSONObject()
        object.set("count", UInt64(entries.count))
        object.set("tried", UInt64(verdicts.count))
        object.set("playing", UInt64(playing))
        object.set("whole", .bool(isWhole))
        object.set("channels", .array(verdicts.keys.sorted().map { .object(channel($0)) }))
        return object
    }

    private func channel(_ index: Int) -> JSONObject {
        var object = JSONObject()
        object.set("line", UInt64(max(entries[index].line, 0)))
        object.set("number", UInt64(max(numbers[index], 0)))
        object.set("name", entries[index].name)
        switch verdicts[index] {
        case .plays(let media):
            object.set("plays", .bool(true))
            object.set("media", media)
        case .fails(let reason):
            object.set("plays", .bool(false))
            object.set("reason", reason)
        case nil: break
        }
        return object
    }
}
