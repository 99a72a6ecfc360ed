import ControlProtocol
import Devices
import Hummingbird
import MediaCore
import NIOCore
import Phones

extension ControlResponder {
    func admit(_ request: Request, _ context: Context, at door: PhoneDoor) throws {
        do throws(PhoneDoor.Refusal) {
            try door.admit(
                peer: context.peerAddress, local: context.localAddress, host: request.head.authority,
                origin: request.headers[.origin], at: clock.now)
        } catch {
            throw Self.error(error)
        }
    }

    func phone(with token: String?, _ context: Context, at door: PhoneDoor) throws -> Phone {
        do throws(PhoneDoor.Refusal) {
            return try door.phone(
                with: token, peer: context.peerAddress, at: clock.now, wall: WallClock.seconds)
        } catch {
            throw Self.error(error)
        }
    }

    private static func error(_ refusal: PhoneDoor.Refusal) -> ControlError {
        switch refusal {
        case .foreign(.foreignPeer):
            ControlError(.forbidden, cause: "it is not asked from the home's network", nextStep: "join its Wi-Fi")
        case .foreign(.foreignHost):
            ControlError(
                .forbidden, cause: "the box is asked for by a name that is not its own",
                nextStep: "use the address that the screen shows, or set [phones] host")
        case .foreign(.foreignOrigin):
            ControlError(.forbidden, cause: "another page asks", nextStep: "open the box's own page")
        case .tooMuch: ControlError(.tooMany, cause: "that is too much at once", nextStep: "wait some seconds")
        case .notPaired:
            ControlError(
                .forbidden, cause: "this phone is not paired",
                nextStep: "have the box offer it: in the settings on the screen, or by 'hearthctl phones pair'")
        }
    }

    func answerOfPhones(
        _ route: Route, _ request: Request, _ context: Context, by phone: Phone?
    ) async throws -> Response {
        switch route {
        case .phonesOffer: return try json(await handler.offerPairing())
        case .phonesWithdraw:
            await handler.withdrawPairing()
            return try json(Done())
        case .phonesRevoke:
            return try json(await handler.revoke(try await body(PhoneRevokeRequest.self, of: request)))
        case .phonePair:
            // Who guesses waits, and the offer bears five guesses in all.
            if case .phones(let door) = door, !door.mayTry(context.peerAddress, at: clock.now) {
                throw Self.error(.tooMuch)
            }
            return try json(await handler.pair(try await body(PhonePairRequest.self, of: request)))
        case .phoneLeave:
            if let phone { _ = try await handler.revoke(PhoneRevokeRequest(phone: phone.id)) }
            return try json(Done())
        default: return try json(await handler.phones())
        }
    }

    /// What of the events goes to who asks.
    func events(_ all: AsyncStream<ControlEvent>, for phone: Phone?) -> AsyncStream<ControlEvent> {
        guard let phone, case .phones(let door) = door else { return all }
        return door.events(all, for: phone)
    }

    /// The size that the picture has to fit, by the request; nil: it is wanted as it is.
    func room(in request: Request) throws -> PixelSize? {
        func side(_ name: String) throws -> Int? {
            guard let text = request.uri.queryParameters[name[...]] else { return nil }
            guard let side = Int(text), (16...2048).contains(side) else {
                throw ControlError(
                    .badRequest, cause: "a picture of that \(name) is not made", nextStep: "ask for 16 to 2048 pixels")
            }
            return side
        }
        let (width, height) = (try side("width"), try side("height"))
        return width == nil && height == nil ? nil : PixelSize(width: width ?? 2048, height: height ?? 2048)
    }

    /// A picture as its server gave it, or smaller: an `img` takes it, and nothing else does.
    func picture(_ bytes: [UInt8]) throws -> Response {
        guard let type = ImageKind(bytes) else {
            throw ControlError(.notFound, cause: "that is no picture that browsers take", nextStep: "")
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: type.rawValue, .cacheControl: "private, max-age=600", .xContentTypeOptions: "nosniff",
                .contentSecurityPolicy: "default-src 'none'",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

/// The kinds of pictures that are passed on, told by their first bytes: none that a browser would run.
enum ImageKind: String {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"

    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) {
            self = .png
        } else if bytes.starts(with: [0xff, 0xd8, 0xff]) {
            self = .jpeg
        } else if bytes.starts(with: Array("GIF8".utf8)) {
            self = .gif
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webp
        } else {
            return nil
        }
    }
}
