/// A channel of the lineup, as an entry of MPRIS's list of tracks.
package struct MPRISTrack: Hashable, Sendable {
    /// The channel's id.
    package let channel: String
    /// The path that names it on the bus.
    let path: String
    package var number: Int
    package var name: String
    /// The address of its logo (http, https).
    package var logo: String?
    package var genre: String?

    package init(channel: String, number: Int, name: String, logo: String? = nil, genre: String? = nil) {
        self.channel = channel
        self.number = number
        self.name = name
        self.logo = logo
        self.genre = genre
        path = MPRISPath.channel(channel)
    }
}

/// What programs have queued, as MPRIS's list of tracks while it plays.
package struct MPRISQueue: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        /// As the queue counts it.
        package var id: Int
        package var title: String

        package init(id: Int, title: String) {
            self.id = id
            self.title = title
        }
    }

    package var entries: [Entry]
    package var current: Int
    /// As MPRIS's `LoopStatus`: None, Track, Playlist.
    package var loop: String

    package init(entries: [Entry], current: Int, loop: String) {
        self.entries = entries
        self.current = current
        self.loop = loop
    }
}

/// Channels that belong together, as one of MPRIS's playlists: the favourites, or a group.
package struct MPRISPlaylist: Hashable, Sendable {
    /// The group's name; nil: the favourites.
    package var group: String?
    package var name: String
    /// The ids of its channels, in order; one at least.
    package var channels: [String]

    package init(group: String?, name: String, channels: [String]) {
        self.group = group
        self.name = name
        self.channels = channels
    }

    var path: String { group.map(MPRISPath.group) ?? MPRISPath.favourites }
}

/// Makes paths of objects from ids, and reads them.
enum MPRISPath {
    /// What stands for no track, by MPRIS.
    static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
    static let favourites = "/io/hearth/playlist/favourites"
    private static let channels = "/io/hearth/channel/"

    static func channel(_ id: String) -> String { channels + escaped(id) }

    static func group(_ name: String) -> String { "/io/hearth/playlist/group/" + escaped(name) }

    /// The path of what is on a channel: another one with each programme, so that nobody sets a place in what is over.
    static func item(_ id: String, channel: String) -> String { self.channel(channel) + "/item/" + escaped(id) }

    /// The channel that a path names, alone or with what is on there; nil: it names none.
    static func channel(of path: String) -> String? {
        guard path.hasPrefix(channels) else { return nil }
        return path.dropFirst(channels.count).split(separator: "/").first.flatMap { unescaped(String($0)) }
    }

    private static let queued = "/io/hearth/queue/"

    static func entry(_ id: Int) -> String { queued + "\(id)" }

    /// The entry of the queue that a path names; nil: it names none.
    static func entry(of path: String) -> Int? { path.hasPrefix(queued) ? Int(path.dropFirst(queued.count)) : nil }

    /// A part of a path: letters and digits as they are, every other byte as `_` and two hexadecimal digits; a single `_`
    /// stands for nothing.
    static func escaped(_ text: String) -> String {
        guard !text.isEmpty else { return "_" }
        var out: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"):
                out.append(byte)
            default: out += [UInt8(ascii: "_"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// The text that a part of a path stands for; nil: it is none of ours.
    static func unescaped(_ part: String) -> String? {
        if part == "_" { return "" }
        var out: [UInt8] = []
        var rest = part.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "_") else {
                out.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digits.firstIndex),
                let low = rest.popFirst().flatMap(digits.firstIndex)
            else { return nil }
            out.append(UInt8(high << 4 | low))
        }
        return String(validating: out, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
