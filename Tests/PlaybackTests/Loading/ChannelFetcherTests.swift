import Base
import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

@Suite("What a channel asks for, and where")
struct ChannelFetcherTests {
    /// A network that notes each request and answers from where the test says.
    private final class Network: Fetcher {
        struct Handle: FetchHandle { func cancel() {} }
        let asked = Locked<[FetchRequest]>([])
        let place: AddressReach

        init(_ place: AddressReach = []) { self.place = place }

        func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
            asked.withLock { $0.append(request) }
            var response = FetchResponse(status: 200, url: request.url, headers: [:])
            (response.place, response.firstPlace) = (place, place)
            handler(.response(response))
            return Handle()
        }
    }

    private func ask(
        _ urls: [String], channel: String, _ network: Network, reach: AddressReach? = nil
    ) -> [FetchRequest] {
        var options = SessionOptions()
        options.headers = ["User-Agent": "TV"]
        options.ownHeaders = ["X-Token": "s3cret"]
        options.reach = reach
        let fetcher = ChannelFetcher(fetcher: network, url: channel, options: options, priority: { .playing })
        for url in urls { fetcher.fetch(FetchRequest(url: url)) { _ in } }
        return network.asked.withLock { $0 }
    }

    @Test("A channel's own headers go to its own scheme, host and port, the others anywhere")
    func headers() {
        let own = "https://h.example/live/1.m3u8"
        let others = ["http://h.example/a", "https://h.example:8443/a", "https://cdn.example/a"]
        let asked = ask([own, "https://H.example:443/b"] + others, channel: own, Network())
        #expect(asked.map { $0.originHeaders["X-Token"] } == ["s3cret", "s3cret", nil, nil, nil])
        #expect(asked.allSatisfy { $0.headers == ["User-Agent": "TV"] && $0.cookieJar == own })
    }

    @Test(
        "The owner's channel may lie anywhere; what its playlists name only where it lies itself, and so may its name")
    func ownersChannel() {
        let urls = ["http://nas.example/1.m3u8", "http://nas.example/1.m3u8", "http://router.example/a"]
        let home = ask(urls, channel: urls[0], Network([.home]))
        #expect(home.map(\.reach) == [.everything, .home, .home])
        #expect(home.map(\.redirectReach) == [[], .home, .home])
        let open = ask(urls, channel: urls[0], Network())
        #expect(open.map(\.reach) == [.everything, [], []])
        let literal = ask(["http://127.0.0.1:81/seg.ts"], channel: "http://127.0.0.1:80/1.m3u8", Network([.loopback]))
        #expect(literal.map(\.reach) == [.loopback])
    }

    @Test("A channel of a list from outside may lie where the list comes from, and nowhere else at home")
    func listedChannel() {
        let urls = ["http://h.example/1.m3u8", "http://h.example/1.m3u8", "http://192.168.1.1/a"]
        #expect(ask(urls, channel: urls[0], Network(), reach: []).allSatisfy { $0.reach == [] })
        let home = ask(urls, channel: urls[0], Network([.home]), reach: .home)
        #expect(home.allSatisfy { $0.reach == .home && $0.redirectReach == .home })
    }
}
