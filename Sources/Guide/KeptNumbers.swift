/// The numbers that channels of a list were given, for the next time the list is read.
package struct KeptNumbers: Hashable, Sendable, Codable {
    /// Whether the list's own numbers count.
    package var fromList: Bool
    /// The numbers that are not the list's own, by the channels' ids.
    package var given: [String: Int]

    package init(fromList: Bool, given: [String: Int] = [:]) {
        self.fromList = fromList
        self.given = given
    }
}
