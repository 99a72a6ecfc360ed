import Base
import Devices
import Logging
import MediaCore
import Playback

/// A film of the owner's that is seen in a loop, filling the screen, where nothing else is to be seen. Its sound is mixed
/// with that of everything else.
///
/// From any thread; nothing blocks.
package final class SplashFilm: Sendable {
    private struct State {
        var rule = Splash()
        var number: UInt64 = 0
        /// The one that is seen, and since when; the one that follows at its end.
        var current: ItemID?
        var since = HostTime.zero
        var next: ItemID?
    }

    /// What is shorter is a picture: it is seen, and not begun again.
    private static let shortest = Duration.seconds(1)

    /// What all rounds of it are to who looks at the screen.
    static let item = ItemID(.max)

    let player: Player
    private let source: MediaSource
    private let clock: any HostClock
    private let logger: Logger
    private let state = Locked(State())
    private let (wakes, waker) = AsyncStream.makeStream(of: HostTime.self, bufferingPolicy: .bufferingNewest(1))

    /// - Parameters:
    ///   - path: of a file that can be played
    ///   - main: what plays everything else
    init(_ path: String, beside main: Player, clock: any HostClock, logger: Logger) {
        player = main.beside(LocalFiles(clock: clock))
        source = MediaSource(url: LocalFiles.address(of: path))
        (self.clock, self.logger) = (clock, logger)
    }

    /// Whether it is on the screen, or about to be.
    var isShown: Bool { state.withLock { $0.current != nil } }

    /// Looks anew at whether it is to be seen.
    ///
    /// - Parameters:
    ///   - isFree: nothing is out, and the box is on
    ///   - isComing: a channel is on its way to the screen
    /// - Returns: whether it comes or goes: wake the display then
    func look(isFree: Bool, isComing: Bool) -> Bool {
        let (changes, wake) = state.withLock { state in
            (handle(.looked(isFree: isFree, isComing: isComing), &state), state.rule.nextWake)
        }
        if let wake { waker.yield(wake) }
        return changes
    }

    /// Begins it again at its end, until cancelled.
    ///
    /// - Parameter comes: called when it comes by itself: let sound out and wake the display then
    func run(_ comes: @escaping @Sendable () -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await event in self.player.events { self.handle(event) } }
            group.addTask {
                for await time in self.wakes {
                    guard (try? await self.clock.sleep(until: time)) != nil else { return }
                    if self.state.withLock({ self.handle(.wake, &$0) }) { comes() }
                }
            }
            await group.waitForAll()
        }
        player.stop()
    }

    private func handle(_ event: Splash.Event, _ state: inout State) -> Bool {
        switch state.rule.handle(event, at: clock.now) {
        case .show:
            let id = prepare(.full, &state)
            (state.current, state.since) = (id, clock.now)
            player.reveal(id)
        case .hide:
            (state.current, state.next) = (nil, nil)
            player.stop()
        case nil: return false
        }
        return true
    }

    private func prepare(_ readiness: ItemReadiness, _ state: inout State) -> ItemID {
        // No other item of the box's has such a number.
        state.number += 1
        let id = ItemID(.max - state.number)
        player.prepare(source, id: id, readiness: readiness)
        return id
    }

    private func handle(_ event: PlayerEvent) {
        switch event.kind {
        case .firstFrameDecoded:
            state.withLock { state in
                guard event.item == state.current else { return }
                follow(&state)
            }
        case .ended:
            state.withLock { state in
                guard let current = state.current, event.item == current, let next = state.next,
                    clock.now - state.since >= Self.shortest
                else { return }
                (state.current, state.since, state.next) = (next, clock.now, nil)
                player.reveal(next)
                player.discard(current)
                follow(&state)
            }
        // A file that is not there now is not waited for.
        case .failed(let failure), .trouble(let failure):
            let wasWanted = state.withLock { state in
                guard event.item == state.current || event.item == state.next else { return false }
                return handle(.failed, &state)
            }
            if wasWanted {
                logger.warning(
                    "the splash film can't be played; '[interface] splash' names it",
                    metadata: ["reason": "\(failure)"])
            }
        default: break
        }
    }

    /// Makes the next round ready beside the one that is seen.
    private func follow(_ state: inout State) {
        guard let current = state.current, state.next == nil else { return }
        let next = prepare(.picture, &state)
        state.next = next
        player.setSuccessor(next, of: current)
    }
}
