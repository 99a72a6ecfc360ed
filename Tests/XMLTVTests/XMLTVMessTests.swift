import Testing

@testable import XMLTV

@Suite("Guides as they are out there")
struct XMLTVMessTests {
    private static func reading(
        _ attributes: String, defaultOffset: Int = 0
    ) throws -> GuideReading {
        let text = "<tv>\n<programme \(attributes)><title>x</title></programme>\n</tv>"
        return try GuideReading(Array(text.utf8), defaultOffset: defaultOffset)
    }

    @Test(
        "Programmes without what they need are left out, and told with their line",
        arguments: [
            ("start=\"20261123\"", XMLTVFault.Kind.programmeWithoutChannel),
            ("start=\"20261123\" channel=\"\"", .programmeWithoutChannel),
            ("start=\"20261123\" channel=\" \"", .programmeWithoutChannel),
            ("channel=\"a\"", .programmeWithoutStart), ("channel=\"a\" start=\"\"", .unreadableStart),
            ("channel=\"a\" start=\"today\"", .unreadableStart), ("channel=\"a\" start=\"20261399\"", .unreadableStart),
        ])
    func leftOut(attributes: String, fault: XMLTVFault.Kind) throws {
        let reading = try Self.reading(attributes)
        #expect(reading.programmes.isEmpty && reading.faults == [fault: 1])
        #expect(reading.report.faults[fault]?.lines == [2])
        #expect(fault.isLoss)
    }

    @Test(
        "What can be mended is, and told",
        arguments: [
            ("channel=\"a\" start=\"20261123180000\" stop=\"20261123190000\"", XMLTVFault.Kind.missingZone, 2, 3600),
            ("channel=\"a\" start=\"20261123180000 IST\"", .unknownZone, 1, nil),
            ("channel=\"a\" start=\"20261123180000 Z\" stop=\"?\"", .unreadableStop, 1, nil),
            ("channel=\"a\" start=\"20261123180000 Z\" stop=\"20261123180000 Z\"", .stopNotAfterStart, 1, 0),
            ("channel=\"a\" start=\"20261123180000 Z\" stop=\"20261123170000 Z\"", .stopNotAfterStart, 1, -3600),
        ] as [(String, XMLTVFault.Kind, Int, Int64?)])
    func mended(attributes: String, fault: XMLTVFault.Kind, count: Int, length: Int64?) throws {
        let reading = try Self.reading(attributes)
        #expect(reading.faults == [fault: count] && !fault.isLoss)
        let programme = try #require(reading.programmes.first)
        #expect(programme.start == 1_795_456_800)
        #expect(programme.stop.map { $0 - programme.start } == length)
    }

    @Test("A time without a zone is in the zone that the caller says")
    func zone() throws {
        let reading = try Self.reading("channel=a start=\"20261123180000\"", defaultOffset: 3600)
        #expect(reading.programmes.first?.start == 1_795_453_200)
        #expect(reading.programmes.first?.channel == "a")
    }

    @Test("A channel without an id is left out")
    func channelWithoutID() throws {
        let reading = try GuideReading("<tv><channel><display-name>x</display-name></channel><channel id=''/></tv>")
        #expect(reading.channels.isEmpty && reading.faults == [.channelWithoutID: 2])
    }

    // MARK: Encodings

    private static func titles(_ head: String, _ title: [UInt8]) throws -> (title: String?, report: XMLTVReport) {
        let reading = try GuideReading(
            Array("\(head)<tv><programme channel=\"a\" start=\"20261123180000 Z\"><title>".utf8) + title
                + Array("</title></programme></tv>".utf8), piece: 7)
        return (reading.programmes.first?.titles.first?.text, reading.report)
    }

    @Test(
        "Text in the encoding that is declared, or in another",
        arguments: [
            ("UTF-8", [0xc3, 0xbc], "ü", false), ("utf8", [0xc3, 0xbc], "ü", false),
            // Latin 1 that is said to be UTF-8, and the other way round.
            ("UTF-8", [0xfc], "ü", true), ("UTF-8", [0xfc, 0x20, 0xc3, 0xbc], "ü ü", true),
            ("UTF-8", [0x93, 0x61, 0x94], "“a”", true), ("ISO-8859-1", [0xc3, 0xbc], "ü", false),
            ("ISO-8859-1", [0xfc], "ü", false), ("ISO-8859-1", [0x80], "€", false),
            ("iso-8859-15", [0xa4], "€", false), ("windows-1252", [0x93, 0xe9, 0x94], "“é”", false),
            ("windows-1251", [0xcf, 0xf0, 0xe8], "При", false), ("KOI8-R", [0xf0, 0xd2, 0xc9], "При", false),
            ("ISO-8859-2", [0xe8], "č", false), ("Big5", [0xa4, 0xa4], "中", false),
            ("GB2312", [0xd6, 0xd0], "中", false), ("Shift_JIS", [0x93, 0xfa], "日", false),
            ("EUC-KR", [0xc7, 0xd1], "한", false), ("UTF-16", [0xc3, 0xbc], "ü", false),
            ("UTF-8", [0xe4, 0x26, 0x61, 0x6d, 0x70, 0x3b, 0xe4], "ä&ä", true),
            ("UTF-8", [0xf0, 0x9f, 0x98], "ðŸ˜", true),
        ] as [(String, [UInt8], String, Bool)])
    func encodings(declared: String, bytes: [UInt8], meant: String, isTold: Bool) throws {
        let (title, report) = try Self.titles("<?xml version=\"1.0\" encoding=\"\(declared)\"?>", bytes)
        #expect(title == meant)
        #expect(report.encoding == declared)
        #expect((report.faults[.otherEncoding]?.count ?? 0) == (isTold ? 1 : 0))
        #expect(report.faults[.unknownEncoding] == nil)
    }

