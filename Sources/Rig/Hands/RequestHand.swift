import ControlProtocol
import Devices
import MediaCore

/// A hand that presses keys by the control API: through the box's socket as `hearthctl` does, or through its web
/// page as a browser does.
package final class RequestHand: Hand {
    package enum Door: Sendable, Hashable {
        /// The control socket's path, on the box.
        case socket(String)
        /// The web page, at the address that the daemon announces (`BoxSettings.page`).
        case page
    }

    package let kind: HandKind
    private let door: Door
    private let box: any BoxControl
    private let clock = MonotonicClock()

    package init(_ door: Door, of box: any BoxControl) {
        self.door = door
        self.box = box
        kind = door == .page ? .web : .control
    }

    package func has(_ key: RemoteKey) -> Bool { true }

    package func press(_ key: RemoteKey) throws -> HostTime {
        let time = clock.now
        try post(PressRequest(key: key.evdevName, phase: .down))
        return time
    }

    package func release(_ key: RemoteKey) throws { try post(PressRequest(key: key.evdevName, phase: .up)) }

    /// Sends press and hold in one request, as `hearthctl press --hold` does: two requests would hold the key for
    /// as long as a program takes to start.
    package func tap(_ key: RemoteKey, hold: Duration) throws -> HostTime {
        let time = clock.now
        let milliseconds = min(max(0, Int(hold.milliseconds)), PressRequest.longestHold)
        try post(PressRequest(key: key.evdevName, holdMilliseconds: milliseconds))
        return time
    }

    private func post(_ request: PressRequest) throws {
        let body = String(decoding: try Wire.encode(request), as: UTF8.self)
        var command = "curl -sS -o /dev/null -w '%{http_code}' -H 'Content-Type: application/json' -d '\(body)'"
        switch door {
        case .socket(let path): command += " --unix-socket '\(path)' http://localhost/v1/press"
        case .page:
            guard let page = Self.page(in: box.log) else { throw NoPage() }
            command += " -H 'Authorization: Bearer \(page.token)' '\(page.address)v1/press'"
        }
        let said = try box.shell(command)
        guard said == "200" else { throw PressRefused(key: request.key, said: said) }
    }

    /// The newest page that the daemon announced: `page: http://127.0.0.1:43210/?token=5ec2e7`.
    package static func page(in log: String) -> (address: String, token: String)? {
        for line in log.split(separator: "\n").reversed() {
            guard line.hasPrefix("page: http") else { continue }
            let parts = line.dropFirst("page: ".count).split(separator: "?token=", maxSplits: 1)
            guard parts.count == 2, parts[1].allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else {
                continue
            }
            return (String(parts[0]), String(parts[1]))
        }
        return nil
    }
}

package struct NoPage: Error, CustomStringConvertible {
    package var description: String { "the daemon has announced no page: start it with BoxSettings.page" }
}

package struct PressRefused: Error, CustomStringConvertible {
    package var key: String
    package var said: String

    package var description: String { "the press of \(key) was answered with \(said): see the log" }
}
