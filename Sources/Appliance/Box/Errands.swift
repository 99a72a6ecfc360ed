/// Work that the box begins and does not wait for: each piece is a task of its own, and all end with the box.
struct Errands: Sendable {
    typealias Errand = @Sendable () async -> Void

    /// What lessons want done that takes time, in order.
    let lessons = AsyncStream.makeStream(of: LessonChore.self)
    private let errands: AsyncStream<Errand>
    private let continuation: AsyncStream<Errand>.Continuation

    init() { (errands, continuation) = AsyncStream.makeStream() }

    /// Begins the work, at once where the box runs.
    func begin(_ errand: @escaping Errand) { continuation.yield(errand) }

    /// Does the work until cancelled. To be called once.
    func run() async {
        await withDiscardingTaskGroup { group in
            for await errand in errands { group.addTask(operation: errand) }
        }
    }
}
