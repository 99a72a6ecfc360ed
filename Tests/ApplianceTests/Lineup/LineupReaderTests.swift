import Base
import Channels
import Devices
import Foundation
import Guide
import MediaCore
import Testing

@testable import Appliance

@Suite("Reading the channel list")
struct LineupReaderTests {
    /// A network with one list, at one place.
    private final class Network: Fetcher {
        struct Handle: FetchHandle { func cancel() {} }
        let asked = Locked<[FetchRequest]>([])
        let place: AddressReach

        /// Why nothing comes; nil: the list does.
        let failure: FetchError?

        init(_ place: AddressReach, failure: FetchError? = nil) {
            self.place = place
            self.failure = failure
        }

        func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
            asked.withLock { $0.append(request) }
            if let failure {
                handler(.finished(.failure(failure)))
                return Handle()
            }
            var response = FetchResponse(status: 200, url: request.url, headers: [:])
            response.place = place
            handler(.response(response))
            handler(.data(Array("#EXTM3U\n#EXTINF:-1,A\nhttp://192.168.1.1/a\n".utf8)))
            let time = HostTime.zero
            handler(
                .finished(
                    .success(
                        FetchTiming(requested: time, firstByte: time, finished: time, bytes: 1, reusedConnection: false)
                    )))
            return Handle()
        }
    }

    @Test(
        "A list from elsewhere may name what lies where it comes from; it never goes from https to http",
        arguments: [AddressReach.loopback, []])
    func remote(place: AddressReach) async throws {
        let network = Network(place)
        let list = try await LineupReader(source: "https://h.example/tv.m3u", fetcher: network).read()
        #expect(list.entries.map(\.reach) == [place])
        let request = try #require(network.asked.withLock { $0.first })
        #expect(request.refusesDowngrade && request.redirectReach == [])
        #expect(request.reach == .everything)
    }

    @Test("A file is read up to the cap, whatever it says of its size; one that never ends too")
    func longFile() async throws {
        let trouble = await #expect(throws: LineupTrouble.self) {
            try await LineupReader(source: "/dev/zero", fetcher: Network([])).read()
        }
        #expect(trouble?.description == "/dev/zero is longer than 64 MiB: keep fewer channels in it")
        let missing = LineupReader(source: "/nowhere/tv.m3u", fetcher: Network([]))
        let none = await #expect(throws: LineupTrouble.self) { try await missing.read() }
        #expect(none?.description == "/nowhere/tv.m3u can't be read")
    }

    @Test("What the owner lets lists name is added to where one lies; a file needs no leave")
    func allowed() async throws {
        let reader = LineupReader(
            source: "https://h.example/tv.m3u", fetcher: Network([]), allowed: [.home, .linkLocal])
        #expect(try await reader.read().entries.map(\.reach) == [[.home, .linkLocal]])
        let near = LineupReader(source: "http://h.example/tv.m3u", fetcher: Network(.loopback), allowed: .home)
        #expect(try await near.read().entries.map(\.reach) == [[.loopback, .home]])
    }

    @Test(
        "A logo leads no further than its list may, and its redirects nowhere that it does not lie itself",
        arguments: [
            (nil, AddressReach.everything, []), ([], [], []), (.home, .home, .home),
        ] as [(AddressReach?, AddressReach, AddressReach)])
    func logos(list: AddressReach?, reach: AddressReach, redirects: AddressReach) {
        var entry = ChannelEntry(name: "A", url: "http://h/a")
        entry.reach = list
        let request = ArtworkRequest(
            logo: "http://10.0.0.1/a.png", of: Channel(id: "a", number: 1, entry: entry)
        ).fetch
        #expect(request.reach == reach && request.redirectReach == redirects && request.maximumBytes == 1 << 20)
        #expect(ArtworkRequest(logo: "http://10.0.0.1/a.png", of: nil).fetch.reach == [])
    }

    @Test(
        "A list that is too much is told with its place, the cap and what to do",
        arguments: [
            (
                FetchError.tooLarge(url: "http://h/tv.m3u", limit: 64 << 20),
                "http://h/tv.m3u is longer than 64 MiB: ask the provider for a list of fewer channels"
            ),
            (
                .inflated(url: "http://h/tv.m3u", ratio: 200),
                "http://h/tv.m3u is compressed and becomes more than 200 times as long: ask the provider for a plain list"
            ),
        ])
    func tooMuch(failure: FetchError, words: String) async throws {
        let reader = LineupReader(source: "http://h/tv.m3u", fetcher: Network([], failure: failure))
        let trouble = await #expect(throws: LineupTrouble.self) { try await reader.read() }
        #expect(trouble?.description == words)
    }

    @Test("A file is the owner's, and names what it will")
    func file() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString).m3u")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("#EXTM3U\n#EXTINF:-1,A\nhttp://127.0.0.1/a\n".utf8).write(to: file)
        let list = try await LineupReader(source: file.path, fetcher: Network([])).read()
        #expect(list.entries.map(\.reach) == [nil])
    }
}
