import MediaCore

/// The progress of one download: when it began, what came and how fast.
struct DownloadWatch: Sendable, Hashable {
    private(set) var began: HostTime
    /// The length of the body in bytes, if the server said so.
    private(set) var length: Int?
    private(set) var bytes = 0
    /// When the head of the response came; nil before that.
    private(set) var started: HostTime?
    private(set) var lastByte: HostTime?
    /// Whether the download was paused on purpose: then nothing can be told from how long it took.
    private(set) var hasPaused = false
    /// Byte counts at earlier moments, not older than `window`, to measure the rate from.
    private var marks: [Mark] = []

    private struct Mark: Sendable, Hashable {
        var time: HostTime
        var bytes: Int
    }

    /// The stretch of time over which the rate is measured.
    private static let window = Duration.seconds(2)
    /// Before that a connection has not got up to speed.
    private static let leastSeen = Duration.milliseconds(500)

    init(began: HostTime) {
        self.began = began
    }

    mutating func start(length: Int?, now: HostTime) {
        started = now
        self.length = length.flatMap { $0 > 0 ? $0 : nil }
        marks = [Mark(time: now, bytes: 0)]
    }

    /// Notes that `count` bytes have come so far; returns how many of them are new and since when,
    /// nil if none are.
    mutating func progress(to count: Int, now: HostTime) -> (from: HostTime, bytes: Int)? {
        guard count > bytes, let started else { return nil }
        let new = (from: lastByte ?? started, bytes: count - bytes)
        bytes = count
        lastByte = now
        marks.append(Mark(time: now, bytes: count))
        // One before the window stays, to measure from.
        while marks.count > 2, marks[1].time < now - DownloadWatch.window { marks.removeFirst() }
        return new
    }

    /// Starts measuring anew after a pause.
    mutating func goOn(at now: HostTime) {
        hasPaused = true
        began = now
        guard started != nil else { return }
        started = now
        lastByte = now
        marks = [Mark(time: now, bytes: bytes)]
    }

    /// Bits a second, lately; nil while too little was seen.
    func rate(at now: HostTime) -> Double? {
        guard let started, now - started >= DownloadWatch.leastSeen else { return nil }
        let from = marks.last { $0.time <= now - DownloadWatch.window } ?? marks.first
        guard let from, now > from.time else { return nil }
        return Double(bytes - from.bytes) * 8 / (now - from.time).inSeconds
    }

    /// How long nothing has come: since the last byte, else since the response or the request
    /// began.
    func silence(at now: HostTime) -> Duration { now - (lastByte ?? started ?? began) }
}
