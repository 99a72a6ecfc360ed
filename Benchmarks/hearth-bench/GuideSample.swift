import Glibc

/// Writes guides as they are out there: hundreds of channels, two weeks, texts in two languages, people, entities.
///
/// The same for the same length, so that figures can be compared.
struct GuideSample {
    private static let words = """
        the of news café film weather Straße family match season home life day night story city über people world great \
        river war love music police murder dinner train Ärztin journey Köln détective island winter second child market
        """.split(separator: " ").map(String.init)

    /// One an hour for two weeks.
    static let programmesOfChannel = 336

    private var state: UInt64 = 4

    private mutating func random(_ count: Int) -> Int {
        // xorshift64
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(count))
    }

    private mutating func text(_ count: Int) -> String {
        (0..<count).map { _ in Self.words[random(Self.words.count)] }.joined(separator: " ")
    }

    /// How many channels a guide of about so many bytes has.
    static func channels(bytes: Int) -> Int { max(10, min(3000, bytes / 300_000)) }

    /// Writes a guide of about so many bytes.
    /// - Returns: the number of programmes.
    mutating func write(_ path: String, bytes: Int) throws -> Int {
        guard let file = fopen(path, "w") else { throw BenchError("cannot write \(path)") }
        defer { fclose(file) }
        var written = 0
        func put(_ text: String) {
            written += text.utf8.count
            fputs(text, file)
        }
        let channels = Self.channels(bytes: bytes)
        put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE tv SYSTEM \"xmltv.dtd\">\n<tv>\n")
        for channel in 0..<channels {
            put(
                """
                  <channel id="channel\(channel).example">
                    <display-name lang="de">Sender \(channel)</display-name>
                    <display-name>Channel \(channel) HD</display-name>
                    <icon src="http://logos.example.com/\(channel).png?w=100&amp;h=100"/>
                  </channel>

                """)
        }
        var count = 0
        while written < bytes {
            put(programme(count, channel: count / Self.programmesOfChannel % channels))
            count += 1
        }
        put("</tv>\n")
        return count
    }

    private mutating func programme(_ number: Int, channel: Int) -> String {
        let hour = number % Self.programmesOfChannel
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let time = "202611\(two(1 + hour / 24))\(two(hour % 24))"
        let actors = (0..<random(6)).map { _ in
            "      <actor role=\"\(text(2))\">\(text(2))</actor>\n"
        }.joined()
        return """
              <programme start="\(time)0000 +0100" stop="\(time)5500 +0100" channel="channel\(channel).example">
                <title lang="de">\(text(4)) &amp; \(text(1))</title>
                <title lang="en">\(text(4))</title>
                <sub-title lang="de">\(text(3))</sub-title>
                <desc lang="de">\(text(20 + random(60)))</desc>
                <credits>
                  <director>\(text(2))</director>
            \(actors)    </credits>
                <date>20\(two(random(26)))</date>
                <category lang="de">\(text(1))</category>
                <icon src="http://pictures.example.com/\(number).jpg"/>
                <episode-num system="xmltv_ns">\(random(9)) . \(random(20))/20 . </episode-num>
                <rating system="FSK"><value>\(random(3) * 6)</value></rating>
              </programme>

            """
    }
}
