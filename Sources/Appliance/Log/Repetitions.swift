import MediaCore

/// Counts what repeats, by its subject: the first is said at once; those that follow are said together, with their
/// number, when a minute is over, and then every ten minutes for as long as there are any.
struct Repetitions<Subject: Hashable & Sendable, Words: Sendable>: Sendable {
    /// Those of a subject that were not said.
    struct Summary: Sendable {
        var subject: Subject
        var count: Int
        /// From the last that was said, or told of, until now.
        var within: Duration
        /// What the newest of them said.
        var newest: Words
    }

    private struct Window {
        var begin: HostTime
        var length: Duration
        var count = 0
        var newest: Words?

        var end: HostTime { begin + length }
    }

    private static var first: Duration { .seconds(60) }
    private static var further: Duration { .seconds(600) }
    /// More subjects at a time are not counted: what they have to say is said.
    private static var most: Int { 256 }

    private var windows: [Subject: Window] = [:]

    /// When `due` has something to do; nil: nothing is counted.
    var nextWake: HostTime? { windows.values.map(\.end).min() }

    /// - Returns: whether it is to be said now; otherwise it is counted
    mutating func note(_ subject: Subject, _ words: Words, at now: HostTime) -> Bool {
        guard var window = windows[subject] else {
            if windows.count < Self.most { windows[subject] = Window(begin: now, length: Self.first) }
            return true
        }
        window.count = window.count < .max ? window.count + 1 : .max
        window.newest = words
        windows[subject] = window
        return false
    }

    /// What is to be said of windows that are over. One without anything in it ends its subject: the next is a first again.
    mutating func due(at now: HostTime) -> [Summary] {
        end {
            now >= $0.end
        } at: {
            now - $0.begin
        } then: {
            Window(begin: now, length: Self.further)
        }
    }

    /// What is left to be said, at the end.
    mutating func finish(at now: HostTime) -> [Summary] {
        end { _ in
            true
        } at: {
            now - $0.begin
        } then: {
            nil
        }
    }

    private mutating func end(
        where isOver: (Window) -> Bool, at length: (Window) -> Duration, then next: () -> Window?
    ) -> [Summary] {
        var summaries: [Summary] = []
        for (subject, window) in windows.sorted(by: { $0.value.begin < $1.value.begin }) where isOver(window) {
            windows[subject] = nil
            guard window.count > 0, let newest = window.newest else { continue }
            summaries.append(Summary(subject: subject, count: window.count, within: length(window), newest: newest))
            windows[subject] = next()
        }
        return summaries
    }
}
