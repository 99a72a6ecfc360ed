import Base
import Devices
import Foundation
import Glibc
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

    /// By what a list is known to be as it was: its server's words for it, or its file's time, length and number.
    struct Tags: Hashable, Sendable {
        var etag: String?
        var lastModified: String?
        var file: [Int64] = []
    }

    var isRemote: Bool { source.hasPrefix("http://") || source.hasPrefix("https://") }
    /// The path of a list that is a file.
    var path: String { source.hasPrefix("file://") ? String(source.dropFirst(7)) : source }

    func read() async throws -> ChannelList {
        guard let (list, _) = try await read(unless: nil) else {
            throw LineupTrouble(description: "\(name) sent nothing")
        }
        return list
    }

    /// Reads the list, and what it is known by; nil: it is as it was when it was known by `known`.
    func read(unless known: Tags?) async throws -> (list: ChannelList, tags: Tags)? {
        if isRemote {
            guard let (body, response) = try await download(unless: known) else { return nil }
            let tags = Tags(etag: response.headers["etag"], lastModified: response.headers["last-modified"])
            return (try await parse(body, place: response.place), tags)
        }
        // Before it is read: what changes meanwhile is read again.
        let tags = Tags(file: Self.signature(of: path))
        if let known, !tags.file.isEmpty, tags == known { return nil }
        return (try await parse(try await file(), place: nil), tags)
    }

    /// The time of a file's change, its length and its number; empty where there is none to be looked at, or it is no
    /// plain file.
    static func signature(of path: String) -> [Int64] {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
        return [
            Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec), Int64(status.st_size),
            Int64(truncatingIfNeeded: status.st_ino),
        ]
    }

    private func parse(_ bytes: [UInt8], place: AddressReach?) async throws -> ChannelList {
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
        try await blocking(on: "hearth-file") {
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
    private func download(unless known: Tags?) async throws -> (body: [UInt8], response: FetchResponse)? {
        var request = FetchRequest(url: source)
        request.maximumBytes = Self.mostBytes
        request.acceptsCompression = true
        request.refusesDowngrade = true
        request.redirectReach = []
        request.headers["If-None-Match"] = known?.etag
        request.headers["If-Modified-Since"] = known?.lastModified
        do {
            let loaded = try await fetcher.load(request)
            guard loaded.response.status != 304 else {
                guard !request.headers.isEmpty else {
                    throw LineupTrouble(description: "\(name) sent no list (304)")
                }
                return nil
            }
            return (loaded.body, loaded.response)
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
