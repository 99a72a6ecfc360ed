import Base
import ControlProtocol
import Devices
import Hummingbird

extension ControlResponder {
    /// Checks where a request to the page's port comes from, and throws when it is refused. The UNIX socket has no
    /// gate.
    func admit(_ request: Request) throws {
        guard page != nil else { return }
        try guarded {
            try gate.withLock { try $0.admit(host: request.head.authority, origin: request.headers[.origin]) }
        }
    }

    /// Checks whether the page may ask this with the token that it sends, and throws when it may not.
    func admit(_ request: Request, to route: Route) throws {
        // What brings the token needs none.
        guard page != nil, route != .pageOpen else { return }
        let bearer = request.headers[.authorization].flatMap { header in
            header.hasPrefix("Bearer ") ? String(header.dropFirst(7)) : nil
        }
        try guarded {
            try gate.withLock {
                try $0.admit(host: request.head.authority, origin: request.headers[.origin], token: bearer)
            }
        }
        guard route.isForRemotes else {
            throw ControlError(
                .forbidden, cause: "\(route.path) is not for a remote", nextStep: "use hearthctl on the box")
        }
    }

    func pageLink() throws -> PageLink {
        try guarded { PageLink(url: try gate.withLock { try $0.link(at: clock.now) }) }
    }

    func pageToken(for ticket: PageTicket) throws -> PageToken {
        try guarded { PageToken(token: try gate.withLock { try $0.open(with: ticket.ticket, at: clock.now) }) }
    }

    private func guarded<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let refusal as PageGate.Refusal {
            let cause =
                switch refusal {
                case .noPage:
                    throw ControlError(
                        .notNow, cause: "there is no page", nextStep: "set [page] port, or start hearthd with --page")
                case .foreignHost: "the page is asked for by a name that is not this machine's own"
                case .foreignOrigin: "another page asks"
                case .wrongToken: "this page was not opened by a link of this hearthd"
                case .wrongTicket: "the link was used before, or is too old"
                }
            throw ControlError(.forbidden, cause: cause, nextStep: "'hearthctl page' prints a link that opens the page")
        }
    }

    /// The page: the same for everybody, since it holds no secret.
    func html(_ request: Request, _ page: [UInt8]) throws -> Response {
        guard request.method == .get else {
            throw ControlError(.badRequest, cause: "the page is only to be read", nextStep: "use GET")
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8",
                .cacheControl: "no-store",
                .contentSecurityPolicy:
                    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
                .xContentTypeOptions: "nosniff",
                .init("Referrer-Policy") ?? .referer: "no-referrer",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: page)))
    }
}
