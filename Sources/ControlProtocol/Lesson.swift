/// A request to teach an infrared receiver a remote. What is absent is chosen: a new name, the only receiver, the
/// usual keys.
package struct LearnRequest: Codable, Sendable, Equatable {
    package var name: String?
    /// The receiver's id, such as `rc0`.
    package var receiver: String?
    /// The families of protocols that are accepted: `nec`, `rc-6`.
    package var protocols: [String]?
    /// The keys to teach: `ok`, `channel_up`, `KEY_RED`.
    package var keys: [String]?

    package init(name: String? = nil, receiver: String? = nil, protocols: [String]? = nil, keys: [String]? = nil) {
        self.name = name
        self.receiver = receiver
        self.protocols = protocols
        self.keys = keys
    }
}

/// A request about the key that is asked for, or about the lesson.
package struct LessonRequest: Codable, Sendable, Equatable {
    package enum Deed: String, Codable, Sendable, CaseIterable {
        case skip, back
        /// Ends the lesson and keeps what is learnt.
        case stop
        /// Ends the lesson and keeps nothing.
        case cancel
    }

    package var deed: Deed

    package init(deed: Deed) { self.deed = deed }
}

/// One step of a lesson, as told to the client.
package struct LessonInfo: Codable, Sendable, Equatable {
    package enum Step: String, Codable, Sendable, CaseIterable {
        case asked, heard, different, learnt, taken, unwanted, undecodable, ended, kept, failed
        case otherProtocol = "other_protocol"
        case leftOut = "left_out"
        /// Not every protocol can be decoded at once; the reason says why.
        case limited
    }

    package struct Code: Codable, Sendable, Equatable {
        package var `protocol`: String
        package var variant: String
        /// The scancode, such as `0x800f0422`.
        package var scancode: String

        package init(protocol: String, variant: String, scancode: String) {
            self.protocol = `protocol`
            self.variant = variant
            self.scancode = scancode
        }
    }

    package var remote: String
    package var receiver: String
    package var step: Step
    /// The kernel's name of the key that is asked for, was learnt or left out, or has the code already.
    package var key: String?
    package var code: Code?
    /// The number of keys that have a code; `count` are asked for in all.
    package var learnt: Int
    package var count: Int
    /// How the lesson ended, with `ended`: `complete`, `stopped`, `cancelled`, `idle` or `gone`.
    package var ending: String?
    /// The keymap's file, with `kept`.
    package var file: String?
    package var reason: String?

    package init(remote: String, receiver: String, step: Step, learnt: Int, count: Int) {
        self.remote = remote
        self.receiver = receiver
        self.step = step
        self.learnt = learnt
        self.count = count
    }

    /// Whether it is the last step of its lesson.
    package var isLast: Bool {
        step == .kept || step == .failed || (step == .ended && (learnt == 0 || ending == "cancelled"))
    }
}
