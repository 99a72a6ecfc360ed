import Base
import ControlProtocol
import MediaCore
import Sessions

/// Tells those who follow the box what happens, and keeps what they were told last: the state and the warnings, each
/// change once.
struct Bulletin: Sendable {
    private let followers = Locked<[Int: AsyncStream<ControlEvent>.Continuation]>([:])
    private var followerCount = 0
    private var state: PlayState?
    private var nowPlaying = NowPlayingSession()
    /// Whether it will be looked at what is on, once the box has done what it is doing.
    var isLookDue = false
    /// What does not work, by its subject, in words for people.
    private(set) var warnings: [String: String] = [:]

    var hasFollowers: Bool { followers.withLock { !$0.isEmpty } }

    /// The events from now on; those of a follower that does not keep up are dropped, the oldest first.
    mutating func follow() -> AsyncStream<ControlEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ControlEvent.self, bufferingPolicy: .bufferingNewest(256))
        let number = followerCount
        followerCount += 1
        followers.withLock { $0[number] = continuation }
        continuation.onTermination = { [followers] _ in
            followers.withLock { _ = $0.removeValue(forKey: number) }
        }
        return stream
    }

    func publish(_ event: ControlEvent) {
        for follower in followers.withLock({ Array($0.values) }) { follower.yield(event) }
    }

    /// Notes the state.
    /// - Returns: whether it is another than was told last
    mutating func isNews(_ state: PlayState) -> Bool {
        defer { self.state = state }
        return state != self.state
    }

    /// Notes what is on.
    /// - Returns: what is to be told of it; nil where it follows from what was told
    mutating func news(of info: NowPlayingInfo, at time: HostTime) -> NowPlayingSession.News? {
        isLookDue = false
        return nowPlaying.see(info, at: time)
    }

    /// Notes what does not work; nil: it works again.
    /// - Returns: whether that is another text than was told last
    mutating func isNews(_ warning: String?, of subject: String) -> Bool {
        guard warnings[subject] != warning else { return false }
        warnings[subject] = warning
        return true
    }

    /// Ends the streams of all followers.
    func finish() {
        for follower in followers.withLock({ Array($0.values) }) { follower.finish() }
    }
}
