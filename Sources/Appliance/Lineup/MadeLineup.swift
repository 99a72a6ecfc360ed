import Channels
import Guide

/// A lineup, and what became known while it was made.
struct MadeLineup: Sendable {
    let entries: [ChannelEntry]
    let guests: Guests
    let lineup: Lineup
    /// The numbers to be kept for the next time.
    let numbers: KeptNumbers?
    /// The lists' addresses, where they had to be looked through.
    let known: KnownAddresses?
    /// Whether it is other than the one before.
    let isOther: Bool
}
