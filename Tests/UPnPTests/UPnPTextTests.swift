import TestSupport
import Testing
import XML

@testable import UPnP

@Suite("The words of UPnP AV")
struct UPnPTextTests {
    @Test(
        "Times, with the fractions and the shortness of control points",
        arguments: [
            ("0:00:00", 0), ("00:03:14", 194), ("1:00:00.5", 3600.5), ("10:00:00.1/4", 36000.25), ("90", 90),
            ("1:30", 90), (" 0:0:1 ", 1), ("100:00:00", 360_000),
        ] as [(String, Double)])
    func times(_ text: String, _ seconds: Double) {
        #expect(UPnPTime.seconds(text) == seconds)
    }

    @Test(
        "No times",
        arguments: [
            "", ":", "NOT_IMPLEMENTED", "-0:00:10", "1:2:3:4", "0:00:00.", "0:00:00.1/0", "99999999", "0:00:00.5/4",
            "+1",
        ])
    func noTimes(_ text: String) {
        #expect(UPnPTime.seconds(text) == nil)
    }

    @Test("Times as they are written")
    func written() {
        #expect(UPnPTime.text(0) == "0:00:00" && UPnPTime.text(3661.9) == "1:01:01")
        for unknown in [nil, -1, .infinity, .nan] { #expect(UPnPTime.text(unknown) == UPnPTime.unknown) }
    }

    private static let uri = "http://192.168.1.2:8200/m/1.mp4"
    private static let item = """
        <item id="1" parentID="0" restricted="1"><dc:title>Low &amp; High</dc:title><upnp:class>object.item.videoItem.movie\
        </upnp:class><upnp:albumArtURI>http://192.168.1.2/art.jpg</upnp:albumArtURI><dc:creator>Somebody</dc:creator>\
        <res protocolInfo="http-get:*:video/x-matroska:*">http://192.168.1.2:8200/m/1.mkv</res>\
        <res duration="1:02:03.5" protocolInfo="http-get:*:Video/MP4:DLNA.ORG_OP=01">\(uri)</res></item>
        """

    @Test("Metadata, as they should be and as they come: bare, escaped once too often, in CDATA")
    func metadata() {
        let whole =
            "<DIDL-Lite xmlns=\"urn:schemas-upnp-org:metadata-1-0/DIDL-Lite/\" xmlns:dc=\"x\" xmlns:upnp=\"y\">\(Self.item)</DIDL-Lite>"
        for text in [whole, Self.item, whole.asXML, "  \n\(whole)\n"] {
            let item = DIDLItem(text, of: Self.uri)
            #expect(item.title == "Low & High" && item.artist == "Somebody" && item.kind == .video)
            #expect(item.artwork == "http://192.168.1.2/art.jpg" && item.mediaType == "video/mp4")
            #expect(item.duration == 3723.5)
        }
        // Another resource of the item is what plays.
        #expect(DIDLItem(whole, of: "http://192.168.1.2:8200/m/1.mkv").mediaType == "video/x-matroska")
    }

    @Test("Of what can't be read, or is not for a screen, nothing is taken")
    func unreadable() {
        for text in [
            "", "NOT_IMPLEMENTED", "<DIDL-Lite/>", "<", "&lt;", "<item>", String(repeating: "<a>", count: 60_000),
        ] {
            #expect(DIDLItem(text, of: Self.uri) == DIDLItem(), "\(text.prefix(20))")
        }
        let odd = DIDLItem(
            "<item><title>a\u{1b}[31m\u{7}b\n c</title><albumArtURI>file:///etc/passwd</albumArtURI></item>",
            of: Self.uri)
        #expect(odd.title == "a [31m b c" && odd.artwork == nil)
        let long = DIDLItem("<item><title>\(String(repeating: "word ", count: 200))</title></item>", of: Self.uri)
        #expect((long.title ?? "").utf8.count <= 300 && long.title?.hasSuffix("word") == true)
        #expect(DIDLItem("<item><class>object.item.imageItem.photo</class></item>", of: Self.uri).kind == .image)
        #expect(DIDLItem("<item><res protocolInfo='http-get:*:audio/mpeg:*'/></item>", of: Self.uri).kind == .audio)
    }

    @Test("Requests: with and without quotes and prefixes, escaped or not, without a body")
    func requests() throws {
        func envelope(_ inside: String) -> [UInt8] {
            Array(
                "<?xml version=\"1.0\"?><s:Envelope xmlns:s=\"x\"><s:Body>\(inside)</s:Body></s:Envelope>".utf8)
        }
        let escaped = try SOAPRequest(
            body: envelope(
                "<u:SetAVTransportURI xmlns:u=\"y\"><InstanceID>0</InstanceID><CurrentURI>http://h/a?b=1&amp;c=2</CurrentURI><CurrentURIMetaData>\(Self.item.asXML)</CurrentURIMetaData></u:SetAVTransportURI>"
            ), header: nil)
        #expect(escaped.action == "SetAVTransportURI" && escaped.arguments["CurrentURI"] == "http://h/a?b=1&c=2")
        #expect(escaped.arguments["CurrentURIMetaData"] == Self.item)
        let bare = try SOAPRequest(
            body: envelope("<SetX><CurrentURIMetaData a='b'>\(Self.item)</CurrentURIMetaData></SetX>"), header: nil)
        #expect(bare.arguments["CurrentURIMetaData"] == Self.item)
        for header in ["\"urn:schemas-upnp-org:service:AVTransport:1#Stop\"", "urn:x#Stop"] {
            #expect(try SOAPRequest(body: [], header: header).action == "Stop")
        }
        #expect(throws: UPnPFault.invalidAction) { try SOAPRequest(body: [], header: nil) }
        #expect(throws: UPnPFault.invalidAction) { try SOAPRequest(body: envelope(""), header: nil) }
        #expect(throws: UPnPFault.invalidAction) { try SOAPRequest(body: [0xff, 0xfe, 0x00], header: "") }
    }

    @Test("Whatever comes, nothing traps", arguments: 1...20)
    func anything(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        let pieces = [
            "<", ">", "</", "/>", "<s:Body>", "</s:Body>", "<u:Play ", "item", "=", "'", "\"", "&lt;", "&", "#",
            "<![CDATA[",
            "]]>", "<!--", "\u{0}", "é", "0:00:", "/", ".", "res", "CurrentURI", "<CurrentURI>", "</CurrentURI>",
        ]
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            _ = DIDLItem(text, of: text)
            _ = UPnPTime.seconds(text)
            _ = try? SOAPRequest(body: text.utf8, header: text)
        }
    }

