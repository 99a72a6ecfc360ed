import Base
import Devices
import HLS
import MediaCore

/// Fetches and decodes pictures of other places in what is on the screen, beside it and never at its cost.
extension Player {
    /// What previews of an item can be made of, on the timeline of its status; nil: of nothing, or it is not on the
    /// screen.
    package func previewSource(of id: ItemID) -> PreviewSource? {
        state.withLock { $0.current?.item.id == id ? $0.current?.item : nil }?.previewSource
    }

    /// Fetches a playlist of I-frames as the item on the screen does its own.
    package func previewPlaylist(_ request: FetchRequest, of id: ItemID) async throws(FetchError) -> LoadedPlaylist {
        let loaded = try await fetcher(of: id).load(request)
        return LoadedPlaylist(
            body: loaded.body, url: loaded.response.url, headers: loaded.response.headers, timing: loaded.timing)
    }

    /// Fetches a preview picture, opens it with its key where it has one, and decodes it in software. It waits its turn on
    /// the line behind what the viewer waits for.
    package func previewPicture(_ request: PreviewRequest, of id: ItemID) async throws(PreviewFailure) -> VideoFrame {
        let (stops, stopping) = AsyncStream.makeStream(of: Never.self)
        state.withLock { $0.previews.updateValue(stopping, forKey: request.id) }?.finish()
        let result = await withTaskGroup(of: Result<VideoFrame, PreviewFailure>.self) { group in
            group.addTask { await self.loadPreview(request, of: id) }
            group.addTask {
                for await _ in stops {}
                return .failure(.fetch(.cancelled))
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.fetch(.cancelled))
        }
        stopping.finish()
        return try result.get()
    }

    /// Gives up a preview picture: its download ends, and it fails.
    package func cancelPreview(_ id: PreviewRequest.ID) {
        state.withLock { $0.previews.removeValue(forKey: id) }?.finish()
    }

    private func loadPreview(_ request: PreviewRequest, of id: ItemID) async -> Result<VideoFrame, PreviewFailure> {
        do throws(PreviewFailure) {
            let parts = try await parts(of: request, id)
            let media = try await load(request.fetch, id)
            let reading = PreviewReading(request, section: parts.section, media: media, keys: parts.keys)
            do {
                return .success(
                    try await blocking(on: "hearth-preview") { [library] in try reading.picture(by: library) })
            } catch {
                return .failure(error as? PreviewFailure ?? .content)
            }
        } catch {
            return .failure(error)
        }
    }

    /// The initialization section and the keys of a picture; those that were fetched before are kept.
    private func parts(
        of request: PreviewRequest, _ id: ItemID
    ) async throws(PreviewFailure) -> (section: [UInt8]?, keys: [KeyIdentity: [UInt8]]) {
        var section: [UInt8]?
        if let initialization = request.initialization {
            if let known = state.withLock({ $0.previewParts.section(initialization, of: id) }) {
                section = known
            } else {
                var fetch = initialization.fetch
                fetch.isBounded = true
                let bytes = try await load(fetch, id)
                state.withLock { $0.previewParts.keep(bytes, for: initialization, of: id) }
                section = bytes
            }
        }
        var keys: [KeyIdentity: [UInt8]] = [:]
        for key in request.keys {
            if let known = state.withLock({ $0.previewParts.key(key, of: id) }) {
                keys[key] = known
                continue
            }
            let bytes = try await load(FetchRequest(url: key.url, maximumBytes: 4096, refusesDowngrade: true), id)
            guard bytes.count == key.byteCount else { throw .key }
            state.withLock { $0.previewParts.keep(bytes, for: key, of: id) }
            keys[key] = bytes
        }
        return (section, keys)
    }

    private func load(_ request: FetchRequest, _ id: ItemID) async throws(PreviewFailure) -> [UInt8] {
        do throws(FetchError) {
            return try await fetcher(of: id).load(request).body
        } catch {
            throw .fetch(error)
        }
    }

    private func fetcher(of id: ItemID) throws(FetchError) -> ChannelFetcher {
        guard let item = state.withLock({ $0.current?.item }), item.id == id else { throw .cancelled }
        return item.fetcher.warming
    }
}
