import Foundation

/// The contents of an M3U file.
package struct ChannelList: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case channels
        /// The file is an HLS playlist: its address is itself a channel.
        case hls
        /// The file is a web page or other data, most often an error page of the provider.
        case notAPlaylist
    }

    /// The reason why a line, or something in it, was left out. The rest of the list counts.
    package enum Reason: Hashable, Sendable {
        /// The line is longer than 64 KiB.
        case lineTooLong
        /// No address follows the `#EXTINF`.
        case infoWithoutURL
        /// The line is neither an address nor a path.
        case unusableURL
        /// There are more channels than a list may have (500 000).
        case tooManyChannels
        /// A name, an attribute or a property is longer than 8 KiB; it alone was left out.
        case valueTooLong
        /// A channel has more than 256 attributes or properties; the others were left out.
        case tooManyAttributes
        /// A channel has more than 32 further addresses; the others were left out.
        case tooManyAddresses
        /// The list names more than 1000 guides; the others were left out.
        case tooManyGuides

        /// Whether the rest of the line counts.
        package var keepsLine: Bool {
            self == .valueTooLong || self == .tooManyAttributes || self == .tooManyGuides
        }
    }

    static let longestLine = 64 << 10
    static let longestValue = 8 << 10
    static let mostAttributes = 256
    static let mostAlternates = 32
    static let mostGuides = 1000
    static let mostEntries = 500_000

    package struct Problem: Hashable, Sendable {
        /// The line's number, from 1.
        package var line: Int
        package var reason: Reason
    }

    package var kind: Kind = .channels
    /// The guides' addresses, each once: `x-tvg-url` and `url-tvg`, of all `#EXTM3U` there are.
    package var guides: [String] = []
    /// The minutes by which programmes begin later than the guides say: `tvg-shift` of `#EXTM3U`.
    package var guideShift: Int?
    /// The attributes of `#EXTM3U`: `x-tvg-url`, `tvg-shift`, `catchup-correction`, `refresh`, …, by their lower-case names.
    package var attributes: [String: String] = [:]
    /// The title of the list: `#PLAYLIST`.
    package var title: String?
    package var entries: [ChannelEntry] = []
    /// The first 1000 problems.
    package var problems: [Problem] = []
    /// All of them, however many.
    package var problemCounts: [Reason: Int] = [:]

    package init() {}

    /// The list with relative addresses made absolute. `location` is where the list came from, an
    /// address or a file's path.
    package func resolved(against location: String) -> ChannelList {
        let base = location.contains("://") ? URL(string: location) : URL(fileURLWithPath: location)
        func absolute(_ address: String) -> String {
            address.contains("://") ? address : URL(string: address, relativeTo: base)?.absoluteString ?? address
        }
        var list = self
        list.guides = list.guides.map(absolute)
        for index in list.entries.indices {
            list.entries[index].url = absolute(list.entries[index].url)
            list.entries[index].alternateURLs = list.entries[index].alternateURLs.map(absolute)
        }
        return list
    }
}

extension ChannelList.Reason {
    /// For an administrator.
    package var words: String {
        switch self {
        case .lineTooLong: "longer than 64 KiB"
        case .infoWithoutURL: "#EXTINF without an address after it"
        case .unusableURL: "neither an address nor a path"
        case .tooManyChannels: "more than 500000 channels"
        case .valueTooLong: "a value longer than 8 KiB"
        case .tooManyAttributes: "more than 256 attributes of one channel"
        case .tooManyAddresses: "more than 32 further addresses of one channel"
        case .tooManyGuides: "more than 1000 guides"
        }
    }
}
