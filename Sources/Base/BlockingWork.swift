/// Runs work that blocks (the disk, a kernel that waits for a device, a thread's end) on a thread of its own, and
/// returns what it returns: tasks never block the cooperative pool.
///
/// The thread lives as long as the work. Cancelling the caller's task does not end the work. For rare work only: each
/// call makes a thread.
///
/// - Parameter name: the thread's name, cut to the kernel's 15 bytes
/// - Throws: what the work throws; `SystemCallError` when the kernel refuses another thread, and then nothing was run
package func blocking<Value: Sendable>(
    on name: String, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        do {
            _ = try NamedThread(name) { continuation.resume(with: Result(catching: work)) }
        } catch {
            continuation.resume(throwing: error)
        }
    }
}
