import Base
import ControlProtocol
import Devices
import Hummingbird
import Phones

extension ControlResponder {
    /// Whether who asks has a remote's rights, and no more.
    var isRemote: Bool { if case .socket = door { false } else { true } }

    /// Checks where a request comes from, and throws when it is refused. The UNIX socket has no gate.
    func admit(_ request: Request, _ context: Context) throws {
        switch door {
        case .socket: break
        case .page:
            try guarded {
                try gate.withLock { try $0.admit(host: request.head.authority, origin: request.headers[.origin]) }
            }
        case .phones(let door): try admit(request, context, at: door)
        }
    }

    /// Checks whether who asks may ask this with the token that is sent, and throws when not.
    ///
    /// - Returns: the phone that asks; nil: none does
    func admit(_ request: Request, to route: Route, _ context: Context) throws -> Phone? {
        let bearer = request.headers[.authorization].flatMap { header in
            header.hasPrefix("Bearer ") ? String(header.dropFirst(7)) : nil
        }
        switch door {
        case .socket:
            guard route != .phonePair, route != .phoneLeave else {
                throw ControlError(.badRequest, cause: "only a phone asks that", nextStep: "use phones/offer")
            }
            return nil
        case .page:
            // What brings the token needs none.
            if route == .pageOpen { return nil }
            try guarded {
                try gate.withLock {
                    try $0.admit(host: request.head.authority, origin: request.headers[.origin], token: bearer)
                }
            }
            guard route.isForRemotes else { throw Self.notForRemotes(route) }
            return nil
        case .phones(let door):
            if route == .phonePair { return nil }
            let phone = try phone(with: bearer, context, at: door)
            guard route.isForPhones else { throw Self.notForRemotes(route) }
            return phone
        }
    }

    private static func notForRemotes(_ route: Route) -> ControlError {
        ControlError(.forbidden, cause: "\(route.path) is not for a remote", nextStep: "use hearthctl on the box")
    }

    /// A file of the door's page; nil: it has none of that name.
    func file(for request: Request) throws -> Response? {
        let file: PageFile
        switch door {
        case .socket: return nil
        case .page(let page):
            guard request.uri.path == "/" else { return nil }
            file = PageFile(bytes: page, type: "text/html; charset=utf-8")
        case .phones(let door):
            if request.uri.path == "/box.crt", let authority = door.authority {
                return PageFile(bytes: Array(authority.utf8), type: "application/x-x509-ca-cert").response
            }
            guard let known = PageFile.ofPhones[request.uri.path] else { return nil }
            file = known
        }
        guard request.method == .get || request.method == .head else {
            throw ControlError(.badRequest, cause: "the page is only to be read", nextStep: "use GET")
        }
        return file.response
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
}
