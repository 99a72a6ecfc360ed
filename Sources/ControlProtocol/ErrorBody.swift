/// The answer to a request that was not carried out: `{"error":{"code","cause","next_step"}}`.
package struct ErrorBody: Codable, Sendable, Equatable {
    package var error: ControlError

    package init(error: ControlError) {
        self.error = error
    }
}

/// A failure that a person or a program can act on.
package struct ControlError: Error, Codable, Sendable, Equatable, CustomStringConvertible {
    package enum Code: String, Codable, Sendable, CaseIterable {
        /// The request makes no sense: an unknown key, a body that is not JSON.
        case badRequest = "bad_request"
        /// Nothing of that name exists: a channel, a route.
        case notFound = "not_found"
        /// The request makes sense, but not at this moment: nothing is playing, there is no TV.
        case notNow = "not_now"
        /// A passcode is needed, or too many wrong ones were given.
        case locked
        /// The caller lacks the right.
        case forbidden
        case tooLarge = "too_large"
        /// Too much was asked in too short a time.
        case tooMany = "too_many"
        case failed

        /// Reads a code; one of a newer daemon counts as `failed`.
        package init(from decoder: any Decoder) throws {
            let name = try decoder.singleValueContainer().decode(String.self)
            self = Code(rawValue: name) ?? .failed
        }
    }

    package var code: Code
    /// The cause of the failure, with its facts.
    package var cause: String
    /// The next step to take.
    package var nextStep: String

    enum CodingKeys: String, CodingKey {
        case code, cause
        case nextStep = "next_step"
    }

    package init(_ code: Code, cause: String, nextStep: String) {
        self.code = code
        self.cause = cause
        self.nextStep = nextStep
    }

    package var description: String { "\(cause)\n\(nextStep)" }

    package var httpStatus: Int {
        switch code {
        case .badRequest: 400
        case .locked, .forbidden: 403
        case .notFound: 404
        case .notNow: 409
        case .tooLarge: 413
        case .tooMany: 429
        case .failed: 500
        }
    }
}
