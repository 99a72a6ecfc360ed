import FoundationEssentials

/// The channel lists of the box, the first before the others.
package struct ListInfo: Codable, Sendable, Equatable {
    package struct Source: Codable, Sendable, Equatable {
        /// The list's address or path, without its secrets.
        package var source: String
        /// When it was read last, or was found to be as it was; absent: not since the start.
        package var read: Date?
        /// The channels that it gives.
        package var entries: Int
        /// The guides that it names.
        package var guides: Int
        /// Lines that were left out, in whole or in part: `hearthctl channels inspect` tells them.
        package var leftOut: Int
        /// Why it can't be had now; absent: it can. Its channels stay as they were.
        package var trouble: String?

        private enum CodingKeys: String, CodingKey {
            case source, read, entries, guides, trouble
            case leftOut = "left_out"
        }

        package init(
            source: String, read: Date? = nil, entries: Int = 0, guides: Int = 0, leftOut: Int = 0,
            trouble: String? = nil
        ) {
            self.source = source
            self.read = read
            self.entries = entries
            self.guides = guides
            self.leftOut = leftOut
            self.trouble = trouble
        }
    }

    package var lists: [Source]

    package init(lists: [Source] = []) { self.lists = lists }
}
