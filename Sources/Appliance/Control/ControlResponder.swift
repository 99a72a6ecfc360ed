import Base
import Commands
import ControlProtocol
import Devices
import FoundationEssentials
import Hummingbird
import Logging
import MediaCore
import NIOCore

/// Answers the requests of the control API: `Route`, one case each.
struct ControlResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    let handler: any ControlHandler
    let log: LogTail
    let heldKeys: Locked<HeldKeys>
    let clock: any HostClock
    /// The versions of the C libraries, by name.
    let libraries: [String: String]
    /// The loopback page, which this responder also serves; nil for the UNIX socket, which is
    /// guarded by its mode.
    let page: Page?

    struct Page: Sendable {
        let gate: PageGate
        let html: [UInt8]
    }

    /// The largest body of a request, in bytes.
    static let longestBody = 65_536

    func respond(to request: Request, context: Context) async throws -> Response {
        do {
            try admit(request)
            if page != nil, request.uri.path == "/" { return try html(request) }
            let route = try route(of: request)
            let response = try await respond(to: route, request)
            // What is answered has been written: a plug that is pulled then takes nothing back.
            if route.method == .post { await handler.written() }
            return response
        } catch let error as ControlError {
            return failure(error)
        } catch let error as CancellationError {
            throw error
        } catch {
            return failure(
                ControlError(.failed, cause: "\(error)", nextStep: "`hearthctl log` may tell more"))
        }
    }

    private func respond(to route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .status: return try json(await handler.status())
        case .versions:
            let versions = Versions.all.merging(libraries) { own, _ in own }
            return try json(VersionsInfo(versions: versions, packages: PackageVersions.installed()))
        case .channels: return try json(ChannelList(channels: await handler.channels()))
        case .tune:
            return try json(await handler.tune(try target(try await body(TuneRequest.self, of: request).channel)))
        case .press:
            try await press(try await body(PressRequest.self, of: request))
            return try json(Done())
        case .commands: return try json(await handler.commands())
        case .command:
            return try json(
                await handler.perform(try command(try await body(CommandRequest.self, of: request).command)))
        case .play:
            return try json(await handler.play(url: try playable(try await body(PlayRequest.self, of: request).url)))
        case .stop:
            try await handler.stop()
            return try json(Done())
        case .volume:
            return try json(await handler.setVolume(try await body(VolumeRequest.self, of: request).order))
        case .mute:
            return try json(await handler.setMuted(try await body(MuteRequest.self, of: request).muted))
        case .tracks: return try json(await handler.tracks())
        case .audio, .subtitles:
            guard let target = TrackTarget(try await body(TrackRequest.self, of: request).track) else {
                throw ControlError(
                    .badRequest, cause: "no track was named", nextStep: "give a number, a name, a language, next or off"
                )
            }
            return try json(await handler.chooseTrack(route, target))
        case .flips: return try json(await handler.flips(try flipQuery(in: request)))
        case .metrics:
            return Response(
                status: .ok, headers: [.contentType: OpenMetrics.contentType, .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: await handler.metrics())))
        case .diagnostics:
            return try json(await handler.setDiagnostics(try await body(DiagnosticsRequest.self, of: request).shown))
        case .cec: return try json(await handler.cecMessages(last: try cecCount(in: request)))
        case .remoteLearn:
            try await handler.learn(try await body(LearnRequest.self, of: request))
            return try json(Done())
        case .remoteLesson:
            try await handler.lesson(try await body(LessonRequest.self, of: request).deed)
            return try json(Done())
        case .cecScan: return try json(await handler.scanCEC())
        case .shot:
            let png = try await handler.shot(scaledTo: try width(in: request))
            return Response(
                status: .ok, headers: [.contentType: "image/png", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: png)))
        case .meter: return try json(await handler.meter())
        case .favourite:
            let channel = try await body(FavouriteRequest.self, of: request).channel
            return try json(await handler.toggleFavourite(try target(channel)))
        case .passcode:
            let passcode = try await body(PasscodeRequest.self, of: request)
            guard passcode.isAcceptable else {
                throw ControlError(
                    .badRequest, cause: "that passcode cannot be typed with a remote",
                    nextStep: "choose four to eight digits")
            }
            try await handler.setPasscode(passcode.passcode)
            return try json(Done())
        case .events:
            return EventStream.response(to: request, await handler.events()) { event in
                let data = String(decoding: try Wire.encode(event), as: UTF8.self)
                return EventStreamParser.Message(event: event.type, data: data)
            }
        case .log:
            let follows = request.uri.queryParameters["follow"] != "0"
            let lines =
                follows
                ? log.follow()
                : AsyncStream { [lines = log.lines] continuation in
                    for line in lines { continuation.yield(line) }
                    continuation.finish()
                }
            return EventStream.response(to: request, lines) { line in
                EventStreamParser.Message(event: "line", data: line)
            }
        }
    }

    // MARK: Reading requests

    private func route(of request: Request) throws -> Route {
        let path = request.uri.path == "/metrics" ? Route.metrics.path : request.uri.path
        guard let route = Route.allCases.first(where: { $0.path == path }) else {
            throw ControlError(
                .notFound, cause: "there is nothing at \(request.uri.path.prefix(200))",
                nextStep: "the routes are \(Route.allCases.map(\.path).joined(separator: ", "))")
        }
        guard request.method.rawValue == route.method.rawValue else {
            throw ControlError(
                .badRequest, cause: "\(route.path) does not take \(request.method.rawValue.prefix(20))",
                nextStep: "use \(route.method.rawValue)")
        }
        return route
    }

    private func body<Value: Decodable>(_ type: Value.Type, of request: Request) async throws -> Value {
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: Self.longestBody)
        } catch is NIOTooManyBytesError {
            throw ControlError(
                .tooLarge, cause: "the request's body is longer than \(Self.longestBody) bytes",
                nextStep: "send less")
        }
        do {
            return try Wire.decode(type, from: buffer.readableBytesView)
        } catch {
            throw ControlError(
                .badRequest, cause: "the request's body is not the JSON expected here: \(reason(error))",
                nextStep: "see docs/hearthctl.md for what it takes")
        }
    }

    private func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "\"\(key.stringValue)\" is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has the wrong type"
        case DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has a value that does not exist"
        default: "it cannot be parsed"
        }
    }

    private func target(_ text: String) throws -> TuneTarget {
        guard let target = TuneTarget(text) else {
            throw ControlError(
                .badRequest, cause: "no channel was named",
                nextStep: "give a number, a name, next, previous or last")
        }
        return target
    }

    private func command(_ text: String) throws -> Command {
        do throws(Command.SyntaxError) {
            return try Command(text: text)
        } catch {
            throw ControlError(
                .badRequest, cause: String(error.reason.prefix(300)),
                nextStep: "'hearthctl commands' lists what there is")
        }
    }

    private func playable(_ url: String) throws -> String {
        guard Command.isAddress(url) else {
            throw ControlError(
                .badRequest, cause: "that is not an address that can be played",
                nextStep: "give one that starts with http:// or https://")
        }
        return url
    }

    private func width(in request: Request) throws -> Int? {
        guard let text = request.uri.queryParameters["width"] else { return nil }
        guard let width = Int(text), (16...8192).contains(width) else {
            throw ControlError(
                .badRequest, cause: "a picture cannot be that wide", nextStep: "ask for 16 to 8192 pixels")
        }
        return width
    }

    private func flipQuery(in request: Request) throws -> FlipQuery {
        var query = FlipQuery(channel: request.uri.queryParameters["channel"].map(String.init))
        guard query.channel?.isEmpty != true else {
            throw ControlError(.badRequest, cause: "no channel was named", nextStep: "give a number, a name or an id")
        }
        if let text = request.uri.queryParameters["last"] {
            guard let last = Int(text), (0...FlipQuery.mostFlips).contains(last) else {
                throw ControlError(
                    .badRequest, cause: "so many flips are not kept", nextStep: "ask for 0 to \(FlipQuery.mostFlips)")
            }
            query.last = last
        }
        return query
    }

    private func cecCount(in request: Request) throws -> Int {
        guard let text = request.uri.queryParameters["last"] else { return CECLogList.most }
        guard let last = Int(text), (1...CECLogList.most).contains(last) else {
            throw ControlError(
                .badRequest, cause: "so many messages are not kept", nextStep: "ask for 1 to \(CECLogList.most)")
        }
        return last
    }

    private func press(_ request: PressRequest) async throws {
        guard let code = KeyCode(name: request.key)?.rawValue else {
            throw ControlError(
                .badRequest, cause: "no key is called \(request.key.prefix(64))",
                nextStep: "use a name of linux/input-event-codes.h, for example KEY_CHANNELUP or KEY_OK")
        }
        let hold = request.holdMilliseconds ?? 0
        guard (0...PressRequest.longestHold).contains(hold) else {
            throw ControlError(
                .badRequest, cause: "a key cannot be held for \(hold) ms",
                nextStep: "use 0 to \(PressRequest.longestHold)")
        }
        let phase: KeyPress.Phase =
            switch request.phase ?? .tap {
            case .tap: .tap(hold: .milliseconds(hold))
            case .down: .down
            case .up: .up
            }
        let press = KeyPress(code: code, phase: phase)
        heldKeys.withLock { $0.handle(press, at: clock.now) }
        try await handler.press(press)
    }

    // MARK: Writing answers

    private func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store", .xContentTypeOptions: "nosniff"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try Wire.encode(value))))
    }

    private func failure(_ error: ControlError) -> Response {
        let status = HTTPResponse.Status(code: error.httpStatus)
        return (try? json(ErrorBody(error: error), status: status)) ?? Response(status: status)
    }
}
