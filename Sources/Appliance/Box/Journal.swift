import Base
import Store

/// What the box has decided to keep, on its way to the store: written one after the other, in the order in which it was
/// handed in.
///
/// Nobody who decides waits for the disk; who *says* that something is kept waits for `written`. Of a subject only the
/// newest is written: however slow the disk is, what a held key changes lags by a few writes and never by a queue.
struct Journal: Sendable {
    typealias Entry = @Sendable (Store) async throws -> Void

    /// What changes with every press of a key that is held.
    enum Subject: Hashable, Sendable {
        case volume, chosenChannel, overscan, night, look, captions, queue
        case soundDelay(String)
        /// The place where the item of this identity was left.
        case resumePoint(String)
    }

    private enum Item: Sendable {
        case entry(Entry, about: Subject?, number: Int)
        /// All before it has been tried.
        case mark(CheckedContinuation<(any Error)?, Never>, since: Int)
    }

    private struct State {
        var items: [Item] = []
        /// How many entries were handed in.
        var count = 0
        /// The newest entry that could not be written.
        var failure: (number: Int, error: any Error)?
        /// Nothing is written any more.
        var hasEnded = false
    }

    private let state = Locked(State())
    private let news: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    let store: Store

    init(_ store: Store) {
        self.store = store
        (news, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// How many entries were handed in so far: with it `written` tells one's own failures from older ones.
    var count: Int { state.withLock { $0.count } }

    /// How many wait for `written`.
    var waits: Int {
        state.withLock { $0.items.count { if case .mark = $0 { true } else { false } } }
    }

    /// - Parameter subject: what the entry is about, where it takes the place of an older one that waits
    func add(about subject: Subject? = nil, _ entry: @escaping Entry) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            if let subject { Self.remove(subject, from: &state.items) }
            state.items.append(.entry(entry, about: subject, number: state.count))
            state.count += 1
        }
        continuation.yield()
    }

    /// Removes what waits about a subject. What somebody waits for stays.
    private static func remove(_ subject: Subject, from items: inout [Item]) {
        for index in items.indices.reversed() {
            switch items[index] {
            case .mark: return
            case .entry(_, let other, _) where other == subject:
                items.remove(at: index)
                return
            case .entry: break
            }
        }
    }

    /// Returns when everything that was handed in before is on the disk, or could not be put there, which is then told
    /// like any entry's failure. At once when nothing is written any more.
    ///
    /// - Parameter first: the number of the first entry that matters
    /// - Returns: why one of the entries since then could not be written; nil: all were
    @discardableResult
    func written(since first: Int = 0) async -> (any Error)? {
        await withCheckedContinuation { waiting in
            let waits = state.withLock { state in
                if !state.hasEnded { state.items.append(.mark(waiting, since: first)) }
                return !state.hasEnded
            }
            guard waits else { return waiting.resume(returning: nil) }
            continuation.yield()
        }
    }

    /// Writes until cancelled, and then what is still to be written: in a task of its own, which the cancellation does
    /// not reach.
    ///
    /// - Parameter tried: told of each entry, and of what went wrong with it
    func keep(tried: @escaping @Sendable ((any Error)?) async -> Void) async {
        let writer = Task { [self] in
            for await _ in news {
                while let item = next() { await write(item, tried) }
            }
            while let item = next(elseEnds: true) { await write(item, tried) }
        }
        await withTaskCancellationHandler {
            await writer.value
        } onCancel: {
            continuation.finish()
        }
    }

    /// Writes an entry at once, after `keep` has ended; not stopped by a cancellation. What goes wrong is nobody's news
    /// any more.
    func writeLast(_ entry: @escaping Entry) async {
        let writer = Task { [store] in try await entry(store) }
        _ = await writer.result
    }

    /// - Parameter elseEnds: where there is none, nothing is taken any more
    private func next(elseEnds: Bool = false) -> Item? {
        state.withLock { state in
            guard state.items.isEmpty else { return state.items.removeFirst() }
            state.hasEnded = elseEnds
            return nil
        }
    }

    private func write(_ item: Item, _ tried: @Sendable ((any Error)?) async -> Void) async {
        switch item {
        case .entry(let entry, _, let number):
            do {
                try await entry(store)
                await tried(nil)
            } catch {
                state.withLock { $0.failure = (number, error) }
                await tried(error)
            }
        case .mark(let waiting, let first):
            let failure = state.withLock { $0.failure }
            waiting.resume(returning: failure.flatMap { $0.number >= first ? $0.error : nil })
        }
    }
}
