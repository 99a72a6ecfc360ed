import Testing

@testable import UPnP

@Suite("Renderers in the house")
struct FoundRendererTests {
    private static let place = "http://192.168.1.9:49494/desc/device.xml"

    private static func device(_ services: String, type: String = "MediaRenderer:1", base: String = "") -> [UInt8] {
        Array(
            """
            <?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0">\(base)<device>
            <deviceType>urn:schemas-upnp-org:device:\(type)</deviceType><friendlyName> Kitchen\u{7} &amp; bath </friendlyName>
            <modelName>Loud 3</modelName><UDN>uuid:9</UDN><serviceList>\(services)</serviceList></device></root>
            """.utf8)
    }

    private static func service(_ type: String, _ control: String) -> String {
        "<service><serviceType>urn:schemas-upnp-org:service:\(type)</serviceType><controlURL>\(control)</controlURL></service>"
    }

    @Test(
        "Where it is controlled, however its description says it",
        arguments: [
            ("/c", "", "http://192.168.1.9:49494/c"), ("c", "", "http://192.168.1.9:49494/desc/c"),
            ("http://192.168.1.9:49494/x/c", "", "http://192.168.1.9:49494/x/c"),
            ("c", "<URLBase>http://192.168.1.9:49494/base/</URLBase>", "http://192.168.1.9:49494/base/c"),
        ])
    func addresses(_ control: String, _ base: String, _ whole: String) throws {
        let found = try #require(
            FoundRenderer(
                description: Self.device(
                    Self.service("AVTransport:2", control) + Self.service("RenderingControl:1", "/r"), base: base),
                at: Self.place))
        #expect(found.transport == whole && found.rendering == "http://192.168.1.9:49494/r")
        #expect(found.name == "Kitchen & bath" && found.model == "Loud 3" && found.host == "192.168.1.9:49494")
    }

    @Test("None that sends elsewhere, has no transport, or is something else")
    func refused() {
        for control in ["http://192.168.1.1/c", "http://evil.example/c", "https://192.168.1.9:49494/c", ""] {
            #expect(
                FoundRenderer(description: Self.device(Self.service("AVTransport:1", control)), at: Self.place) == nil)
        }
        let service = Self.service("AVTransport:1", "/c")
        #expect(FoundRenderer(description: Self.device(""), at: Self.place) == nil)
        #expect(FoundRenderer(description: Self.device(service, type: "MediaServer:1"), at: Self.place) == nil)
        #expect(FoundRenderer(description: Array("no".utf8), at: Self.place) == nil)
        #expect(FoundRenderer(description: Self.device(service), at: "nowhere") == nil)
    }

    @Test("Where the description of who answers is")
    func locations() {
        func location(_ text: String) -> String? { FoundRenderer.location(in: Array(text.utf8)) }
        #expect(location("HTTP/1.1 200 OK\r\nLocation: http://10.0.0.1/d.xml\r\n\r\n") == "http://10.0.0.1/d.xml")
        for text in [
            "", "NOTIFY * HTTP/1.1\r\nLOCATION: http://10.0.0.1/\r\n", "HTTP/1.1 200 OK\r\nLOCATION: file:///x\r\n",
        ] {
            #expect(location(text) == nil)
        }
    }

    @Test("Answers: with a length, in chunks, to the end; what is cut is none")
    func answers() {
        func body(_ text: String) -> String? {
            HomeHTTP.parse(Array(text.utf8)).map { String(decoding: $0.body, as: UTF8.self) }
        }
        #expect(body("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcd") == "abc")
        #expect(body("HTTP/1.0 200 OK\r\n\r\nabcd") == "abcd")
        #expect(
            body("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=1\r\nab\r\n1\r\nc\r\n0\r\n\r\n") == "abc")
        for text in [
            "", "HTTP/1.1", "hello\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nabc",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\nab",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nab\r\n0\r\n\r\n",
        ] { #expect(body(text) == nil, "\(text)") }
    }

    @Test("Nobody outside the home is asked anything")
    func strangers() {
        for url in [
            "http://8.8.8.8/", "http://evil.example/", "https://192.168.1.9/", "ftp://10.0.0.1/", "http://10.0.0.1/a b",
            "x",
        ] {
            #expect(throws: HomeHTTP.Failure.address) { try HomeHTTP.exchange("GET", url) }
        }
    }
}
