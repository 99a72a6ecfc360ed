import ControlProtocol
import Devices
import MediaCore

/// A hand that presses keys by the control API: through the box's socket as `hearthctl` does, or through its web
/// page as a browser does.
package final class RequestHand: Hand {
    package enum Door: Sendable, Hashable {
        /// The control socket's path, on the box.
        case socket(String)
        /// The web page, by a link of `hearthctl page` (`BoxSettings.page`).
        case page
    }

    package let kind: HandKind
    private let door: Door
    private let box: any BoxControl
    private let clock = MonotonicClock()
    /// The page as it was opened, and the daemon whose it is.
    private var opened: (page: Page, process: Int32)?

    private struct Page {
        var address: String
        var token: String
    }

    package init(_ door: Door, of box: any BoxControl) {
        self.door = door
        self.box = box
        kind = door == .page ? .web : .control
    }

    package func has(_ key: RemoteKey) -> Bool { true }

    package func press(_ key: RemoteKey) throws -> HostTime {
        try open()
        let time = clock.now
        try post(PressRequest(key: key.evdevName, phase: .down))
        return time
    }

    package func release(_ key: RemoteKey) throws { try post(PressRequest(key: key.evdevName, phase: .up)) }

    /// Sends press and hold in one request, as `hearthctl press --hold` does: two requests would hold the key for
    /// as long as a program takes to start.
    package func tap(_ key: RemoteKey, hold: Duration) throws -> HostTime {
        try open()
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
            guard let page = opened?.page else { throw PressRefused(key: request.key, said: "no page") }
            command += " -H 'Authorization: Bearer \(page.token)' '\(page.address)v1/press'"
        }
        let said = try box.shell(command)
        guard said == "200" else { throw PressRefused(key: request.key, said: said) }
    }

    /// Opens the page as a browser does, once for each daemon, before the time that counts.
    private func open() throws {
        guard door == .page else { return }
        let process = box.process
        if let opened, opened.process == process { return }
        let said = try box.hearthctl("page --json")
        guard let process, let link = Self.link(in: said) else { throw NoPage(said: said) }
        let body = String(decoding: try Wire.encode(PageTicket(ticket: link.ticket)), as: UTF8.self)
        let answer = try box.shell(
            "curl -sS -H 'Content-Type: application/json' -d '\(body)' '\(link.address)v1/page/open'")
        guard let token = try? Wire.decode(PageToken.self, from: Array(answer.utf8)).token, Self.isPlain(token) else {
            throw NoPage(said: answer)
        }
        opened = (Page(address: link.address, token: token), process)
    }

    /// The address and the ticket in what `hearthctl page --json` says.
    package static func link(in said: String) -> (address: String, ticket: String)? {
        guard let url = try? Wire.decode(PageLink.self, from: Array(said.utf8)).url,
            url.hasPrefix("http://127.0.0.1:"), !url.contains("'")
        else { return nil }
        let parts = url.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, isPlain(parts[1]) else { return nil }
        return (parts[0], parts[1])
    }

    /// Whether a secret can stand in a shell's line as it is.
    private static func isPlain(_ secret: String) -> Bool {
        !secret.isEmpty
            && secret.utf8.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            }
    }
}

package struct NoPage: Error, CustomStringConvertible {
    package var said: String

    package var description: String {
        "the page can't be opened: start the daemon with BoxSettings.page; it said: \(said)"
    }
}

package struct PressRefused: Error, CustomStringConvertible {
    package var key: String
    package var said: String

    package var description: String { "the press of \(key) was answered with \(said): see the log" }
}
