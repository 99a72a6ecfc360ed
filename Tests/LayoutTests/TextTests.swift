import Layout
import Testing

@Suite("Text from outside")
struct TextTests {
    @Test(
        "Names are made harmless and kept readable",
        arguments: [
            ("BBC One", "BBC One"),
            ("  two\n\tlines \r\n", "two lines"),
            ("bell\u{7}\u{0}rings", "bell rings"),
            ("\u{202e}reversed\u{202c}", "reversed"),
            ("قناة", "قناة"),
            ("👩‍👩‍👧", "👩‍👩‍👧"),
            ("", ""),
        ])
    func cleaning(raw: String, shown: String) {
        #expect(Text(raw, size: 20).string == shown)
    }

    @Test("An endless name is cut before it reaches the painter")
    func bounded() {
        #expect(Text(String(repeating: "x", count: 1_000_000), size: 20).string.count == 400)
    }
}
