import Devices
import MediaCore
import Screens

/// Decides which logos a list of channels fetches: those of the rows that can be seen once it has come to rest. Who runs
/// through thousands of channels wants none of those on the way.
struct ListedArtwork: Sendable {
    private static let rest = Duration.milliseconds(200)

    private var seen: [ChannelLabel] = []
    /// When the list will have rested; nil: nothing is waited for.
    private(set) var nextWake: HostTime?

    /// Notes which channels can be seen in a list now.
    mutating func see(_ channels: [ChannelLabel], at now: HostTime) {
        guard channels != seen else { return }
        seen = channels
        nextWake = channels.contains { $0.logo != nil } ? now + Self.rest : nil
    }

    /// - Returns: the channels whose logos are wanted now
    mutating func wake(at now: HostTime) -> [ChannelLabel] {
        guard let due = nextWake, due <= now else { return [] }
        nextWake = nil
        return seen
    }
}
