/// The numbers and ids that channels of a list were given, for the next time the list is read.
package struct KeptNumbers: Hashable, Sendable, Codable {
    /// Whether the list's own numbers count.
    package var fromList: Bool
    /// The numbers that are not the list's own, by the channels' ids.
    package var given: [String: Int]
    /// The ids of channels that were renamed, and what their own are now.
    package var renamed: [String: String]

    package init(fromList: Bool, given: [String: Int] = [:], renamed: [String: String] = [:]) {
        self.fromList = fromList
        self.given = given
        self.renamed = renamed
    }
}
