import Devices
import Testing

@Suite("An address as it may be shown")
struct RedactedURLTests {
    @Test(
        "The host and the name of a file are left; account, folders, query and fragment are not",
        arguments: [
            ("https://u:p@h.tv:8/a/b.m3u8?token=1#x", "https://h.tv:8/…/b.m3u8"),
            ("http://h.tv/live/USER/PASS/1.m3u8", "http://h.tv/…/1.m3u8"),
            ("http://h.tv:8080/USER/PASS/123", "http://h.tv:8080/…"),
            ("http://h.tv/USER/PASS", "http://h.tv/…"),
            ("http://h.tv/play/TOKEN/m3u8", "http://h.tv/…"),
            ("http://h.tv/0123456789abcdef0123456789abcdef.m3u8", "http://h.tv/…"),
            ("http://h.tv/get.php?username=USER&password=PASS", "http://h.tv/get.php"),
            ("http://h?token=1", "http://h"), ("http://h/", "http://h/"), ("http://h/login", "http://h/login"),
            ("http://h/TOKEN", "http://h/…"), ("http://h/a\r\nb.ts", "http://h/ab.ts"),
            ("http://u@v@h/a@b", "http://h/…"), ("http://u:pa/ss@h/x.ts", "http://…/…/x.ts"),
            ("http://u:pa?ss@h/x.ts", "http://…"), ("http://u:p@[::1]:80/x.ts", "http://[::1]:80/x.ts"),
            ("http:\\\\u:p@h/x", "…"), ("u:p@h/x", "…"), ("u@h", "…"), ("//u:p@h/x", "//…"),
            // What joins the sign behind it or before it into one letter for readers: U+0D4E and U+0308.
            ("http://ACCOUNT\u{d4e}@h/x.ts", "http://h/x.ts"), ("http://ACCOUNT@\u{308}h/x.ts", "http://…/x.ts"),
            ("http://u\u{d4e}:PASS/x.ts", "http://…/x.ts"), ("http://\u{308}u:p@h/", "http://h/"),
            ("http://e\u{301}cran.tv/x.ts", "http://e\u{301}cran.tv/x.ts"),
            ("http://h/USER\u{d4e}/x.ts", "http://h/…/x.ts"), ("http://h/x.ts?\u{308}token=1", "http://h/x.ts"),
            ("data:text/plain;base64,S0VZ", "data:"), ("/srv/lists/tv.m3u", "/srv/lists/tv.m3u"),
            ("file:///srv/tv.m3u", "file:///srv/tv.m3u"), ("not a url", "not a url"), ("", ""),
        ])
    func shown(url: String, expected: String) {
        #expect(RedactedURL(url).description == expected)
    }

    @Test("Addresses within a text are shown in the same way")
    func texts() {
        #expect(
            RedactedURL.hiding(in: "URI=\"https://h/live/U/P/k.key?t=1\",IV=0x1 at u:2 or (http://u:p@h)")
                == "URI=\"https://h/…/k.key\",IV=0x1 at u:2 or (http://…")
        #expect(RedactedURL.hiding(in: "data:text/plain,S0VZ x") == "data: x")
        #expect(RedactedURL.hiding(in: "http://\u{308}u:PASS@h/ \u{d4e}x:/") == "http://h/ \u{d4e}x:/")
        #expect(RedactedURL.hiding(in: "<a>http://h/U/P</a> <http://u:p@h/x>") == "<a>http://h/…</a> <http://h/x>")
        #expect(
            RedactedURL.hiding(in: "can't get 'http://h/U/P', 'http://h/V/P'") == "can't get 'http://h/…', 'http://h/…'"
        )
        #expect(RedactedURL.hiding(in: "\"http://h/U/P\",\"http://h/V/P\"") == "\"http://h/…\",\"http://h/…\"")
        #expect(RedactedURL.hiding(in: "nothing") == "nothing")
        #expect(RedactedURL.hiding(in: "") == "")
    }

    @Test("A quotation mark in a password doesn't end the address", arguments: ["'", "\"", "<", ">", "'\u{343}"])
    func marks(_ mark: String) {
        for url in ["http://u:p\(mark)PASS@h/x", "http://h/U\(mark)/PASS/1", "https://h/x?p=a\(mark)PASS"] {
            #expect(!RedactedURL.hiding(in: url).contains("PASS"))
            #expect(!RedactedURL.hiding(in: "no answer from \(url), see log").contains("PASS"))
        }
        #expect(!RedactedURL.hiding(in: "'http://h/a'PASS/b'").contains("PASS"))
    }
}
