import MediaCore
import Testing

@testable import HLS

@Suite("References and dates")
struct ReferenceTests {
    @Test(
        "References resolve as RFC 3986 §5.4 says",
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q"),
            ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
            ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../../g", "http://a/g"),
            ("g..", "http://a/b/c/g.."), ("g?y/../x", "http://a/b/c/g?y/../x"), ("https://x/y/../z", "https://x/z"),
        ])
    func references(reference: String, url: String) {
        #expect(URLReference(base: "http://a/b/c/d;p?q").resolve(reference) == url)
    }

    @Test(
        "Dates are read with and without zones",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2010-02-19T14:54:23.031+08:00", 1_266_562_463_031),
            ("2026-11-20T12:00:00", 1_795_176_000_000), ("2024-02-29T00:00:00.5-0130", 1_709_170_200_500),
        ])
    func dates(text: String, milliseconds: Int64) {
        #expect(ProgramDate(iso8601: text) == ProgramDate(nanoseconds: milliseconds * 1_000_000))
    }

    @Test("What is no date is none", arguments: ["", "2026", "2026-13-01T00:00:00Z", "2026-01-01T00:00:00+", "x"])
    func noDates(text: String) {
        #expect(ProgramDate(iso8601: text) == nil)
    }
}
