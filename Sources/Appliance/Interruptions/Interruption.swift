import MediaCore
import Playback

/// Pauses what plays while something else matters more, a call or who is at the door, and goes on with it afterwards.
///
/// Whoever takes the remote meanwhile decides: what he paused stays paused, what he resumed goes on, and where he went he
/// stays.
struct Interruption: Sendable, Equatable {
    enum Event: Sendable, Equatable {
        /// - Parameters:
        ///   - name: as the screen tells it; nil: it tells nothing
        ///   - duration: the longest that it takes: who began it may be gone by its end
        ///   - playing: the item that plays, and is not paused; nil: none does
        case begin(name: String?, for: Duration, playing: ItemID?)
        /// - Parameter resumes: whether what was paused is to go on
        case end(resumes: Bool)
        /// A hand, or another program, has paused or resumed what plays.
        case paused(Bool)
        /// Another item is on the screen; nil: none is.
        case shows(ItemID?)
        /// The time of `nextWake` has come.
        case wake
    }

    enum Effect: Sendable, Equatable {
        case pause, resume
        case began(name: String?)
        /// - Parameter resumed: whether what plays goes on by it
        case ended(name: String?, resumed: Bool)
    }

    /// The longest that one takes.
    static let longest = Duration.seconds(4 * 3600)

    private struct Standing: Sendable, Equatable {
        var name: String?
        var end: HostTime
        /// What was paused for it, and still is for no other reason; nil: nothing.
        var paused: ItemID?
    }

    private var standing: Standing?

    var isUnderWay: Bool { standing != nil }
    var nextWake: HostTime? { standing?.end }

    /// - Returns: what is to be done, in order
    mutating func handle(_ event: Event, at now: HostTime) -> [Effect] {
        switch event {
        case .begin(let name, let duration, let playing):
            let end = now + min(max(.zero, duration), Self.longest)
            // A second one prolongs the first.
            if var standing {
                standing.name = name ?? standing.name
                standing.end = max(standing.end, end)
                self.standing = standing
                return []
            }
            standing = Standing(name: name, end: end, paused: playing)
            return [.began(name: name)] + (playing == nil ? [] : [.pause])
        case .end(let resumes): return end(resumes: resumes)
        case .paused: standing?.paused = nil
        case .shows(let item): if standing?.paused != item { standing?.paused = nil }
        case .wake: if let standing, standing.end <= now { return end(resumes: true) }
        }
        return []
    }

    private mutating func end(resumes: Bool) -> [Effect] {
        guard let standing else { return [] }
        self.standing = nil
        let goesOn = resumes && standing.paused != nil
        return (goesOn ? [.resume] : []) + [.ended(name: standing.name, resumed: goesOn)]
    }
}
