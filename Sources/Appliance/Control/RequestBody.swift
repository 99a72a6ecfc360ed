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
