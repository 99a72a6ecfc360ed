import Base
import Devices
import Glibc
import Logging
import MediaCore
import Paint

/// Where logos and programmes' pictures come from: from the disk at once where they are kept, then from their servers.
///
/// Pictures are decoded one at a time, on a thread of their own: each takes memory for the whole of it meanwhile, and
/// what is in it was written by others.
actor ArtworkLibrary {
    /// Takes artwork that has come, for the key under which it was wanted.
    typealias Delivery = @Sendable (sending ArtworkImage, String) async -> Void

    private enum Order: Sendable {
        case wanted(ArtworkRequest, key: String)
        /// A file has it within it.
        case given([UInt8], key: String)
        /// Its server has answered, or has not (nil).
        case answered(ArtworkRequest, key: String, LoadedResource?)
    }

    /// Artwork whose server is asked in its turn.
    private struct Question: Sendable {
        var request: ArtworkRequest
        var key: String
        /// The headers by which the server says that nothing has changed.
        var conditions: [String: String]
    }

    /// How many are fetched at once: each may have four megabytes on its way.
    private static let mostFetches = 4

    private let files: ArtworkFiles?
    private let fetcher: any Fetcher
    private let codecs: any CodecLibrary
    private let logger: Logger
    private let wall: @Sendable () -> Int64
    private nonisolated let orders: AsyncStream<Order>
    private nonisolated let ordering: AsyncStream<Order>.Continuation
    /// Nil where nothing is kept on the disk.
    private var shelf: ArtworkShelf?
    private var waiting = FIFO<Question>()
    private var fetches = 0

    /// - Parameters:
    ///   - folder: where artwork is kept; nil: nowhere
    ///   - wall: the seconds since 1970
    init(
        folder: String?, fetcher: any Fetcher, codecs: any CodecLibrary, logger: Logger,
        wall: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }
    ) {
        files = folder.map(ArtworkFiles.init)
        self.fetcher = fetcher
        self.codecs = codecs
        self.logger = logger
        self.wall = wall
        (orders, ordering) = AsyncStream.makeStream()
    }

    /// Asks for artwork, which is delivered once it is there; twice, where another has taken the place of what was kept;
    /// and never, where it can't be had or shown.
    nonisolated func want(_ request: ArtworkRequest, for key: String) { ordering.yield(.wanted(request, key: key)) }

    /// Takes a picture that a file has within it: it is delivered once it is decoded, and kept nowhere.
    nonisolated func take(_ bytes: [UInt8], for key: String) { ordering.yield(.given(bytes, key: key)) }

    /// Does what is asked for until cancelled. To be called once.
    func run(_ deliver: @escaping Delivery) async {
        await open()
        await withDiscardingTaskGroup { group in
            for await order in orders {
                switch order {
                case .wanted(let request, let key):
                    if let conditions = await deliverKept(request, key, deliver) {
                        waiting.append(Question(request: request, key: key, conditions: conditions))
                    }
                case .given(let bytes, let key):
                    if let image = await image(bytes, as: .poster, of: key) { await deliver(image, key) }
                case .answered(let request, let key, let answer):
                    fetches -= 1
                    if let answer { await take(answer, request, key, deliver) }
                }
                while fetches < Self.mostFetches, let question = waiting.popFirst() {
                    fetches += 1
                    group.addTask { [fetcher, ordering] in
                        var fetch = question.request.fetch
                        fetch.headers = question.conditions
                        ordering.yield(
                            .answered(question.request, key: question.key, try? await fetcher.load(fetch)))
                    }
                }
            }
        }
    }

    /// The bytes of a picture as its server gave them, from the disk or from there; nil: there is none that can be shown.
    func original(_ request: ArtworkRequest) async -> [UInt8]? {
        if let record = await kept(request) { return record.bytes }
        guard let answer = try? await fetcher.load(request.fetch), await image(answer.body, request) != nil else {
            return nil
        }
        await keep(
            ArtworkRecord(url: request.url, checked: wall(), headers: answer.response.headers, bytes: answer.body),
            of: request.url)
        return answer.body
    }

    /// A picture in a size that is asked for; as it is, where it is no larger or can't be made smaller.
    nonisolated func fitted(_ bytes: [UInt8], to room: PixelSize) async -> [UInt8] {
        let codecs = codecs
        return (try? await blocking(on: "hearth-art") { try codecs.shrinkImage(bytes, fitting: room) }) ?? bytes
    }

    private func open() async {
        guard let files else { return }
        do {
            shelf = ArtworkShelf(try await blocking(on: "hearth-art") { try files.open() })
        } catch {
            logger.warning("artwork is not kept: \(files.folder) can't be used: \(error)")
        }
    }

    /// - Returns: the headers with which its server is to be asked; nil: it need not be
    private func deliverKept(
        _ request: ArtworkRequest, _ key: String, _ deliver: Delivery
    ) async -> [String: String]? {
        guard let record = await kept(request) else { return [:] }
        shelf?.used(ArtworkRecord.name(of: request.url), at: wall())
        guard let image = await image(record.bytes, request) else { return [:] }
        await deliver(image, key)
        return record.isFresh(at: wall()) ? nil : record.conditions
    }

    private func kept(_ request: ArtworkRequest) async -> ArtworkRecord? {
        guard shelf != nil, let files else { return nil }
        return try? await blocking(on: "hearth-art") { files.read(request.url) }
    }

    private func take(
        _ answer: LoadedResource, _ request: ArtworkRequest, _ key: String, _ deliver: Delivery
    ) async {
        if answer.response.status == 304 {
            guard var record = await kept(request) else { return }
            record.checked = wall()
            await keep(record, of: request.url)
            return
        }
        // What can't be shown is not kept either: it is asked for again after the next start.
        guard let image = await image(answer.body, request) else { return }
        await deliver(image, key)
        await keep(
            ArtworkRecord(
                url: request.url, checked: wall(), headers: answer.response.headers, bytes: answer.body),
            of: request.url)
    }

    private func keep(_ record: ArtworkRecord, of url: String) async {
        guard shelf != nil, let files else { return }
        let name = ArtworkRecord.name(of: url)
        let gone = shelf?.wrote(name, bytes: record.bytes.count, at: wall()) ?? []
        do {
            try await blocking(on: "hearth-art") {
                files.remove(gone)
                try files.write(record, of: url)
            }
        } catch {
            logger.warning(
                "artwork can't be kept: \(error)", metadata: [RepeatedLine.about: "artwork"])
        }
    }

    private func image(_ bytes: [UInt8], _ request: ArtworkRequest) async -> sending ArtworkImage? {
        await image(bytes, as: request.use, of: "\(RedactedURL(request.url))")
    }

    private func image(
        _ bytes: [UInt8], as use: ArtworkImage.Use, of name: String
    ) async -> sending ArtworkImage? {
        let side = use.side
        let (codecs, least) = (codecs, PixelSize(width: side, height: side))
        let decoded = try? await blocking(on: "hearth-art") {
            Result { () throws(StillImageError) in try codecs.decodeImage(bytes, least: least) }
        }
        switch decoded {
        case .success(let image)?: return ArtworkImage(image, as: use)
        case .failure(let error)?:
            logger.debug(
                "artwork can't be shown", metadata: ["at": "\(name)", "reason": "\(error)"])
            return nil
        // The kernel refused a thread.
        case nil: return nil
        }
    }
}
