import Store

/// What the box has decided to keep, on its way to the store: written one after the other, in the order in which it was
/// handed in.
///
/// Nobody who decides waits for the disk; who *says* that something is kept waits for `written`.
struct Journal: Sendable {
    typealias Entry = @Sendable (Store) async throws -> Void

    private enum Item: Sendable {
        case entry(Entry)
        /// All before it has been tried.
        case mark(CheckedContinuation<Void, Never>)
    }

    private let items: AsyncStream<Item>
    private let continuation: AsyncStream<Item>.Continuation

    let store: Store

    init(_ store: Store) {
        self.store = store
        (items, continuation) = AsyncStream.makeStream()
    }

    func add(_ entry: @escaping Entry) { continuation.yield(.entry(entry)) }

    /// Returns when everything that was handed in before is on the disk, or could not be put there, which is then told
    /// like any entry's failure. At once when nothing is written any more.
    func written() async {
        await withCheckedContinuation { waiting in
            guard case .enqueued = continuation.yield(.mark(waiting)) else { return waiting.resume() }
        }
    }

    /// Writes until cancelled, and then what is still to be written: in a task of its own, which the cancellation does
    /// not reach.
    ///
    /// - Parameter tried: told of each entry, and of what went wrong with it
    func keep(tried: @escaping @Sendable ((any Error)?) async -> Void) async {
        let writer = Task { [items, store] in
            for await item in items {
                switch item {
                case .entry(let entry):
                    do {
                        try await entry(store)
                        await tried(nil)
                    } catch {
                        await tried(error)
                    }
                case .mark(let waiting): waiting.resume()
                }
            }
        }
        await withTaskCancellationHandler {
            await writer.value
        } onCancel: {
            continuation.finish()
        }
    }
}
