import Channels
import GuideStore

/// Looks for channels and programmes while a viewer types: one question to the guide at a time, and the last text next.
struct ContentSearch: Sendable {
    enum Event: Sendable {
        /// This is looked for; empty: nothing.
        case asked(String)
        /// What the guide has of a text, and the words that the digits at its end may mean there.
        case found([Showing], words: [String], of: String)
        /// The search is closed.
        case closed
    }

    enum Effect: Hashable, Sendable {
        /// Ask the guide, and answer with `found`.
        case ask(String)
        /// What is shown is to be told anew.
        case show
    }

    /// A programme on a channel.
    struct Showing: Hashable, Sendable {
        var channel: Channel.ID
        var programme: Programme
    }

    /// What is looked for; nil: the search is not open.
    private(set) var text: String?
    /// The guide's answer to the last text that was asked of it; of another one while the next is on its way.
    private(set) var showings: [Showing] = []
    private(set) var words: [String] = []
    /// The text that is being looked for in the guide.
    private var asking: String?
    private var answered = ""

    /// Whether the guide has answered all that was asked.
    var isComplete: Bool { asking == nil && answered == text ?? "" }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .asked(let text):
            self.text = text
            return [.show] + next()
        case .found(let showings, let words, let text):
            guard asking == text else { return [] }
            asking = nil
            guard self.text != nil else { return [] }
            (self.showings, self.words, answered) = (showings, words, text)
            return [.show] + next()
        case .closed:
            // The question that is out is still waited for: there is never more than one.
            self = ContentSearch(asking: asking)
            return []
        }
    }

    init() {}

    private init(asking: String?) { self.asking = asking }

    private mutating func next() -> [Effect] {
        guard asking == nil, let text, text != answered else { return [] }
        guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
            (showings, words, answered) = ([], [], text)
            return [.show]
        }
        asking = text
        return [.ask(text)]
    }

    /// The text as the guide's index is asked for it: a word of digits is also any of the words that they may mean.
    ///
    /// - Parameter meanings: the words that digits may mean, by these
    static func question(_ text: String, _ meanings: [String: [String]]) -> String {
        text.split(separator: " ").map { word in
            ([String(word)] + (meanings[String(word)] ?? [])).joined(separator: "|")
        }.joined(separator: " ")
    }
}
