import Base
import Devices
import HLS
import MediaCore

/// Fetches a file as it is read, from any place of it: filled on the fetcher's thread, read on a demuxer's.
///
/// A `FileBody` decides what is fetched; a `FileIndex` has what another reader needed before.
final class FileSource: FetchHandle {
    private struct Piece {
        var offset: Int
        var bytes: [UInt8]
        var end: Int { offset + bytes.count }
    }

    private struct State {
        var body: FileBody
        /// What the window holds, in order.
        var pieces: [Piece] = []
        /// The place of the reader.
        var place = 0
        /// Whether what is read is kept for others.
        var isIndexing = true
        /// The number of requests so far: what an older one still brings is dropped.
        var flights = 0
        var handle: (any FetchHandle)?
        /// Actions that wait to be carried out, with the request that they are about, and whether a thread is at it.
        var actions: [(action: FileBody.Action, flight: Int)] = []
        var isBusy = false
        var isCancelled = false
        /// Whether nothing more comes, though there is more.
        var isGivenUp = false
        var id: RequestID
        var hasByte = false
        /// The request for its end.
        var tail: (any FetchHandle)?

        mutating func note(_ event: FileBody.Event) {
            for action in body.handle(event) {
                switch action {
                case .fetch, .stop: flights += 1
                case .pace, .fail, .refuse: break
                }
                actions.append((action, flights))
            }
        }

        /// Copies what the window has at the reader's place; zero: nothing.
        func copy(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            guard body.window.contains(place) else { return 0 }
            var (low, high) = (0, pieces.count)
            while low < high {
                let middle = (low + high) / 2
                if pieces[middle].end <= place { low = middle + 1 } else { high = middle }
            }
            guard low < pieces.count, pieces[low].offset <= place else { return 0 }
            let start = place - pieces[low].offset
            let count = min(buffer.count, pieces[low].bytes.count - start)
            buffer.copyBytes(from: pieces[low].bytes[start..<start + count])
            return count
        }

        /// Drops what the window holds no more.
        mutating func trim() {
            let window = body.window
            if pieces.last.map({ $0.end != window.upperBound }) ?? false || window.isEmpty {
                pieces = []
                return
            }
            let old = pieces.prefix { $0.end <= window.lowerBound }.count
            if old >= 32 { pieces.removeFirst(old) }
        }
    }

    private let known: FileMemory.Known
    private let files: FileMemory
    private let ranges: RangeMemory
    private let request: FetchRequest
    private let fetcher: any Fetcher
    private let clock: any HostClock
    private let report: @Sendable (SessionEvent) -> Void
    private let firstByte: @Sendable (HostTime) -> Void
    private let state: Monitor<State>

    /// - Parameters:
    ///   - request: the file's, without a range
    ///   - handle: of a request that is under way from its first byte on; its events come by `take`
    ///   - files: where it is forgotten when it is not what it was
    ///   - ranges: what is known of its server
    ///   - report: called on any thread; must not block
    init(
        _ request: MediaRequest, _ known: FileMemory.Known, handle: (any FetchHandle)?, fetcher: any Fetcher,
        files: FileMemory, ranges: RangeMemory, clock: any HostClock,
        report: @escaping @Sendable (SessionEvent) -> Void,
        firstByte: @escaping @Sendable (HostTime) -> Void
    ) {
        self.request = request.fetch
        self.known = known
        self.files = files
        self.fetcher = fetcher
        self.ranges = ranges
        self.clock = clock
        self.report = report
        self.firstByte = firstByte
        let body = FileBody(length: known.source.length ?? 0, isUnderWay: handle != nil, url: request.fetch.url)
        var state = State(body: body, id: request.id)
        state.handle = handle
        self.state = Monitor(state)
    }

    var index: FileIndex { known.index }
    /// In bytes.
    var length: Int { known.source.length ?? 0 }

    // MARK: The fetcher's side

    /// Takes an event of the request that was under way at first.
    func take(_ event: FetchEvent) { take(event, of: 0) }

    private func take(_ event: FetchEvent, of flight: Int) {
        let isFirst = state.update { state -> Bool in
            guard state.flights == flight, !state.isCancelled else { return false }
            switch event {
            case .response(let response):
                if let gives = response.acceptsRanges { ranges.note(gives, of: request.url) }
                state.note(.answered(response, isSame: known.isSame(response)))
            case .data(let all):
                let bytes = Array(all.prefix(length - state.body.window.upperBound))
                guard !bytes.isEmpty else { return false }
                state.pieces.append(Piece(offset: state.body.window.upperBound, bytes: bytes))
                state.note(.came(bytes.count))
                state.trim()
                defer { state.hasByte = true }
                return !state.hasByte
            case .finished(.success): state.note(.ended(nil))
            case .finished(.failure(let error)): state.note(.ended(error))
            }
            return false
        }
        if isFirst { firstByte(clock.now) }
        carryOut()
    }

    /// Carries out what was decided, in that order, unless another thread is at it.
    private func carryOut() {
        while let (action, flight) = next() { perform(action, flight) }
    }

    private func next() -> (FileBody.Action, Int)? {
        state.withLock { state in
            guard !state.isBusy, !state.isCancelled, !state.actions.isEmpty else { return nil }
            state.isBusy = true
            return state.actions.removeFirst()
        }
    }

