import Base
import Devices
import HTTPTypes
import Hummingbird
import MediaCore
import NIOCore
import Phones
import UPnP

/// Answers control points over HTTP.
struct RendererResponder: HTTPResponder {
    typealias Context = ControlContext

    let door: RendererDoor
    let clock: any HostClock
    let server: String
    /// A control point asks for the place once a second.
    private let budget = Locked(RequestBudget(burst: 150, perSecond: 30))
    /// No name leads here: control points have the address from what they were told.
    private static let home = HomeOrigin(names: [], scheme: "http")
    /// Metadata are escaped in it.
    private static let longestBody = 256 << 10

    init(door: RendererDoor, clock: any HostClock, server: String) {
        (self.door, self.clock, self.server) = (door, clock, server)
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        guard let peer = context.peerAddress, admits(request, context) else { return plain(.forbidden) }
        guard budget.withLock({ $0.take(from: peer, at: clock.now) }) else { return plain(.tooManyRequests) }
        let path = request.uri.path
        if request.method == .get || request.method == .head {
            switch path {
            case RendererDescription.path: return xml(.ok, door.description.device)
            case RendererDescription.iconPath: return icon()
            default:
                guard let service = RendererService.allCases.first(where: { $0.descriptionPath == path }) else {
                    return plain(.notFound)
                }
                return xml(.ok, door.description.service(service))
            }
        }
        if let service = RendererService.allCases.first(where: { $0.controlPath == path }) {
            guard request.method == .post else { return plain(.methodNotAllowed) }
            return try await control(service, request, peer)
        }
        if let service = RendererService.allCases.first(where: { $0.eventPath == path }) {
            switch request.method.rawValue {
            case "SUBSCRIBE": return await subscribe(service, request, context, peer)
            case "UNSUBSCRIBE": return await unsubscribe(service, request)
            default: return plain(.methodNotAllowed)
            }
        }
        return plain(.notFound)
    }

    /// Whether it comes from the home's network, to this box's own address, and not from a page in a browser: none has
    /// any business here, and all tell where they come from (`Origin`).
    private func admits(_ request: Request, _ context: Context) -> Bool {
        guard request.headers[.origin] == nil else { return false }
        do throws(HomeOrigin.Refusal) {
            try Self.home.admit(
                peer: context.peerAddress, local: context.localAddress, host: request.head.authority, origin: nil)
            return true
        } catch {
            return false
        }
    }

    private func control(_ service: RendererService, _ request: Request, _ peer: String) async throws -> Response {
        let body: [UInt8]
        do {
            body = [UInt8](try await request.body.collect(upTo: Self.longestBody).readableBytesView)
        } catch is NIOTooManyBytesError {
            return plain(.contentTooLarge)
        }
        let sender = CastSender(peer: peer, headers: request.headers)
        let (status, text) = await door.answer(
            service, body, header: request.headers[.soapAction], from: sender, at: peer)
        return xml(status == 200 ? .ok : .internalServerError, text)
    }

    // MARK: Events

    private func subscribe(
        _ service: RendererService, _ request: Request, _ context: Context, _ peer: String
    ) async -> Response {
        let (id, timeout) = (request.headers[.subscription], request.headers[.timeout])
        do throws(EventSubscriptions.Refusal) {
            if let id {
                // What renews names no one to tell (UPnP Device Architecture 1.1, 4.1.3).
                guard request.headers[.callback] == nil, request.headers[.notificationType] == nil else {
                    throw .malformed
                }
                return followed(id, try await door.renewSubscription(id, of: service, timeout: timeout))
            }
            guard request.headers[.notificationType] == "upnp:event", let callback = request.headers[.callback] else {
                throw .unknown
            }
            let (id, seconds) = try await door.subscribe(service, callback: callback, timeout: timeout, peer: peer)
            var response = followed(id, seconds)
            // He is told first once he has been answered: GUPnP passes over what comes before it knows by which name.
            response.body = ResponseBody(contentLength: 0) { [door] writer in
                try await writer.finish(nil)
                await context.sent()
                await door.opened(id)
            }
            return response
        } catch {
            return refused(error)
        }
    }

    private func unsubscribe(_ service: RendererService, _ request: Request) async -> Response {
        do throws(EventSubscriptions.Refusal) {
            guard let id = request.headers[.subscription] else { throw .unknown }
            guard request.headers[.callback] == nil, request.headers[.notificationType] == nil else {
                throw .malformed
            }
            try await door.unsubscribe(id, of: service)
            return plain(.ok)
        } catch {
            return refused(error)
        }
    }

    private func followed(_ id: String, _ seconds: Int) -> Response {
        var response = plain(.ok)
        response.headers[.subscription] = id
        response.headers[.timeout] = "Second-\(seconds)"
        return response
    }

    private func refused(_ refusal: EventSubscriptions.Refusal) -> Response {
        switch refusal {
        case .malformed: plain(.badRequest)
        case .unknown: plain(.preconditionFailed)
        case .full: plain(.serviceUnavailable)
        }
    }

    // MARK: Answers

    private func plain(_ status: HTTPResponse.Status) -> Response {
        Response(status: status, headers: headers(nil), body: ResponseBody())
    }

    private func xml(_ status: HTTPResponse.Status, _ text: String) -> Response {
        Response(
            status: status, headers: headers("text/xml; charset=\"utf-8\""),
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    private func icon() -> Response {
        Response(
            status: .ok, headers: headers("image/png"),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.icon_png)))
    }

    private func headers(_ type: String?) -> HTTPFields {
        var headers: HTTPFields = [.server: server, .ext: ""]
        if let type { headers[.contentType] = type }
        return headers
    }
}

// swift-format-ignore: NeverForceUnwrap
extension HTTPField.Name {
    fileprivate static let soapAction = Self("SOAPACTION")!
    fileprivate static let subscription = Self("SID")!
    fileprivate static let timeout = Self("TIMEOUT")!
    fileprivate static let callback = Self("CALLBACK")!
    fileprivate static let notificationType = Self("NT")!
    fileprivate static let ext = Self("EXT")!
}
