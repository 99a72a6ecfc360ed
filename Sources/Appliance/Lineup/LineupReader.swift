import Base
import Devices
import Foundation
import Guide

/// Why there are no channels, in words for a person.
struct LineupTrouble: Error, CustomStringConvertible {
    var description: String
}

/// Reads the channel list from a file or an address.
struct LineupReader: Sendable {
    /// A file's path, or an http(s) URL of a list or of one HLS playlist.
    let source: String
    let fetcher: any Fetcher
    /// What a list from elsewhere may name because the owner says so.
    var allowed: AddressReach = []

    /// The largest list that is read, in bytes.
    private static let mostBytes = 64 << 20

    /// Where the list comes from, without its secrets.
    var name: String { RedactedURL(source).description }

    func read() async throws -> ChannelList {
        let isRemote = source.hasPrefix("http://") || source.hasPrefix("https://")
        let (bytes, place) = try await isRemote ? download() : (file(), nil)
        // On a thread of its own: neither the box nor the pool's few threads wait for a long list.
        let list = try await blocking(on: "hearth-file") {
            var parser = M3UParser()
            parser.feed(bytes)
            var list = parser.finish()
            for index in list.entries.indices { list.entries[index].reach = place?.union(allowed) }
            return list
        }
        switch list.kind {
        case .hls:
            let name = name.split(separator: "/").last { $0 != "…" }.map(String.init) ?? name
            var single = ChannelList()
            single.entries = [ChannelEntry(name: name, url: source)]
            return single
        case .notAPlaylist: throw LineupTrouble(description: "\(name) is not a channel list")
        case .channels:
            guard !list.entries.isEmpty else { throw LineupTrouble(description: "\(name) has no channel in it") }
            return list
        }
    }

    private func file() async throws -> [UInt8] {
        let path = source.hasPrefix("file://") ? String(source.dropFirst(7)) : source
        return try await blocking(on: "hearth-file") {
            guard let file = FileHandle(forReadingAtPath: path) else {
                throw LineupTrouble(description: "\(path) can't be read")
            }
            defer { try? file.close() }
            // One more than is read tells a list that is too long; asking for the size would not, of a pipe or a device.
            guard let data = try? file.read(upToCount: Self.mostBytes + 1) ?? Data() else {
                throw LineupTrouble(description: "\(path) can't be read")
            }
            guard data.count <= Self.mostBytes else {
                throw LineupTrouble(
                    description: "\(path) is longer than \(Self.mostBytes >> 20) MiB: keep fewer channels in it")
            }
            return [UInt8](data)
        }
    }

    /// Downloads the list. A file is the owner's, and names what it will; a list from elsewhere only what lies in public,
    /// or where the list itself does.
    private func download() async throws -> (body: [UInt8], place: AddressReach?) {
        var request = FetchRequest(url: source)
        request.maximumBytes = Self.mostBytes
        request.acceptsCompression = true
        request.refusesDowngrade = true
        request.redirectReach = []
        do {
            let loaded = try await fetcher.load(request)
            return (loaded.body, loaded.response.place)
        } catch FetchError.tooLarge(let url, let limit) {
            throw LineupTrouble(
                description: "\(url) is longer than \(limit >> 20) MiB: ask the provider for a list of fewer channels")
        } catch FetchError.inflated(let url, let ratio) {
            throw LineupTrouble(
                description:
                    "\(url) is compressed and becomes more than \(ratio) times as long: ask the provider for a plain list"
            )
        }
    }
}
