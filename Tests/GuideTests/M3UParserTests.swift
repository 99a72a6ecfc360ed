import Base
import Guide
import Testing

@Suite("M3U channel lists")
struct M3UParserTests {
    private func entry(_ lines: String) -> ChannelEntry? {
        let list = M3UParser.parse("#EXTM3U\n" + lines)
        #expect(list.entries.count == 1)
        return list.entries.first
    }

    private func name(_ info: String) -> String? { entry(info + "\nhttp://h/x.m3u8")?.name }

    @Test("A full entry keeps all it says")
    func full() throws {
        let list = M3UParser.parse(
            """
            #EXTM3U x-tvg-url="http://guide/a.xml,http://guide/b.xml" tvg-shift=1
            #PLAYLIST:Home
            #EXTINF:-1 tvg-id="one.uk" tvg-name="One_HD" tvg-logo="http://l/1.png" tvg-chno="101" group-title="News;UK" tvg-rating="TV-14" tvg-language="en",One HD
            http://h/one.m3u8
            """)
        #expect(list.kind == .channels)
        #expect(list.title == "Home")
        #expect(list.attributes == ["x-tvg-url": "http://guide/a.xml,http://guide/b.xml", "tvg-shift": "1"])
        #expect(list.problems == [])
        let entry = try #require(list.entries.first)
        #expect(entry.name == "One HD")
        #expect(entry.url == "http://h/one.m3u8")
        #expect(entry.guideID == "one.uk")
        #expect(entry.guideName == "One_HD")
        #expect(entry.logo == "http://l/1.png")
        #expect(entry.number == "101")
        #expect(entry.groups == ["News", "UK"])
        #expect(entry.rating == .rated(AgeRating(years: 14, kind: .television)))
        #expect(entry.attributes["tvg-language"] == "en")
        #expect(entry.line == 4)
    }

    @Test("The title is what follows the first comma outside quotes")
    func commas() {
        #expect(name(#"#EXTINF:-1 tvg-name="News, Sport" group-title="A,B",Talk, and more"#) == "Talk, and more")
        #expect(name(#"#EXTINF:-1 tvg-name='News, Sport',Talk"#) == "Talk")
        #expect(name(#"#EXTINF:-1 tvg-id="a",The "Best", Show"#) == #"The "Best", Show"#)
        #expect(name(#"#EXTINF:-1,Plain"#) == "Plain")
        #expect(name(#"#EXTINF: -1 , Spaced  "#) == "Spaced")
    }

    @Test("No comma, no quotes, half a quote and attributes after the comma lose nothing")
    func broken() {
        #expect(name(#"#EXTINF:-1 tvg-id="a" No Comma Here"#) == "No Comma Here")
        #expect(name(#"#EXTINF:-1 tvg-id="a""#) == "x")
        #expect(name(#"#EXTINF:-1 tvg-name="Only""#) == "Only")
        #expect(name(#"#EXTINF:-1 tvg-id=a tvg-chno=5,Bare"#) == "Bare")
        #expect(name(#"#EXTINF:-1 tvg-id="a tvg-chno="5",Half"#) == "Half")
        #expect(name(#"#EXTINF:-1 tvg-name="Half,Title"#) == "Title")
        let late = entry("#EXTINF:-1,tvg-id=\"a\" tvg-chno=\"7\" Late\nhttp://h/x")
        #expect(late?.name == "Late")
        #expect(late?.number == "7")
        let trailing = entry("#EXTINF:-1,Late tvg-id=\"a\" group-title=\"G\"\nhttp://h/x")
        #expect(trailing?.name == "Late")
        #expect(trailing?.groups == ["G"])
        let inside = entry("#EXTINF:-1 tvg-name=\"The \"Best\" of\" tvg-chno=\"3\",Best\nhttp://h/x")
        #expect(inside?.guideName == "The \"Best\" of")
        #expect(inside?.number == "3")
        #expect(name("#EXTINF:") == "x")
        #expect(name("#EXTINF:,") == "x")
        #expect(name("#EXTINF:-1 =,=") == "=")
    }

    @Test("Byte order mark, CRLF, lone CR, blank lines and Latin-1 are read")
    func encodings() {
        let crlf = M3UParser.parse("\u{feff}#EXTM3U\r\n\r\n#EXTINF:-1,A\r\nhttp://h/a\r\n#EXTINF:-1,B\r\nhttp://h/b")
        #expect(crlf.entries.map(\.name) == ["A", "B"])
        #expect(crlf.entries.map(\.line) == [4, 6])
        #expect(M3UParser.parse("#EXTM3U\r#EXTINF:-1,A\rhttp://h/a\r").entries.map(\.name) == ["A"])
        var latin = M3UParser()
        latin.feed(Array("#EXTINF:-1,Caf".utf8) + [0xe9] + Array("\nhttp://h/a\n".utf8))
        #expect(latin.finish().entries.map(\.name) == ["Café"])
    }