    @Test("An encoding that is not known, or not said")
    func otherEncodings() throws {
        for name in ["x-klingon", "UTF-7", "ISO-2022-JP", "../../x", "iso-8859-1//TRANSLIT"] {
            let (title, report) = try Self.titles("<?xml version='1.0' encoding='\(name)'?>", [0xc3, 0xbc])
            #expect(title == "ü" && report.faults.mapValues(\.count) == [.unknownEncoding: 1], "\(name)")
        }
        for head in ["", "\u{feff}", "\u{feff}<?xml version=\"1.0\"?>", "  \n", "<?xml"] {
            #expect(try Self.titles(head + (head == "<?xml" ? " ?>" : ""), [0xc3, 0xbc]).title == "ü", "\(head)")
        }
    }

    @Test("A declaration that is too long is not looked into, however it comes")
    func longDeclaration() throws {
        let space = String(repeating: " ", count: 2000)
        let text = "<?xml version=\"1.0\"\(space)encoding=\"UTF-7\"?><tv/>"
        for piece in [1, 100, 5000] {
            let reading = try GuideReading(text, piece: piece)
            #expect(reading.report.encoding == nil && reading.faults == [:] && reading.report.isWhole)
        }
    }

    @Test("UTF-16 of both kinds, with a mark or without, in pieces")
    func utf16() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-16"?><tv>
            <programme channel="a" start="20261123180000 Z"><title>ü 😀 日</title></programme></tv>
            """
        for (isBig, hasMark) in [(false, true), (true, true), (false, false), (true, false)] {
            let units = (hasMark ? [0xfeff] : []) + Array(text.utf16)
            let bytes = units.flatMap { unit in
                isBig ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
            }
            for piece in [1, 2, 3, 5, 1000] {
                let reading = try GuideReading(bytes, piece: piece)
                #expect(reading.programmes.first?.titles == [LocalisedText("ü 😀 日")], "\(isBig) \(piece)")
                #expect(reading.programmes.first?.line == 2 && reading.report.isWhole)
            }
            // A surrogate alone.
            let broken = try GuideReading(
                (Array("<tv/>".utf16) + [0xd800, 0x20] + Array("<tv/>".utf16)).flatMap {
                    [UInt8($0 & 255), UInt8($0 >> 8)]
                })
            #expect(broken.report.isWhole)
        }
    }

    // MARK: Bounds

    @Test("What is too long or too much is cut, and told")
    func bounds() throws {
        var limits = XMLTVLimits()
        limits.text = 10
        limits.texts = 2
        limits.people = 3
        limits.ratings = 1
        limits.categories = 1
        limits.identifiers = 1
        limits.depth = 8
        let deep = String(repeating: "<x>", count: 20) + "deep" + String(repeating: "</x>", count: 20)
        let text = """
            <tv>
            <channel id="a">\(String(repeating: "<display-name>n</display-name>", count: 4))</channel>
            <programme channel="a" start="20261123180000 Z">
            <title>0123456789ab</title><title>b</title><title>c</title>
            <desc>01234<!-- -->56789<!-- -->ab\(deep)</desc>
            <credits>\(String(repeating: "<actor>x</actor>", count: 5))</credits>
            <category>x</category><category>y</category>
            <rating><value>1</value></rating><rating><value>2</value></rating>
            <episode-num system="p">1</episode-num><episode-num system="q">2</episode-num>
            </programme>
            <programme channel="a" start="20261123180000 Z"><title>after</title></programme>
            </tv>
            """
        let reading = try GuideReading(text, limits: limits)
        #expect(reading.channels.first?.names.count == 2)
        let programme = try #require(reading.programmes.first)
        #expect(programme.titles == [LocalisedText("0123456789"), LocalisedText("b")])
        #expect(programme.descriptions == [LocalisedText("0123456789")])
        #expect(programme.people.count == 3 && programme.categories.count == 1 && programme.ratings.count == 1)
        #expect(programme.episode.identifiers.count == 1)
        #expect(reading.faults == [.textTooLong: 2, .tooMany: 8, .tooDeep: 1])
        #expect(reading.report.faults[.tooMany]?.lines == [2, 2, 4, 6, 6])
        #expect(reading.programmes.last?.titles == [LocalisedText("after")])
    }

    @Test("A tag that never ends is passed over, and what follows is read")
    func endless() throws {
        for tag in ["<title a=\"", "<!DOCTYPE [", "</title ", "<title "] {
            let long = tag + String(repeating: "x", count: 200_000)
            let text =
                "<tv>\n\(long)\n<programme channel=\"a\" start=\"20261123180000 Z\"><title>after</title></programme></tv>"
            let reading = try GuideReading(text, piece: 10_000)
            #expect(reading.programmes.first?.titles == [LocalisedText("after")], "\(tag)")
            #expect(reading.programmes.first?.line == 3)
        }
    }

    @Test("Nothing is fetched, and nothing grows: entities of a document type are no more than their names")
    func entities() throws {
        let bomb = """
            <?xml version="1.0"?><!DOCTYPE tv [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">
            <!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://example.com/p"> %p; ]>
            <tv><programme channel="a" start="20261123180000 Z"><title>&b;&f;</title></programme></tv>
            """
        let reading = try GuideReading(bomb)
        #expect(reading.programmes.first?.titles == [LocalisedText("&b;&f;")])
        #expect(reading.faults == [.unknownEntity: 1])
    }

    // MARK: Episodes, stars, lengths

    private static func programme(_ content: String) throws -> XMLTVProgramme {
        let text = "<tv><programme channel=\"a\" start=\"20261123180000 +0000\">\(content)</programme></tv>"
        return try #require(try GuideReading(text).programmes.first)
    }

    @Test(
        "Episode numbers",
        arguments: [
            ("xmltv_ns", "1.4.0/2", 2, 5, nil), ("xmltv_ns", "0 . 12/13 . 0/3", 1, 13, 13),
            ("xmltv_ns", "..", nil, nil, nil), ("xmltv_ns", ".5.", nil, 6, nil), ("xmltv_ns", "2..", 3, nil, nil),
            ("xmltv_ns", "1 /4. 0 /10 .", 2, 1, 10), ("xmltv_ns", "x.y", nil, nil, nil),
            ("xmltv_ns", "99999999999999999999.1.", nil, 2, nil), ("xmltv_ns", "-1.-1.", nil, nil, nil),
            ("xmltv_ns", "", nil, nil, nil), ("xmltv_ns", "1/2/3.4/5/6.7.8.9", 2, 5, nil),
            ("onscreen", "S01E02", 1, 2, nil), ("onscreen", "s1 e2", 1, 2, nil),
            ("onscreen", "Season 3, Episode 14", 3, 14, nil), ("onscreen", "1x02", 1, 2, nil),
            ("onscreen", "E5", nil, 5, nil), ("onscreen", "Folge 5", nil, nil, nil),
            ("onscreen", "Series S2 Ep. 7: Title", 2, 7, nil), ("onscreen", "1920x1080", nil, nil, nil),
            ("onscreen", "plus1e2", nil, nil, nil), ("onscreen", "S99999E1", nil, nil, nil),
        ] as [(String, String, Int?, Int?, Int?)])
    func episodes(system: String, text: String, season: Int?, number: Int?, total: Int?) throws {
        let episode = try Self.programme("<episode-num system=\"\(system)\">\(text)</episode-num>").episode
        #expect(episode.season == season && episode.number == number && episode.total == total)
        #expect(episode.text == (system == "onscreen" ? text : nil))
    }

    @Test("Numbers of xmltv_ns count, wherever they stand")
    func surerNumbers() throws {
        let onscreen = "<episode-num system=\"onscreen\">S9E9</episode-num>"
        let exact = "<episode-num system=\"xmltv_ns\">0.1.</episode-num>"
        for content in [onscreen + exact, exact + onscreen] {
            let episode = try Self.programme(content).episode
            #expect(episode.season == 1 && episode.number == 2 && episode.text == "S9E9")
        }
    }

    @Test(
        "Stars and lengths",
        arguments: [
            ("3/5", 0.6), ("7.5 / 10", 0.75), ("4,5/5", 0.9), ("9/5", 1), ("-1/5", 0), ("5/0", nil), ("5", nil),
            ("a/b", nil), ("nan/5", nil), ("1/inf", nil), ("1/2/3", nil), ("1e400/1", nil),
        ] as [(String, Double?)])
    func stars(text: String, value: Double?) throws {
        #expect(try Self.programme("<star-rating><value>\(text)</value></star-rating>").stars == value)
    }

    @Test("Lengths in each unit, and senseless ones")
    func lengths() throws {
        for (units, text, value) in [
            ("minutes", "90", 5400), ("seconds", "90", 90), ("hours", "2", 7200), ("x", "1", 60),
            ("hours", "999999999", 3_599_999_996_400), ("minutes", "9999999999", nil), ("minutes", "-1", nil),
            ("minutes", "an hour", nil),
        ] as [(String, String, Int?)] {
            #expect(try Self.programme("<length units=\"\(units)\">\(text)</length>").length == value, "\(text)")
        }
    }
}
