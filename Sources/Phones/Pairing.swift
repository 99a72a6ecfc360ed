import MediaCore

/// An offer to pair a phone: open for two minutes, and for one phone.
package struct Pairing: Hashable, Sendable {
    /// What a phone shows that it was at the screen.
    package enum Proof: Hashable, Sendable {
        /// The secret of the picture that a camera reads: 128 bits in hexadecimal.
        case secret(String)
        /// The six digits that are typed.
        case code(String)
    }

    package var secret: String
    package var code: String
    /// From when on it is closed.
    package var end: HostTime
    /// How many more wrong proofs it bears.
    package var triesLeft = mostTries

    /// How long it is open.
    package static let patience = Duration.seconds(120)
    /// With six digits and five tries a guess is right once in two hundred thousand pairings that somebody opened.
    package static let mostTries = 5

    package init(secret: String, code: String, at now: HostTime) {
        self.secret = secret
        self.code = code
        end = now + Self.patience
    }

    func accepts(_ proof: Proof) -> Bool {
        switch proof {
        case .secret(let secret): Secrets.isEqual(secret, self.secret)
        case .code(let code): Secrets.isEqual(code, self.code)
        }
    }
}