    @Test("Bytes may come in any pieces")
    func pieces() {
        let text = "#EXTM3U\r\n#EXTINF:-1 tvg-id=\"é,1\",Ünï\r\nhttp://h/a\r\n#EXTINF:-1,B\nhttp://h/b"
        let whole = M3UParser.parse(text)
        for size in 1...20 {
            var parser = M3UParser()
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                parser.feed(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(parser.finish() == whole)
        }
        #expect(whole.entries.count == 2)
    }

    @Test("Several addresses after one EXTINF are one channel; without any they are one each")
    func addresses() {
        let several = M3UParser.parse("#EXTINF:-1,A\nhttp://h/a1\nhttp://h/a2\n#EXTINF:-1,B\nhttp://h/b")
        #expect(several.entries.map(\.name) == ["A", "B"])
        #expect(several.entries.first?.alternateURLs == ["http://h/a2"])
        let bare = M3UParser.parse("http://h/one.m3u8\nhttp://h/two.m3u8?token=1\n#EXTINF:-1,C\nhttp://h/c")
        #expect(bare.entries.map(\.name) == ["one", "two", "C"])
    }

    @Test("A broken line is told with its number and loses only itself")
    func problems() {
        let list = M3UParser.parse(
            """
            #EXTM3U
            #EXTINF:-1,No address
            #EXTINF:-1,A
            http://h/a
            #EXTINF:-1,B
            http://
            #EXTINF:-1,C
            ht tp://h/c
            #EXTINF:-1,\(String(repeating: "x", count: 70_000))
            #EXTINF:-1,D
            http://h/d
            #EXTINF:-1,Last
            """)
        #expect(list.entries.map(\.name) == ["A", "D"])
        #expect(
            list.problems.map { "\($0.line) \($0.reason)" } == [
                "2 infoWithoutURL", "6 unusableURL", "8 unusableURL", "9 lineTooLong", "12 infoWithoutURL",
            ])
    }

