/// The setting that says where channels have their numbers from.
package enum ChannelNumbering: String, Sendable, CaseIterable {
    /// The list's own numbers where they tell channels apart, else the order of the list.
    case auto
    /// The list's own numbers, whatever they are.
    case list
    /// The order of the list.
    case order
}
