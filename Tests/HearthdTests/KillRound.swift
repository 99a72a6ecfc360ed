import Base
import ControlProtocol
import Foundation
import TestSupport

/// One run of a daemon until it is killed, as it answers for the so-many-th time: whoever else asks it then is somewhere
/// in the middle of it.
final class KillRound: Sendable {
    /// How often it is killed: ten times, or as often as `scripts/kills` wants.
    static let kills = ProcessInfo.processInfo.environment["HEARTH_KILLS"].flatMap { Int($0) } ?? 10
    static let seed = ProcessInfo.processInfo.environment["HEARTH_SEED"].flatMap { UInt64($0) } ?? 15

    private let limit: Int
    private let kill: @Sendable () -> Void
    private let count = Locked(0)

    /// - Parameter limit: the number of answers; 0: before any
    init(until limit: Int, kill: @escaping @Sendable () -> Void) {
        self.limit = limit
        self.kill = kill
        if limit == 0 { kill() }
    }

    var answered: Int { count.withLock { $0 } }

    /// Asks for one thing after the other until the daemon is dead. Blocks.
    ///
    /// - Returns: the subject with what was answered, and what was not
    func ask(about subject: KillLedger.Subject, _ random: SplitMix, at socket: String) -> KillLedger.Subject {
        var (subject, random) = (subject, random)
        while true {
            let request = subject.next(using: &random)
            guard let status = Self.status(request, at: socket) else { return subject }
            subject.answered(status)
            let isLast = count.withLock { count in
                count += 1
                return count == limit
            }
            if isLast { kill() }
        }
    }

    /// - Returns: the status of the answer; nil: there is none
    private static func status(_ request: KillLedger.Request, at socket: String) -> Int? {
        do {
            let connection = try LocalConnection(to: socket)
            let body = request.body
            try connection.send(
                "POST \(request.route.path)\(request.query) HTTP/1.1\r\nHost: hearth\r\nConnection: close\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            return try connection.line().flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) }
        } catch {
            return nil
        }
    }
}
