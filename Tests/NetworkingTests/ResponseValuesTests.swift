import Devices
import Testing

@testable import Networking

@Suite("Reading a response")
struct ResponseValuesTests {
    private func head(_ lines: String...) -> (ResponseHead, ended: Bool) {
        var head = ResponseHead()
        var ended = false
        for line in lines { ended = head.take(line: Array((line + "\r\n").utf8)) }
        return (head, ended)
    }

    @Test("A head is gathered from its lines; a repeated name keeps the last")
    func lines() {
        let (head, ended) = head("HTTP/1.1 200 OK", "Content-Type:  text/plain ", "X-A: 1", "x-a: 2", "broken", "")
        #expect(ended)
        #expect(head.status == 200)
        #expect(head.headers == ["content-type": "text/plain", "x-a": "2"])
        #expect(head.isFinal)
    }

    @Test("Interim answers and redirects give way to the final head")
    func interim() {
        #expect(!head("HTTP/1.1 103 Early Hints", "Link: </a>", "").0.isFinal)
        #expect(!head("HTTP/1.1 302 Found", "Location: /b", "").0.isFinal)
        #expect(head("HTTP/1.1 304 Not Modified", "").0.isFinal)
        let (last, ended) = head("HTTP/1.1 302 Found", "Location: /b", "", "HTTP/2 206", "A: b", "")
        #expect(ended)
        #expect(last.headers == ["a": "b"])
        #expect(last.status == 206)
    }

    @Test("A flood of headers is not kept, and nonsense is not believed")
    func flood() {
        var head = ResponseHead()
        _ = head.take(line: Array("HTTP/1.1 200 OK".utf8))
        for index in 0..<5000 { _ = head.take(line: Array("X-\(index): \(String(repeating: "a", count: 100))".utf8)) }
        #expect(head.headers.count < 700)
        #expect(self.head("HTTP/1.1 99999999999999999999 x", "").0.status == 0)
        #expect(self.head("HTTP/1.1 200", "Content-Length: -5", "").0.contentLength == nil)
        #expect(self.head("HTTP/1.1 200", "Content-Length: 99999999999999999999", "").0.contentLength == nil)
    }

    @Test("What a body may become follows from what came")
    func expansion() {
        #expect(Expansion.allows(received: 0, expanded: 4 << 20))
        #expect(!Expansion.allows(received: 20_000, expanded: 4 << 20 | 1))
        #expect(Expansion.allows(received: 50_000, expanded: 10_000_000))
        #expect(!Expansion.allows(received: 50_000, expanded: 10_000_001))
        #expect(Expansion.allows(received: .max, expanded: .max))
    }

    @Test("Retry-After is seconds or a date")
    func retryAfter() {
        #expect(RetryAfter.parse("120", date: nil) == .seconds(120))
        #expect(RetryAfter.parse("-1", date: nil) == nil)
        #expect(RetryAfter.parse("99999999999", date: nil) == .seconds(86_400))
        #expect(RetryAfter.parse("soon", date: nil) == nil)
        #expect(RetryAfter.parse(nil, date: nil) == nil)
        let date = "Fri, 31 Dec 1999 23:59:29 GMT"
        #expect(RetryAfter.parse("Fri, 31 Dec 1999 23:59:59 GMT", date: date) == .seconds(30))
        #expect(RetryAfter.parse("Fri, 31 Dec 1999 23:00:00 GMT", date: date) == .zero)
        // date -u -d '2024-02-29 12:00:00' +%s
        #expect(RetryAfter.seconds(ofDate: "Thu, 29 Feb 2024 12:00:00 GMT") == 1_709_208_000)
        #expect(RetryAfter.seconds(ofDate: "Thu, 01 Jan 1970 00:00:00 GMT") == 0)
    }

    @Test("The wanted bytes are cut out of what comes")
    func window() {
        var ignored = BodyWindow(range: ByteRange(offset: 5, length: 4), status: 200, limit: 100)
        #expect(ignored.take(3) == .deliver(3..<3))
        #expect(ignored.take(4) == .deliver(2..<4))
        #expect(ignored.take(9) == .last(0..<2))
        #expect(ignored.delivered == 4)
        var honoured = BodyWindow(range: ByteRange(offset: 5, length: 4), status: 206, limit: 100)
        #expect(honoured.take(4) == .deliver(0..<4))
        var limited = BodyWindow(range: nil, status: 200, limit: 10)
        #expect(limited.take(10) == .deliver(0..<10))
        #expect(limited.take(1) == .tooLarge)
        var far = BodyWindow(range: ByteRange(offset: .max, length: nil), status: 200, limit: 10)
        #expect(far.take(1000) == .deliver(1000..<1000))
    }

    @Test("An origin is scheme, host and port")
    func origin() {
        #expect(URLOrigin("HTTP://u@h:80/x?y")?.root == "http://h:80/")
        #expect(URLOrigin("https://[::1]:443?x")?.root == "https://[::1]:443/")
        #expect(URLOrigin("nothing") == nil)
        #expect(URLOrigin("http:///x") == nil)
    }

    private func response(_ status: Int, _ headers: [String: String], ranged: Bool = false) -> FetchResponse {
        FetchResponse(status: status, url: "http://a/", headers: headers, wasRangeAsked: ranged)
    }

    @Test("Whether a server serves ranges is known by what it did, else by what it says")
    func ranges() {
        #expect(response(206, ["accept-ranges": "none"], ranged: true).acceptsRanges == true)
        #expect(response(200, ["accept-ranges": "bytes"], ranged: true).acceptsRanges == false)
        #expect(response(200, ["accept-ranges": "Bytes"]).acceptsRanges == true)
        #expect(response(200, ["accept-ranges": "none"]).acceptsRanges == false)
        #expect(response(200, [:]).acceptsRanges == nil)
        #expect(response(404, [:], ranged: true).acceptsRanges == nil)
    }

    @Test("A resource's length comes from the range's, or from the whole body's; nonsense is not believed")
    func totals() {
        #expect(response(206, ["content-range": "bytes 0-9/1234", "content-length": "10"]).totalBytes == 1234)
        #expect(response(206, ["content-range": "bytes 0-9/*", "content-length": "10"]).totalBytes == nil)
        #expect(response(206, ["content-length": "10"]).totalBytes == nil)
        #expect(response(200, ["content-length": "10"]).totalBytes == 10)
        #expect(response(200, ["content-length": "10", "content-encoding": "gzip"]).totalBytes == nil)
        for nonsense in ["", "-1", "+1", "1 2", "0x10", "99999999999999999999", "/", "bytes", "٣"] {
            #expect(response(200, ["content-length": nonsense]).totalBytes == nil)
            #expect(response(206, ["content-range": nonsense]).totalBytes == nil)
            #expect(response(206, ["content-range": "bytes 0-1/\(nonsense)"]).totalBytes == nil)
        }
    }
}
