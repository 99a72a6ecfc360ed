import Devices
import MediaCore

/// Decides which bytes of a file are fetched as a reader goes through it: on from where it is, and from elsewhere when it
/// goes there.
///
/// What is here is one stretch, the window. A reader that goes a little beyond it waits for what is on its way; further on,
/// or back, another request begins (RFC 9110, 14.2) and the window with it.
struct FileBody: Sendable {
    enum Event: Sendable {
        /// The reader wants this byte next, counted from 0.
        case reads(Int)
        /// Something else needs the line, or no longer does.
        case pause(Bool)
        /// `isSame`: it is about the file that is known.
        case answered(FetchResponse, isSame: Bool)
        case came(Int)
        /// Nil: all that was asked for has come.
        case ended(FetchError?)
        /// What failed is tried again.
        case again
    }

    enum Pace: Sendable, Hashable {
        case goes
        /// There is enough of it.
        case rests
        /// Others need the line.
        case givesWay
    }

    enum Action: Sendable, Hashable {
        /// Ask for all from this byte on.
        case fetch(from: Int)
        /// Give the request up.
        case stop
        case pace(Pace)
        /// It can't be had: nothing more is fetched until `again`.
        case fail(FetchError)
        /// It can't be had, and trying again would bring the same.
        case refuse(reason: String)
    }

    /// The bytes that are here.
    private(set) var window = 0..<0
    let length: Int
    private let url: String
    private var place = 0
    private var flight: Flight?
    private var isPaused = false
    private var isFull = false
    private var hasFailed = false

    private struct Flight: Sendable {
        let begin: Int
        var pace = Pace.goes
    }

    /// How much lies ahead of the reader at most; at half of that more is fetched.
    static let most = 4 << 20
    /// What stays of what was read: picture and sound of one time may lie so far apart, and are read by turns.
    static let behind = 1 << 20
    /// How far beyond the window it is rather waited than asked anew.
    static let leap = 1 << 20
    /// How much is passed over of a server that gives no parts.
    static let mostSkipped = 8 << 20

    /// - Parameters:
    ///   - length: its length in bytes
    ///   - isUnderWay: a request is, from its first byte on
    ///   - url: for errors; what is secret in it is not told
    init(length: Int, isUnderWay: Bool, url: String) {
        self.length = max(0, length)
        self.url = url
        if isUnderWay { flight = Flight(begin: 0) }
    }

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .reads(let place): self.place = max(0, place)
        case .pause(let isPaused): self.isPaused = isPaused
        case .answered(let response, let isSame):
            if let fault = fault(of: response, isSame) {
                (flight, hasFailed) = (nil, true)
                return [.stop, .refuse(reason: fault)]
            }
        case .came(let count):
            window = window.lowerBound..<min(length, window.upperBound.addingSaturating(max(0, count)))
        case .ended(nil):
            guard flight != nil else { return [] }
            flight = nil
            guard window.upperBound >= length else {
                return fail(.truncated(url: shownURL, got: window.upperBound, reason: "it ended early"))
            }
        case .ended(let error?):
            guard flight != nil else { return [] }
            return fail(error)
        case .again: hasFailed = false
        }
        return settle()
    }

    private var shownURL: String { RedactedURL(url).description }

    private mutating func fail(_ error: FetchError) -> [Action] {
        (flight, hasFailed) = (nil, true)
        return [.fail(error)]
    }

    private func fault(of response: FetchResponse, _ isSame: Bool) -> String? {
        guard let flight else { return nil }
        if !isSame { return "the file is not the same any more" }
        guard response.acceptsRanges == false, flight.begin > Self.mostSkipped else { return nil }
        return "the server gives no parts of files: it is played from its beginning only"
    }

    private mutating func settle() -> [Action] {
        guard !hasFailed else { return [] }
        var actions = reach()
        window = max(window.lowerBound, min(place - Self.behind, window.upperBound))..<window.upperBound
        let ahead = window.upperBound - place
        if ahead >= Self.most { isFull = true } else if ahead <= Self.most / 2 { isFull = false }
        let pace: Pace = isPaused ? .givesWay : isFull ? .rests : .goes
        if flight != nil, flight?.pace != pace {
            flight?.pace = pace
            actions.append(.pace(pace))
        }
        return actions
    }

    /// Sees to it that what the reader wants comes.
    private mutating func reach() -> [Action] {
        guard place < length else { return [] }
        let isNear = place >= window.lowerBound && place <= window.upperBound.addingSaturating(Self.leap)
        if isNear, flight != nil || place <= window.upperBound {
            guard flight == nil, window.upperBound < length, window.upperBound - place <= Self.most / 2 else {
                return []
            }
        } else {
            window = place..<place
        }
        let isUnderWay = flight != nil
        flight = Flight(begin: window.upperBound)
        isFull = false
        return (isUnderWay ? [.stop] : []) + [.fetch(from: window.upperBound)]
    }
}
