import Testing

@testable import XMLTV

@Suite("Reading guides")
struct XMLTVReaderTests {
    /// A programme of its own guide, all on one line.
    private static func programme(_ content: String) throws -> XMLTVProgramme {
        let text = "<tv><programme channel=\"a\" start=\"20261123180000 +0000\">\(content)</programme></tv>"
        return try #require(try GuideReading(text).programmes.first)
    }

    private static func title(_ content: String) throws -> (title: String?, faults: [XMLTVFault.Kind: Int]) {
        let text = """
            <tv><programme channel="a" start="20261123180000 Z"><title>\(content)</title></programme>\
            <programme channel="b" start="20261123180000 Z"><title>after</title></programme></tv>
            """
        let reading = try GuideReading(text)
        #expect(reading.programmes.last?.titles == [LocalisedText("after")], "\(content)")
        return (reading.programmes.first?.titles.first?.text, reading.faults)
    }

    private static let whole = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE tv SYSTEM "xmltv.dtd" [ <!ENTITY a "<b>]>"> <!-- don't > --> ]>
        <!-- <programme> in a comment -->
        <tv generator-info-name="maker &amp; co" source-info-name='Sender'>
          <channel id="a.de">
            <display-name lang="de">Das Erste</display-name>
            <display-name>ARD</display-name>
            <icon src="http://x/a.png?b=1&amp;c=2"/>
            <icon src="http://x/other.png"/>
            <url>http://a</url>
          </channel>
          <programme start="20261123180000 +0100" stop="20261123190000 +0100" channel="a.de" catchup-id="c7">
            <desc lang="de">Eine lange
                Beschreibung.</desc>
            <title lang="de">Tür &amp; Tor</title>
            <title lang="en">Door</title>
            <sub-title>Zwei</sub-title>
            <credits>
              <director>D One</director>
              <actor role="Ann">A Two <image type="person">http://x/p.jpg</image> <url>http://y</url></actor>
              <guest>G</guest>
              <unknown>nobody</unknown>
            </credits>
            <date>1990</date>
            <category>Krimi</category>
            <keyword lang="en">murder</keyword>
            <language>German</language>
            <length units="minutes">60</length>
            <image>http://x/b.jpg</image>
            <icon src="http://x/i.jpg" width="1"/>
            <episode-num system="xmltv_ns"> 1 . 12/13 . 0/3 </episode-num>
            <episode-num>S2 E13</episode-num>
            <episode-num system="dd_progid">EP01</episode-num>
            <video><quality>HDTV</quality></video>
            <subtitles type="teletext"><language>English</language></subtitles>
            <rating system="FSK"><value>16</value><icon src="x"/></rating>
            <rating>PG</rating>
            <star-rating><value>3 / 5</value></star-rating>
            <review type="text">good</review>
            <previously-shown start="1990"/><premiere/><new/><live/>
          </programme>
          <programme start="20261123190000 +0100" channel="a.de"><title><![CDATA[ <b> & ]] &amp; ]]></title></programme>
        </tv>

        """

    @Test("All that is read of a channel and a programme")
    func all() throws {
        let reading = try GuideReading(Self.whole)
        #expect(reading.faults == [:])
        #expect(reading.report.isWhole)
        #expect(reading.report.generator == "maker & co" && reading.report.source == "Sender")
        #expect(reading.report.encoding == "UTF-8")
        #expect(reading.report.channels == 1 && reading.report.programmes == 2)
        #expect(reading.report.span == 1_795_453_200...1_795_456_800)
        var channel = XMLTVChannel(id: "a.de", line: 5)
        channel.names = [LocalisedText("Das Erste", language: "de"), LocalisedText("ARD")]
        channel.icon = "http://x/a.png?b=1&c=2"
        #expect(reading.channels == [channel])
        var programme = XMLTVProgramme(channel: "a.de", start: 1_795_453_200, line: 12)
        programme.stop = 1_795_456_800
        programme.catchupID = "c7"
        programme.titles = [LocalisedText("Tür & Tor", language: "de"), LocalisedText("Door", language: "en")]
        programme.subtitles = [LocalisedText("Zwei")]
        programme.descriptions = [LocalisedText("Eine lange Beschreibung.", language: "de")]
        programme.people = [
            .init(job: "director", name: "D One"), .init(job: "actor", name: "A Two", part: "Ann"),
            .init(job: "guest", name: "G"),
        ]
        programme.date = "1990"
        programme.categories = [LocalisedText("Krimi")]
        programme.keywords = [LocalisedText("murder", language: "en")]
        programme.length = 3600
        programme.icon = "http://x/b.jpg"
        programme.episode.season = 2
        programme.episode.number = 13
        programme.episode.total = 13
        programme.episode.text = "S2 E13"
        programme.episode.identifiers = ["dd_progid": "EP01"]
        programme.ratings = [.init(value: "16", system: "FSK"), .init(value: "PG")]
        programme.stars = 0.6
        programme.isRepeat = true
        programme.isPremiere = true
        programme.isNew = true
        programme.isLive = true
        #expect(reading.programmes.first == programme)
        #expect(reading.programmes.last?.titles == [LocalisedText("<b> & ]] &amp;")])
    }

    @Test("Pieces of any size give the same")
    func pieces() throws {
        let mess = Self.whole.replacing("Krimi", with: "I <3 & x &nbsp; <b>y</b>").replacing("</length>", with: "")
        for text in [Self.whole, mess] {
            let whole = try GuideReading(text)
            for piece in Array(1...40) + [1000] {
                let pieces = try GuideReading(text, piece: piece)
                #expect(pieces.channels == whole.channels && pieces.programmes == whole.programmes, "\(piece)")
                #expect(pieces.report == whole.report, "\(piece)")
            }
        }
    }

    @Test("Unwanted programmes are passed over, whatever is in them")
    func unwanted() throws {
        let content = [
            "<title>x</title>", "<desc><![CDATA[</programme><programme channel=\"w\" start=\"2026\">]]></desc>",
            "<!-- </programme> -->", "<p>x</p><credits><actor>c</actor>", "I <3 you < </programmes", "<title", "",
        ]
        let text =
            "<tv>\n"
            + content.map { "<programme channel=\"u\" start=\"x\">\($0)</programme>\n" }.joined()
            + "<programme channel=\"u\" start=\"x\"/>\n<programme channel=\"u\">\n"
            + "<programme channel=\"w\" start=\"20261123180000 Z\"><title>mine</title></programme>\n</tv>"
        for piece in [1, 2, 3, 5, 7, 11, 13, 1000] {
            let reading = try GuideReading(Array(text.utf8), piece: piece) { $0 == "w" }
            #expect(reading.programmes.map(\.titles) == [[LocalisedText("mine")]], "\(piece)")
            #expect(reading.programmes.first?.line == content.count + 4)
            #expect(reading.report.unwanted == content.count + 2 && reading.report.programmes == 1)
            #expect(reading.report.isWhole)
        }
    }

    @Test("Lines are counted right over any number of them")
    func lines() throws {
        for count in [0, 1, 7, 8, 9, 2039, 2040, 2041, 5000, 70_000] {
            let space = String(repeating: "\n", count: count) + String(repeating: "\u{b}", count: count % 5)
            let reading = try GuideReading("<tv>\(space)<programme channel=\"a\" start=\"2026 Z\"/></tv>")
            #expect(reading.programmes.first?.line == count + 1, "\(count)")
        }
    }

    @Test("Who is wanted is asked once for programmes in a row")
    func asked() throws {
        final class Count { var count = 0 }
        let asked = Count()
        let row = String(repeating: "<programme channel=\"a\" start=\"2026\"/>", count: 5)
        let text = "<tv>\(row)<programme channel=\"b\" start=\"2026\"/>\(row)</tv>"
        _ = try GuideReading(Array(text.utf8)) { _ in
            asked.count += 1
            return true
        }
        #expect(asked.count == 3)
    }

    @Test(
        "Text as it is written becomes text as it is meant",
        arguments: [
            ("Tom &amp; Jerry", "Tom & Jerry", nil), ("Tom & Jerry", "Tom & Jerry", .bareAmpersand),
            ("A&B", "A&B", .bareAmpersand), ("&", "&", .bareAmpersand), ("&;", "&;", .bareAmpersand),
            ("caf&eacute;", "café", nil), ("a&nbsp;b", "a b", nil), ("&#233;&#xE9;&#XE9;", "ééé", nil),
            ("&#128512;", "😀", nil), ("&#146;", "’", nil), ("&hellip;", "…", nil),
            ("&nothing;", "&nothing;", .unknownEntity), ("&#xZZ;", "&#xZZ;", .unknownEntity),
            ("a&#0;b", "ab", .controlCharacter), ("a&#xD800;b", "ab", .controlCharacter),
            ("&#99999999;", "", .controlCharacter), ("a\u{1}b\u{7f}", "ab", .controlCharacter),
            ("  a \n\t b  c\r\n", "a b c", nil), ("&#10;a&#32;&#9; b&nbsp;", "a b", nil),
            ("I <3 you", "I <3 you", nil), ("a < b > c", "a < b > c", nil), ("<<>>", "<<>>", nil),
            ("one<br/>two", "one two", nil), ("a <b>bold</b> word", "a bold word", nil),
            ("<![CDATA[a & b &amp; <c>]]>", "a & b &amp; <c>", nil), ("x<![CDATA[y]]>z", "xyz", nil),
            ("<!-- c -->x<?p?>", "x", nil), ("&lt;b&gt;", "<b>", nil), ("]]>", "]]>", nil), ("<!>", "<!>", nil),
            ("<![CDATA[]]>x", "x", nil), ("日本語 &amp; ü", "日本語 & ü", nil),
        ] as [(String, String, XMLTVFault.Kind?)])
    func text(written: String, meant: String, fault: XMLTVFault.Kind?) throws {
        let (title, faults) = try Self.title(written)
        #expect((title ?? "") == meant)
        #expect(Set(faults.keys).subtracting([.withoutTitle]) == Set([fault].compactMap { $0 }), "\(written)")
    }

    @Test("A tag that is broken costs no programme after it")
    func broken() throws {
        for tag in [
            "<b", "<b c=\"", "<b c='d", "<b c=\"d>e", "</b", "</b x", "<b></c></b>", "<b><b>", "</b>", "<a:b/>",
            "<!ELEMENT", "<? ?>", "<b c=>", "<b / >", "<b c=\"a\" c=\"b\">", "<é>", "</>", "</ >",
        ] {
            let (title, _) = try Self.title("x\(tag)")
            #expect(title?.hasPrefix("x") == true, "\(tag)")
        }
    }

    @Test("Ends that are missing, and ends of nothing")
    func ends() throws {
        let text = """
            <tv>
            <channel id="a"><display-name>A
            <channel id="b"><display-name>B</display-name></channel></channel>
            <programme channel="a" start="20261123180000 Z"><title>one</title><desc>d
            <programme channel="a" start="20261123190000 Z"><credits><actor>x</credits><title>two</title></programme>
            </credits>
            </tv>
            """
        let reading = try GuideReading(text)
        #expect(reading.channels.map(\.names) == [[LocalisedText("A")], [LocalisedText("B")]])
        #expect(reading.programmes.map(\.titles) == [[LocalisedText("one")], [LocalisedText("two")]])
        #expect(reading.programmes.first?.descriptions == [LocalisedText("d")])
        #expect(reading.programmes.last?.people.map(\.name) == ["x"])
        #expect(reading.faults == [.missingEnd: 3, .strayEnd: 2])
        #expect(reading.report.faults[.missingEnd]?.lines == [3, 5, 5])
        #expect(reading.report.faults[.strayEnd]?.lines == [3, 6])
        #expect(reading.report.isWhole)
    }

    @Test("What breaks off is told, and its last programme is not given out")
    func breaksOff() throws {
        let bytes = Array(Self.whole.utf8)
        let full = try GuideReading(bytes)
        let begin = Self.whole.components("<channel").utf8.count
        let end = bytes.count - "</tv>\n".utf8.count
        for count in 0..<end + 3 {
            guard let reading = try? GuideReading(Array(bytes[..<count])) else {
                #expect(count <= begin, "\(count)")
                continue
            }
            #expect(!reading.report.isWhole, "\(count)")
            #expect(full.programmes.starts(with: reading.programmes), "\(count)")
        }
        let cut = try GuideReading(Self.whole.components("<title lang=\"en\">"))
        #expect(cut.programmes.isEmpty && cut.channels.count == 1)
        #expect(cut.faults == [.unfinished: 1, .unfinishedProgramme: 1])
    }

    @Test("What is no guide is an error")
    func noGuide() {
        #expect(throws: XMLTVError.notAGuide(element: "html", line: 2)) {
            try GuideReading("<!DOCTYPE html>\n<html><body>404</body></html>")
        }
        #expect(throws: XMLTVError.notAGuide(element: "rss", line: 1)) { try GuideReading("<rss/>") }
        for text in ["", " \n", "404 not found", "#EXTM3U\n", "<?xml version=\"1.0\"?>", "<!-- x"] {
            #expect(throws: XMLTVError.empty, "\(text)") { try GuideReading(text) }
        }
    }

    @Test("An empty guide is a guide, and one without its root nearly")
    func empty() throws {
        #expect(try GuideReading("<tv/>").report.isWhole)
        #expect(try GuideReading("<tv></tv>").faults == [:])
        let reading = try GuideReading("<channel id=\"a\"/><programme channel=\"a\" start=\"2026\"/>")
        #expect(reading.channels.count == 1 && reading.programmes.count == 1)
        // Two guides in one file.
        let two = "<?xml version=\"1.0\"?>\n<tv><channel id=\"a\"/></tv>\n"
        let both = try GuideReading(two + two)
        #expect(both.channels.count == 2 && both.faults == [.behindEnd: 1])
    }
}

extension String {
    /// All before a part.
    fileprivate func components(_ part: String) -> String {
        firstRange(of: part).map { String(self[..<$0.lowerBound]) } ?? self
    }
}