    private func perform(_ action: FileBody.Action, _ flight: Int) {
        switch action {
        case .fetch(let offset):
            var request = request
            if offset > 0 { request.range = ByteRange(offset: UInt64(offset), length: nil) }
            let handle = fetcher.fetch(request) { [self] event in take(event, of: flight) }
            let isWanted = state.withLock { state in
                let isWanted = state.flights == flight && !state.isCancelled
                if isWanted { state.handle = handle }
                return isWanted
            }
            if !isWanted { handle.cancel() }
        case .stop:
            let handle = state.withLock { $0.handle.take() }
            handle?.cancel()
        case .pace(let pace):
            let handle = state.withLock { $0.flights == flight ? $0.handle : nil }
            switch pace {
            case .goes: handle?.resume()
            case .rests: handle?.pause()
            case .givesWay: handle?.giveWay()
            }
        case .fail(let error):
            if error != .cancelled { report(.mediaFailed(state.withLock { $0.id }, .fetch(error))) }
        case .refuse(let reason):
            files.forget(request.url)
            report(.mediaFailed(state.withLock { $0.id }, .content(reason)))
        }
        state.withLock { $0.isBusy = false }
    }

    // MARK: The session's side

    /// Ends all: its reader gets no more.
    func cancel() {
        let handles = state.update { state in
            state.isCancelled = true
            state.pieces = []
            return [state.handle.take(), state.tail.take()]
        }
        for handle in handles { handle?.cancel() }
    }

    func pause() { order(.pause(true)) }
    func resume() { order(.pause(false)) }

    /// Tries again what failed, as the request of this name.
    func retry(as id: RequestID) {
        state.withLock { $0.id = id }
        order(.again)
    }

    private func order(_ event: FileBody.Event) {
        state.update { $0.note(event) }
        carryOut()
    }

    /// Nothing more comes: what is here is all there will be.
    func giveUp() { state.update { $0.isGivenUp = true } }

    // MARK: The reader's side

    /// Whether its server may give parts of it: some do without saying so, and that shows when one is asked for.
    var maySeek: Bool { ranges.gives(request.url) != false }

    /// Reads on from this byte.
    func seek(to offset: Int) { state.withLock { $0.place = max(0, offset) } }

    /// The place of the byte that is read next.
    var place: Int { state.withLock { $0.place } }

    /// Blocks until there is a byte at the reader's place, or none will come.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteSourceResult {
        while true {
            let result: ByteSourceResult? = state.wait { state -> ByteSourceResult?? in
                if state.isCancelled { return .some(.cancelled) }
                guard state.place < length, !buffer.isEmpty else { return .some(.end) }
                let known = index.copy(at: state.place, into: buffer)
                if known > 0 {
                    state.place += known
                    return .some(.bytes(known))
                }
                let before = state.actions.count
                state.note(.reads(state.place))
                state.trim()
                let count = state.copy(into: buffer)
                if count > 0 {
                    if state.isIndexing { index.note(UnsafeRawBufferPointer(buffer)[..<count].whole, at: state.place) }
                    state.place += count
                    return .some(.bytes(count))
                }
                if state.isGivenUp { return .some(.end) }
                // What it needs has to be asked for first.
                return state.actions.count > before ? .some(nil) : nil
            }
            carryOut()
            if let result { return result }
        }
    }

    /// Fetches the last bytes of the file beside what is read.
    ///
    /// - Parameter take: called on the fetcher's thread, once, if they come
    func tail(_ count: Int, _ take: @escaping @Sendable ([UInt8]) -> Void) {
        var request = request
        request.range = ByteRange(offset: UInt64(max(0, length - count)), length: nil)
        let bytes = Locked<[UInt8]>([])
        let handle = fetcher.fetch(request) { [self] event in
            switch event {
            case .response(let response):
                // A server without parts would send all of it.
                if response.acceptsRanges == false { state.withLock { $0.tail.take() }?.cancel() }
            case .data(let piece):
                let isMore = bytes.withLock { bytes in
                    bytes += piece
                    return bytes.count > count
                }
                // It sends what it was not asked for.
                if isMore { state.withLock { $0.tail.take() }?.cancel() }
            case .finished(.success): take(bytes.withLock { $0 })
            case .finished(.failure): break
            }
        }
        let isOver = state.withLock { state in
            state.tail = handle
            return state.isCancelled
        }
        if isOver { handle.cancel() }
    }

    /// The file is open, and its reader where it begins: what is read from here on is not needed again.
    func opened() { state.withLock { $0.isIndexing = false } }

    /// Its reader is done with it.
    func finish() {
        let (id, isOver) = state.withLock { ($0.id, $0.isCancelled || $0.isGivenUp) }
        guard !isOver else { return }
        let now = clock.now
        report(
            .mediaFinished(
                id, FetchTiming(requested: now, firstByte: nil, finished: now, bytes: length, reusedConnection: true)))
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate var whole: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self) }
}

extension FileMemory.Known {
    /// Whether an answer is about the file that is known.
    fileprivate func isSame(_ response: FetchResponse) -> Bool {
        if let total = response.totalBytes, let length = source.length, total != length { return false }
        guard let validator, let now = response.headers["etag"] ?? response.headers["last-modified"] else {
            return true
        }
        return now == validator
    }
}
