import Testing

@testable import XML

@Suite("XML elements")
struct XMLElementTests {
    @Test("Text at any depth, the first element of a name, attributes by local names")
    func reading() throws {
        let root = try #require(
            XMLElement(
                parsing: "<?xml version='1.0'?><a:x b:k='1 &amp; 2'>one <y>two<z/></y><![CDATA[<3>]]></a:x>".utf8))
        #expect(root.name == "x" && root.attributes["k"] == "1 & 2")
        #expect(root.text == "one two<3>")
        #expect(root.first("z") != nil && root.first("w") == nil)
    }

    @Test("What is written is read as it was; what XML can't say is left out")
    func writing() {
        for text in ["", "a < b & \"c\" > 'd'", "]]>", "한국어 🎬", "line\nline\t"] {
            #expect(XMLElement(parsing: "<t>\(text.asXML)</t>".utf8)?.text == text)
            #expect(XMLElement(parsing: "<t k=\"\(text.asXML)\"/>".utf8)?.attributes["k"] == text)
        }
        #expect("a\u{0}\u{1b}b\u{FFFF}".asXML == "ab")
    }

    @Test("What is no XML, is cut or is nested without end is read as far as it goes")
    func broken() {
        #expect(XMLElement(parsing: "".utf8) == nil)
        #expect(XMLElement(parsing: "no".utf8) == nil)
        #expect(XMLElement(parsing: "<a><b>x".utf8)?.text == "x")
        #expect(XMLElement(parsing: String(repeating: "<a>", count: 10_000).utf8) != nil)
        #expect(
            XMLElement(parsing: "<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><a>&e;</a>".utf8)?.text
                .contains("root") != true)
    }
}
