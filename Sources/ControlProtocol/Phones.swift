import FoundationEssentials

/// The phones that are paired, in the order in which they were.
package struct PhoneList: Codable, Sendable, Equatable {
    package struct Phone: Codable, Sendable, Equatable {
        /// Eight hexadecimal digits.
        package var id: String
        /// Different from all others'.
        package var name: String
        package var paired: Date
        /// When it was last used since the daemon started; absent: not yet.
        package var seen: Date?

        package init(id: String, name: String, paired: Date, seen: Date? = nil) {
            (self.id, self.name, self.paired, self.seen) = (id, name, paired, seen)
        }
    }

    package var phones: [Phone]
    /// Where phones find the box; absent: the door is shut.
    package var address: String?

    package init(phones: [Phone], address: String? = nil) {
        self.phones = phones
        self.address = address
    }
}

/// An offer to pair a phone: what the screen shows.
package struct PhoneOffer: Codable, Sendable, Equatable {
    /// The page's address, to be typed.
    package var address: String
    /// The address with the secret as its fragment, which browsers send to no server: for a camera.
    package var link: String
    /// The six digits that go with `address`.
    package var code: String
    package var seconds: Int
    /// The rows of the picture of `link` (ISO/IEC 18004, QR code), `#` for what is dark.
    package var picture: [String]

    package init(address: String, link: String, code: String, seconds: Int, picture: [String]) {
        (self.address, self.link, self.code, self.seconds) = (address, link, code, seconds)
        self.picture = picture
    }
}

/// Names the phone to shut out, by its id or name; or all: `{"phone": "1f0c22d9"}`, `{"all": true}`.
package struct PhoneRevokeRequest: Codable, Sendable, Equatable {
    package var phone: String?
    package var all: Bool?

    package init(phone: String? = nil, all: Bool? = nil) {
        self.phone = phone
        self.all = all
    }
}

/// A phone asks to be paired, with what the screen shows: `{"secret": "5ec2…", "name": "Anna's phone"}`, or `"code"` with
/// the six digits.
package struct PhonePairRequest: Codable, Sendable, Equatable {
    package var secret: String?
    package var code: String?
    package var name: String?

    package init(secret: String? = nil, code: String? = nil, name: String? = nil) {
        (self.secret, self.code, self.name) = (secret, code, name)
    }
}

/// What a phone sends with its requests, as `Authorization: Bearer`, until it is revoked.
package struct PhoneToken: Codable, Sendable, Equatable {
    package var token: String
    /// The name under which it is listed.
    package var name: String

    package init(token: String, name: String) {
        self.token = token
        self.name = name
    }
}

/// A phone was paired or shut out.
package struct PhoneNews: Codable, Sendable, Equatable {
    package enum What: String, Codable, Sendable { case paired, revoked }

    package var what: What
    package var id: String
    package var name: String

    package init(_ what: What, id: String, name: String) {
        (self.what, self.id, self.name) = (what, id, name)
    }
}

/// What is on now and what follows, channel by channel: those that are in no guide are missing.
package struct GuideNow: Codable, Sendable, Equatable {
    package struct Entry: Codable, Sendable, Equatable {
        /// The channel's id.
        package var channel: String
        package var now: ProgrammeInfo?
        package var next: ProgrammeInfo?

        package init(channel: String, now: ProgrammeInfo?, next: ProgrammeInfo?) {
            (self.channel, self.now, self.next) = (channel, now, next)
        }
    }

    package var entries: [Entry]

    package init(entries: [Entry]) { self.entries = entries }
}
