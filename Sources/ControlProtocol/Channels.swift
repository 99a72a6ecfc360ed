/// A channel of the lineup.
package struct ChannelInfo: Codable, Sendable, Equatable {
    /// The channel's id; stays the same when the lineup is read again.
    package var id: String
    /// The number that the digits select.
    package var number: Int
    package var name: String
    package var group: String?
    /// All its groups, where it is in more than one.
    package var groups: [String]?
    package var favourite: Bool
    /// Its place among the favourites, from 1; nil: it is none, or that is not told here.
    package var favouritePlace: Int?
    /// Whether a passcode is asked for before it is shown.
    package var restricted: Bool
    /// The programme that is on, if known.
    package var now: String?

    private enum CodingKeys: String, CodingKey {
        case id, number, name, group, groups, favourite, restricted, now
        case favouritePlace = "favourite_place"
    }

    package init(
        id: String, number: Int, name: String, group: String? = nil, groups: [String]? = nil, favourite: Bool = false,
        favouritePlace: Int? = nil, restricted: Bool = false, now: String? = nil
    ) {
        self.id = id
        self.number = number
        self.name = name
        self.group = group
        self.groups = groups
        self.favourite = favourite
        self.favouritePlace = favouritePlace
        self.restricted = restricted
        self.now = now
    }
}

package struct ChannelList: Codable, Sendable, Equatable {
    package var channels: [ChannelInfo]

    package init(channels: [ChannelInfo]) {
        self.channels = channels
    }
}

/// A request to tune, `{"channel": "7"}`: a number, a name, or `next`, `previous`, `last`.
package struct TuneRequest: Codable, Sendable, Equatable {
    package var channel: String

    package init(channel: String) {
        self.channel = channel
    }
}

/// A request to make a channel a favourite, or no longer one: `{"channel": "7"}`; or to put it at a place among them:
/// `{"channel": "7", "place": 1}`.
package struct FavouriteRequest: Codable, Sendable, Equatable {
    package var channel: String
    /// From 1; beyond the last: the last.
    package var place: Int?

    package init(channel: String, place: Int? = nil) {
        self.channel = channel
        self.place = place
    }
}

/// A request to play an address: `{"url": "https://…"}`.
package struct PlayRequest: Codable, Sendable, Equatable {
    package var url: String

    package init(url: String) {
        self.url = url
    }
}

/// A request to set the passcode, `{"passcode": "4711"}`: four to eight digits, or to check one. Only its hash is
/// kept.
package struct PasscodeRequest: Codable, Sendable, Equatable {
    package var passcode: String
    /// The one there is, which only root needs not give.
    package var old: String?

    package init(passcode: String, old: String? = nil) {
        self.passcode = passcode
        self.old = old
    }

    package var isAcceptable: Bool {
        (4...8).contains(passcode.utf8.count) && passcode.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// A request to remove the passcode: `{"old": "4711"}`.
package struct PasscodeClearRequest: Codable, Sendable, Equatable {
    /// The one there is, which only root needs not give.
    package var old: String?

    package init(old: String? = nil) {
        self.old = old
    }
}

/// The empty answer `{}`: the request was carried out.
package struct Done: Codable, Sendable, Equatable {
    package init() {}
}
