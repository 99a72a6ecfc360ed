import Commands
import ControlProtocol

/// The bytes of a request's body.
struct RequestBody: Sendable {
    let bytes: [UInt8]

    /// Reads the message. Throws a `ControlError` that says what is wrong with it.
    func decode<Message: Decodable>(_ type: Message.Type) throws -> Message {
        do {
            return try Wire.decode(type, from: bytes)
        } catch {
            throw ControlError(
                .badRequest, cause: "the request's body is not the JSON expected here: \(reason(error))",
                nextStep: "see docs/hearthctl.md for what it takes")
        }
    }

    private func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has the wrong type"
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has a value that does not exist"
        default: "it cannot be parsed"
        }
    }
}

extension ProposalRequest {
    /// The request, where it makes sense. Throws a `ControlError` otherwise.
    func checked() throws -> Self {
        func bad(_ cause: String, _ nextStep: String) -> ControlError {
            ControlError(.badRequest, cause: cause, nextStep: nextStep)
        }
        guard (channel == nil) != (url == nil) else {
            throw bad("it does not say what to play", "give either a channel or an address")
        }
        if let url, !Command.isAddress(url) {
            throw bad("that is not an address that can be played", "give one that starts with http:// or https://")
        }
        for text in [title, subtitle].compactMap(\.self) where text.isEmpty || text.utf8.count > 500 {
            throw bad("a title has 1 to 500 bytes", "shorten it, or leave it out")
        }
        if let seconds = secondsBeforeEnd, !(0...3600).contains(seconds) {
            throw bad("it can't be shown \(seconds) s before the end", "give 0 to 3600 seconds")
        }
        if let seconds = acceptAfterSeconds, !(3...3600).contains(seconds) {
            throw bad("it can't be played by itself after \(seconds) s", "give 3 to 3600 seconds")
        }
        return self
    }
}
