import MediaCore
import Testing

@testable import HLS

@Suite("Attribute lists (§4.2)")
struct AttributeListTests {
    private func list(_ text: String, _ mode: ParsingMode = .strict, tag: String = "EXT-X-TEST") throws -> AttributeList
    {
        try AttributeList(
            ArraySlice(text.utf8), tag: tag, mode: mode,
            variables: VariableTable(imports: nil, url: "https://h.example/"))
    }

    private func isRefused(_ text: String, _ read: (inout AttributeList) throws -> Void = { _ in }) -> Bool {
        do {
            var list = try list(text)
            try read(&list)
            return false
        } catch TagFault.refused {
            return true
        } catch {
            return false
        }
    }

    @Test("Commas and equals signs in quotes are data")
    func commasInQuotes() throws {
        var read = try list(#"CODECS="avc1.64001f,mp4a.40.2",URI="a?b=c,d=e",BANDWIDTH=7"#)
        #expect(try read.list("CODECS") == ["avc1.64001f", "mp4a.40.2"])
        #expect(try read.string("URI") == "a?b=c,d=e")
        #expect(try read.integer("BANDWIDTH") == 7)
        #expect(read.faults.isEmpty)
    }

    @Test("One name twice: strict refuses, lenient keeps the first")
    func twice() throws {
        #expect(isRefused("A=1,A=1"))
        var read = try list("A=1,A=2", .lenient)
        #expect(try read.integer("A") == 1)
        #expect(read.faults == [.repeatedAttribute(tag: "EXT-X-TEST", "A")])
    }

    static let malformed = [
        "A", "=1", "A=", "A=,B=1", "a=1", "A_B=1", "A =1", "A= 1", "A=1 ,B=2", "A=1, B=2", " A=1", ",A=1", "A=1,,B=2",
        "A=1,", #"A="x"y,B=1"#, #"A="x"#, "A\u{00E9}=1",
    ]

    @Test("A list against the grammar: strict refuses, lenient reads the rest", arguments: malformed)
    func malformedLists(text: String) throws {
        #expect(isRefused(text))
        #expect(try !list(text, .lenient).faults.isEmpty)
    }

    @Test("Lenient mode reads attributes with blanks round them")
    func blanks() throws {
        var read = try list(#" METHOD=AES-128 , IV = 0x01 ,URI= "k" "#, .lenient)
        #expect(try read.token("METHOD") == "AES-128")
        #expect(try read.hexadecimal("IV") == "0x01")
        #expect(try read.string("URI") == "k")
    }

    @Test(
        "decimal-integer is 1 to 20 digits below 2⁶⁴",
        arguments: [
            ("0", 0), ("00000000000000000007", 7), ("18446744073709551615", UInt64.max),
            ("18446744073709551616", nil), ("000000000000000000001", nil), ("-1", nil), ("+1", nil), ("1e3", nil),
            ("0x10", nil), ("", nil), ("1.5", nil), (" 1", nil),
        ] as [(String, UInt64?)])
    func integers(text: String, value: UInt64?) throws {
        #expect(Numeral.integer(text.utf8) == value)
        guard !text.isEmpty, text.first != " " else { return }
        #expect(isRefused("A=\(text)") { _ = try $0.integer("A") } == (value == nil))
    }

    @Test("Lenient mode cuts the fraction of an integer off, and leaves other values out")
    func looseIntegers() throws {
        var read = try list("A=1280000.5,B=-2,C=1e3", .lenient)
        #expect(try read.integer("A") == 1_280_000)
        #expect(try read.integer("B") == nil && read.integer("C") == nil)
        #expect(read.faults.count == 3)
    }

    @Test("Seconds are read exactly, and only the signed type has a sign")
    func seconds() {
        #expect(Numeral.seconds("5.76".utf8) == .milliseconds(5760))
        #expect(Numeral.seconds("10".utf8) == .seconds(10))
        #expect(Numeral.seconds(".5".utf8) == .milliseconds(500))
        #expect(Numeral.seconds("6.".utf8) == .seconds(6))
        #expect(Numeral.seconds("0.000000000000000001".utf8) == Duration(secondsComponent: 0, attosecondsComponent: 1))
        #expect(Numeral.seconds("-12.5".utf8, isSigned: true) == .milliseconds(-12500))
        #expect(Numeral.seconds("99999999999999999999999".utf8) == .seconds(9_223_372_036))
        for text in ["-1", "+1", "", ".", "1e3", "1.2.3", "inf", "nan", "1 ", "0x1"] {
            #expect(Numeral.seconds(text.utf8) == nil, "\(text)")
        }
        #expect(Numeral.seconds("--1".utf8, isSigned: true) == nil && Numeral.seconds("-".utf8, isSigned: true) == nil)
    }

    @Test("decimal-resolution is two integers round an x")
    func resolutions() throws {
        var read = try list("A=1920x1080,B=1920X1080,C=1920,D=x,E=1x2x3,F=99999999999x1", .lenient)
        #expect(try read.resolution("A") == PixelSize(width: 1920, height: 1080))
        #expect(try read.resolution("B") == PixelSize(width: 1920, height: 1080))
        for name in ["C", "D", "E", "F"] { #expect(try read.resolution(name) == nil) }
        for text in ["A=1920X1080", "A=1920", "A=1920x", #"A="1x1""#] {
            #expect(isRefused(text) { _ = try $0.resolution("A") }, "\(text)")
        }
    }

    @Test("hexadecimal-sequence has a prefix and capital digits; lenient mode takes small ones")
    func hexadecimal() throws {
        var read = try list("A=0XAbC,B=0x", .lenient)
        #expect(try read.hexadecimal("A") == "0XAbC" && read.hexadecimal("B") == nil)
        for text in ["A=0xab", "A=AB", "A=0xG", "A=0x", #"A="0xAB""#] {
            #expect(isRefused(text) { _ = try $0.hexadecimal("A") }, "\(text)")
        }
        #expect(!isRefused("A=0X09AF") { _ = try $0.hexadecimal("A") })
    }

    @Test("Quoted and unquoted types are told apart in strict mode")
    func quotes() throws {
        #expect(isRefused("A=x") { _ = try $0.string("A") })
        #expect(isRefused(#"A="YES""#) { _ = try $0.flag("A") })
        #expect(isRefused(#"A="1""#) { _ = try $0.integer("A") })
        #expect(isRefused(#"A="1""#) { _ = try $0.seconds("A") })
        var read = try list(#"A=x,B="YES""#, .lenient)
        #expect(try read.string("A") == "x" && read.flag("B"))
    }

    @Test("A quoted string is empty only where it may be")
    func emptyStrings() throws {
        #expect(isRefused(#"A="""#) { _ = try $0.string("A") })
        var read = try list(#"A="""#)
        #expect(try read.string("A", mayBeEmpty: true) == "")
        var loose = try list(#"A="""#, .lenient)
        #expect(try loose.string("A") == nil && !loose.faults.isEmpty)
    }

    @Test("An unknown entry of an enumerated-string-list is left out alone")
    func enumeratedLists() throws {
        let playlist = try media(
            mediaText(
                #"#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z"# + "\n"
                    + #"#EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:00Z",CUE="ONCE,LATER""#), mode: .strict)
        #expect(playlist.dateRanges.map(\.cue) == [["ONCE"]])
    }
}
