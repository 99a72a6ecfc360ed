import Base
import Devices
import HLS
import MediaCore

/// Lets the sound of one item follow that of another without a gap: it begins at the very time at which the other's ends,
/// before its owner has heard of that end and revealed it.
extension Player {
    /// An item whose sound is to follow another's.
    struct Succession {
        var before: ItemID
        var item: ItemID
        /// When its sound was told to begin; nil: not yet.
        var begins: HostTime?
    }

    /// So long before the end the sound that follows is told to begin: sinks take theirs ahead.
    private static let lead = Duration.milliseconds(300)
    /// More than so much is no filling of a last block: 2048 samples at 44.1 kHz.
    static let longestPadding = Duration.milliseconds(47)
    /// So long it plays unseen until it is revealed.
    private static let patience = Duration.milliseconds(1500)

    /// Names the item whose sound follows that of the one on the screen at its end, if it is ready by then; nil: none
    /// does. It must have been prepared, and is still to be revealed at that end.
    package func setSuccessor(_ item: ItemID?, of before: ItemID) {
        state.withLock { state in
            if let succession = state.succession, succession.item == item, succession.before == before { return }
            endSuccession(&state)
            state.succession = item.map { Succession(before: before, item: $0) }
        }
    }

    /// Lets the sound that follows begin, once the end is near.
    ///
    /// - Parameter end: when the sound of the item on the screen is over; nil: not known yet
    func follow(_ end: HostTime?, _ state: inout State, at time: HostTime) {
        guard let succession = state.succession, state.current?.item.id == succession.before else { return }
        if let begins = succession.begins {
            if time - begins > Self.patience { endSuccession(&state) }
            return
        }
        guard let end, end - time <= Self.lead, state.seek == nil, state.pending == nil,
            state.breaks[succession.before] == nil, state.speed?.item != succession.before,
            let item = state.items[succession.item], let voice = item.voice, let head = voice.head
        else { return }
        // What lies before the beginning is an encoder's, too.
        let start = item.core.withLock { $0.state.progress.window?.start } ?? head
        voice.setRate(1)
        voice.setAudible(true)
        voice.play(media: max(head, start), at: end + state.soundDelay)
        state.succession?.begins = end
    }

    /// Silences the sound that was to follow, if it was told to begin.
    ///
    /// - Parameter keeps: it may be told again
    func endSuccession(keeps: Bool = false, _ state: inout State) {
        guard let succession = state.succession else { return }
        if succession.begins != nil { state.items[succession.item]?.voice?.hold() }
        if keeps { state.succession?.begins = nil } else { state.succession = nil }
    }
}
