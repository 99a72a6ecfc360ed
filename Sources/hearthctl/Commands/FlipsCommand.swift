import ArgumentParser
import ControlProtocol

struct FlipsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flips", abstract: "How the last channel flips went, in ms since the key.",
        discussion: """
            Below the flips stands what they come to, of all that are kept: p50/p95/p99, warm and cold ones apart, of
            all channels and of each.

            A warm flip is slow when its first picture came later than two vblanks after the key, stood for longer \
            than 55 ms, or had no sound 100 ms later; a cold one when its picture moved later than after 500 ms, or \
            after twice the channel's p50 where five are known. The step that cost most is named.
            """)

    @Option(help: "Only flips to this channel: a number, a name or an id.")
    var channel: String?
    @Option(help: "List so many of the newest, 0 to \(FlipQuery.mostFlips) (default: 20; as JSON \(FlipQuery.usual)).")
    var last: Int?
    @Flag(help: "Only what they come to.")
    var summary = false
    @OptionGroup var connection: ConnectionOptions

    func validate() throws {
        guard last.map((0...FlipQuery.mostFlips).contains) ?? true else {
            throw ValidationError("of the newest flips, 0 to \(FlipQuery.mostFlips) are listed")
        }
        guard channel?.isEmpty != true else { throw ValidationError("a channel has a number, a name or an id") }
    }

    func run() throws {
        var query = "?last=\(summary ? 0 : last ?? (connection.json ? FlipQuery.usual : 20))"
        if let channel { query += "&channel=\(Self.encoded(channel))" }
        let answer = try connection.client.request(.flips, query: query)
        try connection.print(answer, as: FlipList.self) { list in
            summary ? FlipTable.summary(list.summary ?? []) : FlipTable.lines(list)
        }
    }

    /// The text encoded for a query: all but letters and digits as percent-encoded bytes.
    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80, scalar.properties.isAlphabetic || (0x30...0x39).contains(byte) { return String(scalar) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