    @Test("Headers come from the address, VLC's options and Kodi's properties")
    func headers() throws {
        let entry = try #require(
            self.entry(
                """
                #EXTVLCOPT:http-user-agent=Vlc/1
                #EXTVLCOPT:http-referrer=http://r/
                #KODIPROP:inputstream.adaptive.stream_headers=X-Token=a%3Db
                #EXTINF:-1,A
                http://h/a|User-Agent=Own%20Agent&!X-Mine=1&Evil=a%0D%0AHost: b
                """))
        #expect(entry.url == "http://h/a")
        #expect(
            entry.headers == [
                "User-Agent": "Own Agent", "Referer": "http://r/", "X-Token": "a=b", "X-Mine": "1",
            ])
        #expect(entry.properties["http-user-agent"] == "Vlc/1")
    }

    @Test("No list sets a header that says where a message goes or ends; what goes to other origins is said")
    func refusedHeaders() throws {
        let entry = try #require(
            self.entry(
                """
                #EXTVLCOPT:http-user-agent=Vlc/1
                #KODIPROP:inputstream.adaptive.stream_headers=X-All=1&hOsT=router&Proxy-Authorization=x
                #KODIPROP:inputstream.adaptive.manifest_headers=X-Manifest=1&Content-Length=5
                #EXTINF:-1,A
                http://h/a|X-Mine=1&Host=router&Transfer-Encoding=chunked&Connection=close&Range=bytes%3D0-
                """))
        #expect(entry.headers == ["User-Agent": "Vlc/1", "X-All": "1", "X-Manifest": "1", "X-Mine": "1"])
        #expect(entry.sharedHeaders == ["User-Agent", "X-All"])
    }

    @Test("Options belong to the next channel only; EXTGRP to all until it changes")
    func scopes() {
        let list = M3UParser.parse(
            """
            #EXTGRP:News
            #EXTVLCOPT:http-user-agent=X
            #EXTINF:-1,A
            http://h/a
            #EXTINF:-1 group-title="Own",B
            http://h/b
            #EXTINF:-1,C
            http://h/c
            #EXTGRP:
            #EXTINF:-1,D
            http://h/d
            """)
        #expect(list.entries.map(\.groups) == [["News"], ["Own"], ["News"], []])
        #expect(list.entries.map { $0.headers["User-Agent"] } == ["X", nil, nil, nil])
    }

    @Test("A hundred guides in one attribute are a hundred, each once, from all headers; a comma may be part of one")
    func guides() {
        let many = (1...100).map {
            "https://guides.example.com/epg/by-country/\($0)/channels-and-programmes-of-all.xml.gz"
        }
        let list = M3UParser.parse(
            "#EXTM3U x-tvg-url=\"\(many.joined(separator: ","))\"\n#EXTM3U url-tvg=\"\(many[3])\"\n")
        #expect(list.guides == many && list.problems.isEmpty)
        func guides(_ value: String) -> [String] { M3UParser.parse("#EXTM3U url-tvg=\"\(value)\"").guides }
        #expect(guides("http://g/a?x=1,2,http://g/b , c.xml") == ["http://g/a?x=1,2", "http://g/b", "c.xml"])
        #expect(guides("a.xml,b.xml") == ["a.xml", "b.xml"])
        #expect(guides("") == [] && guides(",,") == [])
        let both = M3UParser.parse("#EXTM3U x-tvg-url=http://g/a url-tvg=http://g/b")
        #expect(both.guides == ["http://g/a", "http://g/b"])
        #expect(both.resolved(against: "http://h/").guides == both.guides)
        let tooMany = M3UParser.parse(
            "#EXTM3U x-tvg-url=\"\((1...1200).map { "http://g/\($0)" }.joined(separator: ","))\"")
        #expect(tooMany.guides.count == 1000 && tooMany.problems.map(\.reason) == [.tooManyGuides])
    }

    @Test("A shift is in hours, of the list where the channel has none")
    func shifts() {
        func shift(_ header: String, _ own: String) -> Int? {
            M3UParser.parse("#EXTM3U \(header)\n#EXTINF:-1 \(own),A\nhttp://h/a").entries.first?.guideShift
        }
        #expect(shift("", "") == nil)
        #expect(shift("tvg-shift=2", "") == 120)
        #expect(shift("tvg-shift=2", "tvg-shift=\"-5.5\"") == -330)
        #expect(shift("", "tvg-shift=\"+1\"") == 60)
        #expect(shift("tvg-shift=1", "tvg-shift=\"x\"") == 60)
        #expect(shift("", "tvg-shift=1e99") == nil && shift("", "tvg-shift=nan") == nil)
    }

    @Test("Addresses of EXTBACKUP are further ones, before and after the first")
    func backups() {
        let list = M3UParser.parse(
            """
            #EXTINF:-1,A
            #EXTBACKUP:http://b/1|User-Agent=X
            #EXTBACKUP: http://b/2
            http://h/a
            http://b/3
            #EXTBACKUP:http://b/4
            #EXTBACKUP:nothing
            #EXTINF:-1,B
            http://h/b
            """)
        #expect(list.entries.map(\.alternateURLs) == [["http://b/1", "http://b/2", "http://b/3", "http://b/4"], []])
        #expect(list.problems.map(\.line) == [7])
    }

    @Test("Catch-up, films and what else an attribute says are kept; what has a place of its own is not kept twice")
    func kept() throws {
        let entry = try #require(
            self.entry(
                """
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXTINF:-1 TVG-ID="a" tvg-language="en" Catchup="append" catchup-source="?utc={utc}&end=${end}" catchup-days="7",A
                http://h/a
                """))
        #expect(entry.guideID == "a")
        #expect(
            entry.attributes == [
                "tvg-language": "en", "catchup": "append", "catchup-source": "?utc={utc}&end=${end}",
                "catchup-days": "7",
            ])
        #expect(entry.properties == ["playlist-type": "VOD"])
    }

    @Test("Channels are restricted by tvg-rating, censored and parent-code")
    func ratings() {
        func rating(_ attributes: String) -> ContentRating? {
            entry("#EXTINF:-1 \(attributes),A\nhttp://h/a")?.rating
        }
        #expect(rating(#"tvg-rating="18""#) == .rated(AgeRating(years: 18, subscore: 1)))
        #expect(rating(#"tvg-rating="whatever""#) == .unknown("whatever"))
        #expect(rating(#"censored="1""#) == .rated(.adult))
        #expect(rating(#"censored="0""#) == .unrated)
        #expect(rating(#"parent-code="1234""#) == .rated(.adult))
        #expect(rating("") == .unrated)
    }

    @Test("An HLS playlist and a web page are told from a channel list")
    func kinds() {
        #expect(M3UParser.parse("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts").kind == .hls)
        #expect(M3UParser.parse("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8").kind == .hls)
        #expect(M3UParser.parse("<!DOCTYPE html>\n<p>404").kind == .notAPlaylist)
        #expect(M3UParser.parse("").entries.isEmpty)
    }

    @Test("Relative addresses are those of the place the list came from")
    func relative() {
        let list = M3UParser.parse("#EXTINF:-1,A\n../a/live.m3u8\n#EXTINF:-1,B\nhttp://o/b\n/c.m3u8")
        let web = list.resolved(against: "https://h:8443/lists/tv.m3u?token=1").entries
        #expect(web.map(\.url) == ["https://h:8443/a/live.m3u8", "http://o/b"])
        #expect(web.last?.alternateURLs == ["https://h:8443/c.m3u8"])
        #expect(list.resolved(against: "/tv/lists/tv.m3u").entries.first?.url == "file:///tv/a/live.m3u8")
    }

    @Test(
        "A line takes time by its length alone, however its quotes are left open",
        arguments: [
            #"a="x "#, #"a='x "#, #"a="x" b "#, #"a="x "y "#, #"a="    "#, #"a=" b='  "#, #"a="x  " y"#, #"" '"#,
            #"a=""#,
            "a=", "a ", #"tvg-id="x, "#,
        ])
    func slowLines(pattern: String) throws {
        func time(_ pattern: String) -> Duration {
            let text = String(String(repeating: pattern, count: 1 + 60_000 / pattern.utf8.count).prefix(60_000))
            let before = ThreadTime.now
            let list = M3UParser.parse("#EXTINF:-1 \(text)\nhttp://h/a\n#EXTINF:-1,Next\nhttp://h/b")
            let taken = ThreadTime.now - before
            #expect(list.entries.last?.name == "Next")
            return taken
        }
        let usual = time(#"tvg-id="one" "#)
        #expect(time(pattern) < usual * 20)
    }

    @Test("What is beyond a limit is left out alone, and told with its line")
    func limits() {
        let long = String(repeating: "x", count: 9000)
        let many = (0..<300).map { "a\($0)=1" }.joined(separator: " ")
        let list = M3UParser.parse(
            """
            #EXTINF:-1 tvg-id="one" tvg-logo="\(long)",A
            http://h/a
            #EXTINF:-1 tvg-id="two" \(many),B
            http://h/b
            #EXTVLCOPT:http-user-agent=\(long)
            #EXTINF:-1 tvg-name="Short",\(long)
            http://h/c
            """ + (0..<40).map { "\nhttp://h/c\($0)" }.joined())
        #expect(list.entries.map(\.name) == ["A", "B", "Short"])
        #expect(list.entries.map(\.guideID) == ["one", "two", nil])
        #expect(list.entries.first?.logo == nil)
        #expect(list.entries[1].attributes.count == 255)
        #expect(list.entries[2].headers == [:])
        #expect(list.entries[2].alternateURLs.count == 32)
        #expect(
            list.problems.prefix(5).map { "\($0.line) \($0.reason)" } == [
                "1 valueTooLong", "3 tooManyAttributes", "5 valueTooLong", "6 valueTooLong", "40 tooManyAddresses",
            ])
        #expect(list.problemCounts[.tooManyAddresses] == 8)
        #expect(ChannelList.Reason.valueTooLong.words.contains("8 KiB"))
    }

    @Test("A channel is read alike whatever channels come before it")
    func company() {
        var state: UInt64 = 3
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(count))
        }
        let attributes = [
            "tvg-id=\"a\"", "TVG-ID=b", "tvg-id=\"\"", "tvg-name=\"Ä 1\"", "tvg-name='B'", "group-title=\"G;H\"",
            "group-title=\"\"",
            "catchup=\"xc\"", "catchup=\"shift\"", "Catchup-Days=7", "catchup-days=\"7", "tvg-rating=\"TV-14\"",
            "tvg-rating=18",
            "censored=1", "parent-code=\"\"", "parent-code=0", "radio=true", "tvg-shift=-1", "x=y", "logo=l", "words",
        ]
        let names = [",Ä 1", ",B", ", C HD tvg-logo=\"x\" q=\"1\"", "", ",", ",name=word"]
        let addresses = ["http://h/a", "http://h/a|User-Agent=x&Referer=y", "HTTPS://h/Ä", "file.ts", "nothing"]
        let options = ["", "#EXTVLCOPT:http-user-agent=U\n", "#EXTIMG:i.png\n", "#KODIPROP:k=v\n"]
        let texts = (0..<3000).map { _ in
            let chosen = (0...random(6)).map { _ in attributes[random(attributes.count)] }.joined(separator: " ")
            let name = names[random(names.count)]
            return
                "#EXTINF:-1 \(chosen)\(name)\n\(options[random(options.count)])\(addresses[random(addresses.count)])\n"
        }
        func entries(_ text: String) -> [ChannelEntry] {
            M3UParser.parse(text).entries.map { entry in
                var entry = entry
                entry.line = 0
                return entry
            }
        }
        #expect(entries(texts.joined()) == texts.flatMap(entries))
    }

    @Test("Noise of any kind is survived")
    func noise() {
        var state: UInt64 = 7
        let letters = Array("#EXTINF:-1,tvg-id=\"'|&%!\n\r é\u{0}://".utf8) + [0xff, 0xc3]
        for _ in 0..<300 {
            var parser = M3UParser()
            for _ in 0..<200 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                parser.feed([letters[Int(state >> 33) % letters.count]])
            }
            let list = parser.finish()
            #expect(list.entries.allSatisfy { !$0.url.isEmpty })
        }
    }
}
