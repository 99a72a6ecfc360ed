import MediaCore
import Testing

@testable import HLS

@Suite("Interstitials, steering and other JSON")
struct InterstitialTests {
    private func playlist(_ attributes: String) throws -> MediaPlaylist {
        try media(
            mediaText(
                "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXT-X-DATERANGE:ID=\"ad\",CLASS=\"com.apple.hls.interstitial\",START-DATE=\"2026-01-01T00:00:02Z\",\(attributes)"
            ),
            mode: .strict)
    }

    @Test("Every attribute of an interstitial is typed")
    func attributes() throws {
        let read = try #require(
            try playlist(
                #"DURATION=30,CUE="PRE,ONCE",X-ASSET-URI="https://ads.example/1.m3u8",X-RESUME-OFFSET=-1.5,X-PLAYOUT-LIMIT=29.5,X-SNAP="OUT,IN",X-RESTRICT="SKIP,JUMP",X-CONTENT-MAY-VARY="NO",X-TIMELINE-OCCUPIES="RANGE",X-TIMELINE-STYLE="PRIMARY",X-SKIP-CONTROL-OFFSET=5,X-SKIP-CONTROL-DURATION=10,X-SKIP-CONTROL-LABEL-ID="skip-ad""#
            ).interstitials.first)
        #expect(read.id == "ad" && read.start == ProgramDate(iso8601: "2026-01-01T00:00:02Z"))
        #expect(read.asset == .uri("https://ads.example/1.m3u8") && read.duration == .seconds(30))
        #expect(read.trigger == .before && read.playsOnce)
        #expect(read.resumeOffset == .milliseconds(-1500) && read.playoutLimit == .milliseconds(29_500))
        #expect(read.snapsOut && read.snapsIn && read.restrictsSkip && read.restrictsJump && !read.contentMayVary)
        #expect(read.occupation == .range && read.style == .primary)
        #expect(read.skipControl == SkipControl(offset: .seconds(5), duration: .seconds(10), labelID: "skip-ad"))
    }

    @Test("What an interstitial leaves out has the standard's defaults")
    func defaults() throws {
        let read = try #require(try playlist(#"X-ASSET-LIST="list.json""#).interstitials.first)
        #expect(read.asset == .list("https://h.example/a/list.json"))
        #expect(read.trigger == nil && !read.playsOnce && read.resumeOffset == nil && read.playoutLimit == nil)
        #expect(!read.snapsOut && !read.snapsIn && !read.restrictsSkip && !read.restrictsJump && read.contentMayVary)
        #expect(read.occupation == .point && read.style == .highlight && read.skipControl == nil)
    }

    @Test(
        "An interstitial without an asset, with two, or with a malformed number is left out with a warning",
        arguments: [
            "X-OTHER=1", #"X-ASSET-URI="a",X-ASSET-LIST="b""#, #"X-ASSET-URI="a",X-RESUME-OFFSET="soon""#,
            #"X-ASSET-URI="a",X-PLAYOUT-LIMIT=-1"#,
        ])
    func faults(attributes: String) throws {
        let read = try playlist(attributes)
        #expect(read.interstitials.isEmpty && read.dateRanges.count == 1 && read.warnings.count == 1)
    }

    @Test("Unknown values of an interstitial are as if they were not there")
    func unknownValues() throws {
        let read = try #require(
            try playlist(#"X-ASSET-URI="a",X-SNAP="UP,IN",X-TIMELINE-STYLE="BOLD""#).interstitials.first)
        #expect(read.snapsIn && !read.snapsOut && read.style == .highlight)
    }

    @Test("Other date ranges are no interstitials")
    func others() throws {
        let read = try media(
            mediaText("#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:00Z\",X-ASSET-URI=\"a\""))
        #expect(read.interstitials.isEmpty && read.dateRanges.count == 1)
    }

    @Test("An asset list: assets and the skip control")
    func assetList() throws {
        let text =
            #"{"ASSETS":[{"URI":"1.m3u8","DURATION":15.5},{"URI":"https://o/2.m3u8","DURATION":6,"X":[]}],"SKIP-CONTROL":{"OFFSET":5,"DURATION":3,"LABEL-ID":"s"},"assets":1}"#
        let list = try AssetList(Array(text.utf8), url: "https://ads.example/v/list.json?x=1")
        #expect(
            list.assets == [
                AssetList.Asset(url: "https://ads.example/v/1.m3u8", duration: .milliseconds(15_500)),
                AssetList.Asset(url: "https://o/2.m3u8", duration: .seconds(6)),
            ])
        #expect(list.skipControl == SkipControl(offset: .seconds(5), duration: .seconds(3), labelID: "s"))
        #expect(try AssetList(Array(#"{"ASSETS":[]}"#.utf8), url: "u").assets.isEmpty)
    }

    @Test("An asset list that cannot be read says where and why")
    func badAssetLists() {
        func fault(_ text: String) -> AssetList.Fault? {
            do throws(AssetList.Fault) {
                _ = try AssetList(Array(text.utf8), url: "u")
                return nil
            } catch {
                return error
            }
        }
        #expect(fault("") == .notJSON(offset: 0) && fault("[1,]") == .notJSON(offset: 3))
        #expect(fault("{}") == .noAssets && fault(#"{"assets":[]}"#) == .noAssets, "names are case-sensitive")
        #expect(fault(#"{"ASSETS":[{"URI":"a","DURATION":1},{"URI":"b"}]}"#) == .malformedAsset(1))
        #expect(fault(#"{"ASSETS":[{"URI":"a","DURATION":-1}]}"#) == .malformedAsset(0))
    }

    @Test("A steering manifest: time to live, priorities, clones")
    func steering() throws {
        let text = #"""
            {"VERSION":1,"TTL":60,"RELOAD-URI":"../next?s=1","PATHWAY-PRIORITY":["b","a"],"FUTURE":true,
            "PATHWAY-CLONES":[{"BASE-ID":"a","ID":"c","URI-REPLACEMENT":{"HOST":"c.example","PARAMS":{"z":"1","B":"2","a":"3"},
            "PER-VARIANT-URIS":{"v1":"https://c.example/v1"},"PER-RENDITION-URIS":{"r1":"https://c.example/r1"}}},{"ID":"d"}]}
            """#
        let manifest = try SteeringManifest(Array(text.utf8), url: "https://s.example/x/y?z")
        #expect(manifest.timeToLive == .seconds(60) && manifest.reloadURL == "https://s.example/next?s=1")
        #expect(manifest.priority == ["b", "a"] && manifest.clones.count == 1)
        #expect(manifest.clones[0].host == "c.example" && manifest.clones[0].parameters.map(\.name) == ["B", "a", "z"])
        #expect(manifest.clones[0].variantURLs == ["v1": "https://c.example/v1"])
        #expect(manifest.clones[0].renditionURLs == ["r1": "https://c.example/r1"])
        let least = try SteeringManifest(Array(#"{"VERSION":1,"PATHWAY-PRIORITY":["."]}"#.utf8), url: "u")
        #expect(least.timeToLive == .seconds(300) && least.reloadURL == nil && least.clones.isEmpty)
        #expect(throws: SteeringManifest.Fault.unsupportedVersion) {
            try SteeringManifest(Array(#"{"VERSION":2,"PATHWAY-PRIORITY":["."]}"#.utf8), url: "u")
        }
        #expect(throws: SteeringManifest.Fault.noPriority) {
            try SteeringManifest(Array(#"{"VERSION":1}"#.utf8), url: "u")
        }
    }

    @Test("JSON is read as RFC 8259 has it")
    func json() throws {
        let value = try JSONText(
            Array(" {\"a\\u00e9\\ud83d\\ude00\\n\":[-0.5e2,true,false,null,\"\\\"\",{}],\"ø\":0} ".utf8))
        #expect(
            value["aé😀\n"] == .array([.number(-50), .bool(true), .bool(false), .null, .string("\""), .object([:])]))
        #expect(value["ø"]?.number == 0)
        for text in [
            "", "{", "[1 2]", "{\"a\"}", "{\"a\":1,}", "[01]", "[1.]", "[.5]", "[+1]", "[1e999]", "\"a", "\"\\x\"",
            "\"\\ud800\"",
            "\"\u{1}\"", "tru", "1 1", "nan", "'a'", "[-]",
        ] {
            #expect(throws: JSONText.Fault.self, "\(text)") { try JSONText(Array(text.utf8)) }
        }
        #expect(throws: JSONText.Fault.self) { try JSONText([UInt8](repeating: UInt8(ascii: "["), count: 100_000)) }
        #expect(throws: JSONText.Fault.self) { try JSONText([0x22, 0xFF, 0x22]) }
    }

    @Test("Session data of known purposes is named")
    func purposes() throws {
        let read = try multivariant(
            "#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID=\"com.apple.hls.chapters\",URI=\"c\"\n#EXT-X-SESSION-DATA:DATA-ID=\"x\",VALUE=\"y\"\n",
            mode: .strict)
        #expect(read.sessionData.map(\.purpose) == [.chapters, nil])
    }
}
