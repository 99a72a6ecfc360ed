/// What is locked on the box, and why.
package struct ParentalInfo: Codable, Sendable, Equatable {
    /// A channel that is locked, or would be if there were a passcode.
    package struct Locked: Codable, Sendable, Equatable {
        package var channel: ChannelInfo
        /// Why, in words for people.
        package var reason: String
        package var state: State

        package init(channel: ChannelInfo, reason: String, state: State) {
            self.channel = channel
            self.reason = reason
            self.state = state
        }
    }

    /// What becomes of a wish to watch a channel now.
    package enum State: String, Codable, Sendable, CaseIterable {
        /// There is no passcode: nothing is locked.
        case unprotected
        /// A code has opened it.
        case open
        /// A code is asked for.
        case asks
        /// No code is taken yet, after wrong ones.
        case waits
        /// Nothing at the box opens it.
        case never
    }

    /// Whether a passcode is set.
    package var passcode: Bool
    /// `passcode` or `device`.
    package var profile: String
    /// The age from which on ratings are locked; absent: only those marked adult are.
    package var age: Int?
    /// Wrong codes in a row.
    package var wrongCodes: Int
    /// The locked channels, in the order of the lineup.
    package var locked: [Locked]
    /// How many channels are not locked.
    package var free: Int

    enum CodingKeys: String, CodingKey {
        case passcode, profile, age, locked, free
        case wrongCodes = "wrong_codes"
    }

    package init(passcode: Bool, profile: String, age: Int?, wrongCodes: Int, locked: [Locked], free: Int) {
        self.passcode = passcode
        self.profile = profile
        self.age = age
        self.wrongCodes = wrongCodes
        self.locked = locked
        self.free = free
    }
}

/// What came of asking whether a channel may be watched.
package struct AuthorizationInfo: Codable, Sendable, Equatable {
    package enum Result: String, Codable, Sendable, CaseIterable {
        case granted, denied, unavailable
        /// A code is asked for on the screen: an event tells the result.
        case asked
    }

    /// The channel's id.
    package var channel: String
    package var result: Result
    /// Why not: `left`, `wrong_codes`, `device` or `unchecked`; absent when it was granted.
    package var reason: String?

    package init(channel: String, result: Result, reason: String? = nil) {
        self.channel = channel
        self.result = result
        self.reason = reason
    }
}
