/// A channel of the lineup.
package struct ChannelInfo: Codable, Sendable, Equatable {
    /// Stays the same when the lineup is read again.
    package var id: String
    /// As the digits select it.
    package var number: Int
    package var name: String
    package var group: String?
    package var favourite: Bool
    /// A passcode is asked for before it is shown.
    package var restricted: Bool
    /// What is on, if known.
    package var now: String?

    package init(
        id: String, number: Int, name: String, group: String? = nil, favourite: Bool = false,
        restricted: Bool = false, now: String? = nil
    ) {
        self.id = id
        self.number = number
        self.name = name
        self.group = group
        self.favourite = favourite
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

/// `{"channel": "7"}`: a number, a name, or `next`, `previous`, `last`.
package struct TuneRequest: Codable, Sendable, Equatable {
    package var channel: String

    package init(channel: String) {
        self.channel = channel
    }
}

/// `{"channel": "7"}`: makes it a favourite, or no longer one.
package struct FavouriteRequest: Codable, Sendable, Equatable {
    package var channel: String

    package init(channel: String) {
        self.channel = channel
    }
}

/// `{"url": "https://…"}`
package struct PlayRequest: Codable, Sendable, Equatable {
    package var url: String

    package init(url: String) {
        self.url = url
    }
}

/// `{"passcode": "4711"}`: four to eight digits. Only its hash is kept.
package struct PasscodeRequest: Codable, Sendable, Equatable {
    package var passcode: String

    package init(passcode: String) {
        self.passcode = passcode
    }

    package var isAcceptable: Bool {
        (4...8).contains(passcode.utf8.count) && passcode.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// `{}`: it was done.
package struct Done: Codable, Sendable, Equatable {
    package init() {}
}
