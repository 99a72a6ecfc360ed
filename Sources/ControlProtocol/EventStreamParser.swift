/// Parses the bytes of a server-sent event stream, in pieces of any size, into messages (WHATWG
/// HTML, "Server-sent events"; `id` and `retry` are not used here and are skipped).
package struct EventStreamParser: Sendable {
    package struct Message: Sendable, Equatable {
        package var event: String
        package var data: String

        package init(event: String = "message", data: String) {
            self.event = event
            self.data = data
        }
    }

    /// The length at which a line is cut, so that a stream without line ends cannot fill the
    /// memory.
    package static let longestLine = 1 << 20

    private var line: [UInt8] = []
    private var endedWithReturn = false
    private var event = ""
    private var data: [String] = []

    package init() {}

    /// Takes the next bytes.
    /// - Returns: the messages that `bytes` completed.
    package mutating func consume(_ bytes: some Sequence<UInt8>) -> [Message] {
        var messages: [Message] = []
        for byte in bytes {
            let wasReturn = endedWithReturn
            endedWithReturn = byte == 0x0d
            switch byte {
            case 0x0a where wasReturn: continue
            case 0x0a, 0x0d:
                if let message = endLine() { messages.append(message) }
            default:
                if line.count < Self.longestLine { line.append(byte) }
            }
        }
        return messages
    }

    private mutating func endLine() -> Message? {
        defer { line.removeAll(keepingCapacity: true) }
        if line.isEmpty {
            defer { (event, data) = ("", []) }
            guard !data.isEmpty else { return nil }
            return Message(event: event.isEmpty ? "message" : event, data: data.joined(separator: "\n"))
        }
        let colon = line.firstIndex(of: 0x3a) ?? line.endIndex
        let field = String(decoding: line[..<colon], as: UTF8.self)
        var value = line[min(colon + 1, line.endIndex)...]
        if value.first == 0x20 { value = value.dropFirst() }
        switch field {
        case "event": event = String(decoding: value, as: UTF8.self)
        case "data": data.append(String(decoding: value, as: UTF8.self))
        default: break  // a comment, or a field of no use here
        }
        return nil
    }

    /// The text of one message, for the sender.
    package static func format(_ message: Message) -> String {
        let lines = message.data.split(separator: "\n", omittingEmptySubsequences: false)
        return "event: \(message.event)\n" + lines.map { "data: \($0)\n" }.joined() + "\n"
    }
}
