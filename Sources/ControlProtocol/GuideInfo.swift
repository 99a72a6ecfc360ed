import FoundationEssentials

/// The guides of the box, and how far they reach.
package struct GuideInfo: Codable, Sendable, Equatable {
    package struct Source: Codable, Sendable, Equatable {
        /// The guide's address, without its secrets.
        package var source: String
        /// When it was read last; absent: it has not been read yet.
        package var read: Date?
        /// Programmes that it has for channels of the list.
        package var programmes: Int
        /// How many channels of the list are found in it, and in none before it.
        package var channels: Int
        /// Why it can't be had; absent: it can.
        package var trouble: String?

        package init(source: String, read: Date? = nil, programmes: Int = 0, channels: Int = 0, trouble: String? = nil)
        {
            self.source = source
            self.read = read
            self.programmes = programmes
            self.channels = channels
            self.trouble = trouble
        }
    }

    /// The guides, the first before the others.
    package var guides: [Source]
    /// How many channels there are, and how many of them are in a guide.
    package var channels: Int
    package var matched: Int
    /// The ids of the first 200 channels that are in no guide.
    package var unmatched: [String]

    package init(guides: [Source] = [], channels: Int = 0, matched: Int = 0, unmatched: [String] = []) {
        self.guides = guides
        self.channels = channels
        self.matched = matched
        self.unmatched = unmatched
    }
}

/// Programmes that a search found, the first in time first.
package struct ProgrammeList: Codable, Sendable, Equatable {
    package struct Finding: Codable, Sendable, Equatable {
        package var channel: ChannelInfo
        package var programme: ProgrammeInfo

        package init(channel: ChannelInfo, programme: ProgrammeInfo) {
            self.channel = channel
            self.programme = programme
        }
    }

    /// The most that are told.
    package static let most = 500

    package var programmes: [Finding]

    package init(programmes: [Finding]) { self.programmes = programmes }
}
