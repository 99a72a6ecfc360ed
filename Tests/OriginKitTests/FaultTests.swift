import Testing

@testable import OriginKit

@Suite("Faults on request", .enabled(if: OriginFixture.hasFFmpeg, OriginFixture.skipped))
struct FaultTests {
    private func get(
        _ path: String, _ query: String = "", now: Double = 1_000_010, headers: ClientHeaders = .none
    ) throws -> OriginAnswer {
        try OriginFixture.origin().answer(path: path, query: query, headers: headers, now: now, base: "http://h")
    }

    private struct NotGrowing: Error {}

    private let playlist = "/ch/1/180.m3u8"
    private let segment = "/ch/1/180/2s/500000.ts"

    @Test("Faults are limited to one kind of resource")
    func kinds() throws {
        #expect(try get("/ch/1/master.m3u8", "status=410&at=media").status == 200)
        #expect(try get("/ch/1/master.m3u8", "status=410&at=master").status == 410)
        #expect(try get(playlist, "status=410&at=master").status == 200)
        #expect(try get(segment, "status=404&at=part").status == 200)
        #expect(try get("/ch/1/180/2s/500000.1.ts", "status=404&at=part").status == 404)
        #expect(try get("/ch/1/180/2s/init.mp4", "status=404&at=init").status == 404)
        #expect(try get("/ch/1/key/3.key", "key=403").status == 403)
        #expect(try get(segment, "key=403").status == 200)
    }

