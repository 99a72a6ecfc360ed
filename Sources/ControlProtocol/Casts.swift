import FoundationEssentials

/// What other devices in the house may send to the screen, and what of it is there: `hearthctl casts`.
package struct CastList: Codable, Sendable, Equatable {
    /// A device that sends.
    package struct Sender: Codable, Sendable, Equatable {
        /// Its hardware address, or its address in the network.
        package var id: String
        package var name: String
        /// Whether it plays without asking; false: nothing of it is ever played.
        package var allowed: Bool
        package var since: Date

        package init(id: String, name: String, allowed: Bool, since: Date) {
            (self.id, self.name, self.allowed, self.since) = (id, name, allowed, since)
        }
    }

    /// `never`, `prompt` or `automatic`.
    package var mode: String
    /// Whether a test switch says so, and not the configuration.
    package var forced: Bool
    /// The name and address under which other devices find the box; absent: the door is shut.
    package var name: String?
    package var address: String?
    /// What is on the screen, or on its way there.
    package var playing: CastInfo?
    /// What the viewer is asked about.
    package var asking: CastInfo?
    /// Those about whom was decided for good.
    package var senders: [Sender]

    package init(mode: String, forced: Bool, senders: [Sender]) {
        (self.mode, self.forced, self.senders) = (mode, forced, senders)
    }
}

/// Something that another device has sent.
package struct CastInfo: Codable, Sendable, Equatable {
    package var title: String
    package var sender: String
    package var senderID: String

    enum CodingKeys: String, CodingKey {
        case title, sender
        case senderID = "sender_id"
    }

    package init(title: String, sender: String, senderID: String) {
        (self.title, self.sender, self.senderID) = (title, sender, senderID)
    }
}

/// Answers what the screen asks about a device, decides about one for good, or plays a test switch. One of them.
package struct CastRequest: Codable, Sendable, Equatable {
    /// `once`, `always`, `no` or `never`.
    package var answer: String?
    /// The id of a device that plays without asking from now on.
    package var allow: String?
    /// The id of one of which nothing is played.
    package var refuse: String?
    /// The id, or the name, of one about which is asked again.
    package var forget: String?
    /// `never`, `prompt` or `automatic` until the daemon ends, whatever the configuration says; `off`: as that says.
    package var force: String?
    /// Ends what was sent, and gives back what was on before.
    package var stop: Bool?

    package init() {}
}

/// Something was sent to the screen, or what became of it.
package struct CastNews: Codable, Sendable, Equatable {
    package enum What: String, Codable, Sendable { case asked, began, declined, ended, failed }

    package var what: What
    package var cast: CastInfo

    package init(_ what: What, _ cast: CastInfo) { (self.what, self.cast) = (what, cast) }
}
