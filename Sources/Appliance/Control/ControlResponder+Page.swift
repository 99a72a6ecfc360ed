import ControlProtocol
import Hummingbird

extension ControlResponder {
    /// Checks a request against the page's gate, and throws when it is refused. The UNIX socket has
    /// no gate.
    func admit(_ request: Request) throws {
        guard let page else { return }
        let bearer = request.headers[.authorization].flatMap { header in
            header.hasPrefix("Bearer ") ? String(header.dropFirst(7)) : nil
        }
        do {
            try page.gate.admit(
                host: request.head.authority, origin: request.headers[.origin],
                token: bearer ?? request.uri.queryParameters["token"].map(String.init))
        } catch {
            throw ControlError(
                .forbidden, cause: "this page is not for you (\(error))",
                nextStep: "open the address that hearthd printed at its start, with its token")
        }
    }

    func html(_ request: Request) throws -> Response {
        guard let page, request.method == .get else {
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
                // The address holds the secret, and must not leak as a referrer.
                .init("Referrer-Policy") ?? .referer: "no-referrer",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: page.html)))
    }
}
