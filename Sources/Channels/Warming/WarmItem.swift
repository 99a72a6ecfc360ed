import Devices
import MediaCore

/// A channel that is kept warm.
struct WarmItem: Sendable, Equatable {
    let item: ItemID
    let channel: Channel
    var warmth: Warmth
    var isReady = false
    /// The time until which the channel is kept whatever else is wanted, because it was left.
    var keptUntil: HostTime?
    /// The time before which it is not raised again after it was lowered for lack of resources.
    var raisesAfter: HostTime?
    /// The bandwidth that it was begun with at most, in bits a second; nil: any.
    let limit: Double?
    private var lowered = 0

    private static let shortestLow: Duration = .seconds(5)
    private static let longestLow: Duration = .seconds(60)

    init(
        item: ItemID, channel: Channel, warmth: Warmth, isReady: Bool = false, keptUntil: HostTime? = nil,
        limit: Double? = nil
    ) {
        self.item = item
        self.channel = channel
        self.warmth = warmth
        self.isReady = isReady
        self.keptUntil = keptUntil
        self.limit = limit
    }

    /// Lowers the item; each time it is kept low longer, so that it does not go up and down.
    mutating func lower(to warmth: Warmth, at now: HostTime) {
        let wasHidden = self.warmth < .full
        self.warmth = warmth
        if warmth < .picture { isReady = false }
        // From `full` only loading ahead ends.
        guard wasHidden || warmth < .picture else { return }
        lowered = min(lowered + 1, 8)
        raisesAfter = now + min(Self.shortestLow * (1 << (lowered - 1)), Self.longestLow)
    }

    mutating func raise(to warmth: Warmth) {
        self.warmth = warmth
        raisesAfter = nil
    }
}

extension WarmingEvent.Cost {
    /// The seconds of media that are held, beside what is being read.
    private static let heldSeconds = 4.0
    /// The number of pictures that wait, and that the decoder keeps.
    private static let pictures = 7
    private static let unknownPicture = 1920 * 1080 * 3 / 2
    private static let overhead = 1 << 20

    /// The memory in bytes that an item takes, as a rule.
    func memory(at warmth: Warmth, bandwidth: Double) -> Int {
        guard warmth >= .media else { return Self.overhead }
        let media = Int(min(max(0, bandwidth), 1e9) / 8 * Self.heldSeconds)
        guard warmth >= .picture else { return Self.overhead + media }
        let picture = min(max(0, pictureBytes ?? Self.unknownPicture), 1 << 28)
        return Self.overhead + media + picture * Self.pictures
    }
}

extension Channel {
    /// The host of its provider, in lower case; empty when the address has none.
    package var host: String { URLOrigin(url)?.host ?? "" }
}
