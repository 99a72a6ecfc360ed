import MediaCore

/// One of the presentations that a break consists of.
struct BreakAsset: Sendable, Hashable, Identifiable {
    /// Never the same for two of one item.
    let id: Int
    var url: String
    /// As a list states it; nil: it does not.
    var duration: Duration?
    /// How far in it is begun.
    var start: Duration = .zero
}