    @Test("Behind a redirect, relative URLs lead on; from before it, they lead astray")
    func redirects() throws {
        let redirect = try get(playlist, "redirect=path")
        #expect(redirect.status == 302)
        #expect(redirect.header("Location") == "/moved/ch/1/180.m3u8?redirect=path")
        #expect(try get("/moved" + playlist, "redirect=path").text.contains("\n180/2s/500004.ts?redirect=path\n"))
        #expect(try get("/moved" + segment, "redirect=path").status == 200)
        #expect(try get(segment, "redirect=path").status == 404)
        #expect(try get(segment, "redirect=all").status == 302)
        #expect(try get("/moved" + segment, "redirect=all").status == 200)
        let here = ClientHeaders(authority: "127.0.0.1:80")
        let there = ClientHeaders(authority: "localhost:80")
        #expect(
            try get(playlist, "redirect=host", headers: here).header("Location")
                == "http://localhost:80/ch/1/180.m3u8?redirect=host")
        #expect(try get(segment, "redirect=host", headers: here).status == 404)
        #expect(try get(playlist, "redirect=host", headers: there).status == 200)
        #expect(try get(segment, "redirect=host", headers: there).status == 200)
    }

    @Test("A playlist stands still at the begin of each minute, and blocking requests end with 503")
    func stale() throws {
        // 1_000_020 is the beginning of a minute.
        let fresh = try get(playlist, "", now: 1_000_020)
        #expect(try get(playlist, "stale=9", now: 1_000_028.9).bytes.count > fresh.bytes.count)
        let frozen = try get(playlist, "stale=9", now: 1_000_020).text
        #expect(try get(playlist, "stale=9", now: 1_000_028.9).text == frozen)
        #expect(try get(playlist, "stale=9", now: 1_000_029).text != frozen)
        let held = try get(playlist, "stale=9&ll=1&_HLS_msn=500010&_HLS_part=1", now: 1_000_020.5)
        #expect(held.status == 503)
        #expect(held.notBefore == 1_000_026.5)
        let late = try get(playlist, "stale=9&ll=1&_HLS_msn=500010&_HLS_part=1", now: 1_000_025)
        #expect(late.status == 200)
        #expect(late.notBefore == 1_000_029)
        #expect(StaleClock(seconds: 9).showing(1_000_020) == 1_000_020)
    }

    @Test("A cache's copy is as old as its Age says, and directives pass it")
    func age() throws {
        let old = try get(playlist, "ll=1&age=4", now: 1_000_010)
        #expect(old.header("Age") == "4")
        #expect(old.text.contains("LAST-MSN=500002,LAST-PART=5"))
        let fresh = try get(playlist, "ll=1&age=4&_HLS_msn=500004", now: 1_000_010)
        #expect(fresh.header("Age") == "0")
        #expect(fresh.text.contains("LAST-MSN=500004,LAST-PART=5"))
    }

    @Test("Segments are missing, late or corrupt as asked, and others are not")
    func segments() throws {
        #expect(try get(segment, "missing=4").status == 404)
        #expect(try get("/ch/1/180/2s/500001.ts", "missing=4").status == 200)
        #expect(try get("/ch/1/90/2s/500000.ts", "missing=4").status == 200)
        #expect(try get(segment, "late=500", now: 1_000_002.4).status == 404)
        #expect(try get(segment, "late=500", now: 1_000_002.5).status == 200)
        let whole = try get(segment).bytes
        let corrupt = try get(segment, "corrupt=20").bytes
        #expect(whole.count == corrupt.count)
        #expect(zip(whole, corrupt).filter { $0 != $1 }.count == 20)
        #expect(try get(segment, "stall=1").stallAfter == whole.count / 2)
        #expect(try get(segment, "stall=300").stallAfter == 300)
        #expect(try get(segment, "stall=99999999").stallAfter == nil)
        #expect(try get(segment, "mime=text/plain").header("Content-Type") == "text/plain")
    }

    @Test("A flaky origin fails some requests, and others the next second")
    func flaky() throws {
        let failures = try (0..<200).filter { try get(segment, "flaky=30", now: 1_000_010 + Double($0)).status == 503 }
        #expect((30...90).contains(failures.count))
        #expect(try get(segment, "flaky=30").status == get(segment, "flaky=30").status)
    }

    @Test("Cookies, agents, referers and passwords are demanded")
    func access() throws {
        #expect(try get("/ch/1/master.m3u8", "cookie=1").header("Set-Cookie") == "hearth=1; Path=/")
        #expect(try get(playlist, "cookie=1").status == 403)
        #expect(try get(playlist, "cookie=1", headers: ClientHeaders(cookie: "a=b; hearth=1")).status == 200)
        #expect(try get(segment, "agent=Kodi", headers: ClientHeaders(userAgent: "curl/8")).status == 403)
        #expect(try get(segment, "agent=Kodi", headers: ClientHeaders(userAgent: "Kodi/20")).status == 200)
        #expect(
            try get(segment, "referer=example.org", headers: ClientHeaders(referer: "https://example.org/")).status
                == 200)
        #expect(try get(segment, "referer=example.org").status == 403)
        let refused = try get(playlist, "auth=me:secret")
        #expect(refused.status == 401)
        #expect(refused.header("WWW-Authenticate")?.hasPrefix("Basic ") == true)
        #expect(
            try get(playlist, "auth=me:secret", headers: ClientHeaders(authorization: "Basic bWU6c2VjcmV0")).status
                == 200)
        #expect(try get("/lineup.m3u", "cookie=1&auth=me:secret").status == 200)
    }

    @Test("Hinted parts wait for their time; what is further away does not exist")
    func hinted() throws {
        let next = try get("/ch/1/180/2s/500005.0.m4s", "ll=1&container=fmp4", now: 1_000_010)
        #expect(next.notBefore == 1_000_010.36)
        #expect(next.status == 200)
        #expect(!next.bytes.isEmpty)
        #expect(try get("/ch/1/180/2s/500005.1.m4s", "ll=1&container=fmp4", now: 1_000_010).status == 404)
        #expect(try get("/ch/1/180/2s/500004.6.m4s", "ll=1&container=fmp4", now: 1_000_010).status == 404)
    }

    @Test("Parts joined are their segment, byte by byte", arguments: [OriginKit.MediaContainer.ts, .fmp4])
    func joined(container: OriginKit.MediaContainer) throws {
        for query in ["ll=1", "ll=1&parts=4", "ll=1&ads=1", "ll=1&noaudio=1"] {
            for index in [500_003, 500_004] {
                let name = "/ch/1/180/2s/\(query.contains("ads") ? "break-500005" : String(index))"
                let all = query + "&container=\(container.rawValue)"
                let whole = try get("\(name).\(container.fileExtension)", all, now: 1_000_100).bytes
                let count = query.contains("parts=4") ? 8 : 6
                let parts = try (0..<count).flatMap {
                    try get("\(name).\($0).\(container.fileExtension)", all, now: 1_000_100).bytes
                }
                #expect(whole.count > 10_000)
                // Compared outside the expectation: a failure would print all the bytes.
                let isSame = whole == parts
                #expect(isSame)
            }
        }
    }

    @Test("The growing segment's parts come as they come into being, from any byte on")
    func growing() throws {
        let path = "/ch/1/180/2s/500005.m4s"
        let query = "ll=range&container=fmp4"
        let whole = try get(path, query, now: 1_000_100).bytes
        let open = try get(
            path, query, now: 1_000_010.5, headers: ClientHeaders(range: ByteRange(header: "bytes=1000-")))
        #expect(open.status == 206)
        #expect(open.header("Content-Range") == "bytes 1000-9007199254740991/*")
        guard case .growing(let growths) = open.body else { throw NotGrowing() }
        let isSame = growths.flatMap(\.bytes) == Array(whole.dropFirst(1000))
        #expect(isSame)
        #expect(growths.map(\.at) == [10.36, 10.68, 11, 11.36, 11.68, 12].map { 1_000_000 + $0 })
        let closed = try get(
            path, query, now: 1_000_010.5, headers: ClientHeaders(range: ByteRange(header: "bytes=0-99")))
        #expect(closed.bytes == Array(whole.prefix(100)))
    }
}