    @Test("An answer is read back as it was meant; a fault has its code")
    func answers() throws {
        let text = SOAPAnswer.text("GetX", of: .avTransport, [("CurrentURI", "a&b"), ("Meta", "<x/>")])
        let root = try #require(XMLElement(parsing: text.utf8))
        #expect(root.first("CurrentURI")?.text == "a&b" && root.first("Meta")?.text == "<x/>")
        #expect(root.first("GetXResponse") != nil)
        let fault = try #require(XMLElement(parsing: SOAPAnswer.text(.transition("a <b>")).utf8))
        #expect(
            fault.first("errorCode")?.text == "701" && fault.first("errorDescription")?.text.contains("<b>") == true)
    }

    @Test("The descriptions: every argument has a variable, every required action is there")
    func descriptions() throws {
        let description = RendererDescription(udn: "uuid:1", name: "A <B> & C", version: "1")
        let device = try #require(XMLElement(parsing: description.device.utf8))
        #expect(device.first("friendlyName")?.text == "A <B> & C" && device.first("UDN")?.text == "uuid:1")
        #expect(device.descendants("service").count == 3)
        // AVTransport:1, RenderingControl:1 and ConnectionManager:1, tables of actions; with those that are needed in practice.
        let required: [RendererService: Set<Substring>] = [
            .avTransport: [
                "SetAVTransportURI", "GetMediaInfo", "GetTransportInfo", "GetPositionInfo", "GetDeviceCapabilities",
                "GetTransportSettings", "Stop", "Play", "Seek", "Next", "Previous", "Pause", "SetNextAVTransportURI",
                "GetCurrentTransportActions",
            ],
            .renderingControl: ["ListPresets", "SelectPreset", "GetVolume", "SetVolume", "GetMute", "SetMute"],
            .connectionManager: ["GetProtocolInfo", "GetCurrentConnectionIDs", "GetCurrentConnectionInfo"],
        ]
        for service in RendererService.allCases {
            let root = try #require(XMLElement(parsing: description.service(service).utf8))
            let variables = Set(root.descendants("stateVariable").compactMap { $0.first("name")?.text })
            for argument in root.descendants("argument") {
                let variable = try #require(argument.first("relatedStateVariable")?.text)
                #expect(variables.contains(variable), "\(service): \(variable)")
            }
            let actions = Set(root.descendants("action").compactMap { $0.first("name")?.text[...] })
            #expect(actions == required[service])
            #expect(root.descendants("stateVariable").contains { $0.attributes["sendEvents"] == "yes" })
        }
    }
}
