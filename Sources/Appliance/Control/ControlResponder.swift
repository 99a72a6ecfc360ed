import Base
import Commands
import ControlProtocol
import Devices
import FoundationEssentials
import Hummingbird
import Logging
import MediaCore
import NIOCore
import Phones

/// Answers the requests of the control API: `Route`, one case each.
struct ControlResponder: HTTPResponder {
    typealias Context = ControlContext

    let handler: any ControlHandler
    let log: LogTail
    let heldKeys: Locked<HeldKeys>
    let clock: any HostClock
    /// The versions of the C libraries, by name.
    let libraries: [String: String]
    let gate: Locked<PageGate>
    /// Where it is asked.
    let door: Door

    /// A place at which requests come in, each with its own guard.
    enum Door: Sendable {
        /// The UNIX socket, which is guarded by its mode.
        case socket
        /// The loopback port, which also has this page.
        case page([UInt8])
        /// The port in the home's network for phones, which also has their page.
        case phones(PhoneDoor)
    }

    /// The largest body of a request, in bytes.
    static let longestBody = 65_536
    /// The largest file that is announced: a minute of float in stereo at 48 kHz.
    static let longestAnnouncement = 24 << 20
    /// The largest document of declared items.
    static let longestItems = 4 << 20
    /// The largest state of a box: the numbers of a hundred thousand channels take four million bytes.
    static let longestState = 16 << 20

    func respond(to request: Request, context: Context) async throws -> Response {
        do {
            try admit(request, context)
            if let file = try file(for: request) { return file }
            let route = try route(of: request)
            let phone = try admit(request, to: route, context)
            let first = handler.changes
            let response = try await respond(to: route, request, context, by: phone)
            // What is answered has been written: a plug that is pulled then takes nothing back.
            if route.method == .post { try await handler.written(since: first) }
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

    /// - Parameter phone: the one that asks; nil: none does
    private func respond(
        to route: Route, _ request: Request, _ context: Context, by phone: Phone?
    ) async throws -> Response {
        if let alias = CommandAlias(route) {
            return try json(await handler.perform(try alias.order(try await body(of: request))))
        }
        if let question = BoxQuestion(route) { return try json(await handler.answer(question, toRemote: isRemote)) }
        switch route {
        case .versions:
            let versions = Versions.all.merging(libraries) { own, _ in own }
            return try json(VersionsInfo(versions: versions, packages: PackageVersions.installed()))
        case .press:
            try await press(try await body(PressRequest.self, of: request))
            return try json(Done())
        case .command:
            let command = try command(try await body(CommandRequest.self, of: request).command)
            guard phone == nil || command.isForPhones else {
                throw ControlError(
                    .forbidden, cause: "\(command.text.prefix(40)) is not for a phone",
                    nextStep: "use hearthctl on the box")
            }
            return try json(await handler.perform(CommandOrder(command), byHand: phone != nil))
        case .flips: return try json(await handler.flips(try flipQuery(in: request), toRemote: isRemote))
        case .metrics:
            return Response(
                status: .ok, headers: [.contentType: OpenMetrics.contentType, .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: await handler.metrics())))
        case .cec: return try json(await handler.cecMessages(last: try cecCount(in: request)))
        case .remoteLearn:
            try await handler.learn(try await body(LearnRequest.self, of: request))
            return try json(Done())
        case .remoteLesson:
            try await handler.lesson(try await body(LessonRequest.self, of: request).deed)
            return try json(Done())
        case .cecScan: return try json(await handler.scanCEC())
        case .inputs: return try json(await handler.inputDevices())
        case .shot:
            let png = try await handler.shot(scaledTo: try width(in: request))
            return Response(
                status: .ok, headers: [.contentType: "image/png", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: png)))
        case .meter: return try json(await handler.meter())
        case .guide: return try json(await handler.guide())
        case .guideRefresh:
            try await handler.refreshGuide()
            return try json(Done())
        case .lists: return try json(await handler.lists())
        case .listsRefresh:
            try await handler.refreshLists()
            return try json(Done())
        case .resume: return try json(await handler.resumePoints())
        case .resumeForget:
            let wanted = try await body(ResumeForgetRequest.self, of: request)
            guard (wanted.id == nil) == (wanted.all == true) else {
                throw ControlError(.badRequest, cause: "no film was named", nextStep: "give one id, or all")
            }
            try await handler.forgetResumePoint(wanted.id)
            return try json(Done())
        case .reminders: return try json(await handler.reminders())
        case .remind: return try json(await handler.remind(try await body(ReminderRequest.self, of: request)))
        case .propose:
            try await handler.propose(try await body(ProposalRequest.self, of: request).checked())
            return try json(Done())
        case .proposalWithdraw:
            try await handler.withdrawProposal()
            return try json(Done())
        case .say:
            return try json(await handler.say(try await body(SayRequest.self, of: request), byHand: phone != nil))
        case .phones, .phonesOffer, .phonesWithdraw, .phonesRevoke, .phonePair, .phoneLeave:
            return try await answerOfPhones(route, request, context, by: phone)
        case .renderers: return try json(await handler.renderers())
        case .handoff: return try json(await handler.handOff(try await body(HandoffRequest.self, of: request)))
        case .interrupt:
            try await handler.interrupt(try await body(InterruptRequest.self, of: request))
            return try json(Done())
        case .simulate:
            try await handler.simulate(try await body(SimulationRequest.self, of: request))
            return try json(Done())
        case .casts: return try json(await handler.casts())
        case .castsChange: return try json(await handler.change(try await body(CastRequest.self, of: request)))
        case .guideNow: return try json(await handler.guideNow(toRemote: isRemote))
        case .artwork:
            let bytes = try await handler.artwork(
                of: request.uri.queryParameters["channel"].map(String.init), fitting: try room(in: request),
                toRemote: isRemote)
            return try picture(bytes)
        case .announce:
            let quieter = request.uri.queryParameters["quieter"].map { Double($0) } ?? 15
            guard let quieter, (0...60).contains(quieter) else {
                throw ControlError(.badRequest, cause: "that is no loudness", nextStep: "give quieter=0 to 60, in dB")
            }
            let file = try await self.body(of: request, longest: Self.longestAnnouncement)
            return try json(await handler.announce(file.bytes, quieter: quieter))
        case .announceStop:
            try await handler.endAnnouncement()
            return try json(Done())
        case .items:
            let bytes = try await self.body(of: request, longest: Self.longestItems)
            return try json(await handler.play(try bytes.decode(ItemsRequest.self).checked()))
        case .queueChange:
            return try json(await handler.changeQueue(try await body(QueueRequest.self, of: request)))
        case .guideSearch:
            let (text, first) = try searchQuery(in: request)
            return try json(await handler.programmes(text, first: first))
        case .favourite:
            let wish = try await body(FavouriteRequest.self, of: request)
            if let place = wish.place, !(1...100_000).contains(place) {
                throw ControlError(
                    .badRequest, cause: "favourites have no place \(place)", nextStep: "count them from 1")
            }
            return try json(await handler.favourite(try TuneTarget(named: wish.channel), at: wish.place))
        case .lookSet: return try json(await handler.setLook(try await body(LookRequest.self, of: request)))
        case .captionsSet:
            return try json(await handler.setCaptions(try await body(CaptionRequest.self, of: request)))
        case .channelsEdit:
            return try json(await handler.editChannel(try await body(ChannelEditRequest.self, of: request)))
        case .state:
            return Response(
                status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: try await handler.exportState())))
        case .stateImport:
            let file = try await body(of: request, longest: Self.longestState)
            return try json(
                await handler.importState(
                    file.bytes, replaces: request.uri.queryParameters["replace"] == "1",
                    isDry: request.uri.queryParameters["dry"] == "1"))
        case .channelsEdits: return try json(await handler.channelEdits())
        case .authorize:
            let wish = try await body(TuneRequest.self, of: request)
            return try json(await handler.authorize(try TuneTarget(named: wish.channel)))
        case .passcode, .passcodeClear, .passcodeCheck:
            let caller = isRemote ? .remote : await context.peer()
            try await handler.passcode(try await passcodeOrder(route, request), by: caller)
            return try json(Done())
        case .page: return try json(try pageLink())
        case .pageOpen: return try json(try pageToken(for: try await body(PageTicket.self, of: request)))
        case .events:
            return EventStream.response(to: request, events(await handler.events(), for: phone)) { event in
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
        default:
            // A question and an alias are in their tables: a test checks that.
            throw ControlError(.failed, cause: "nobody answers \(route.path)", nextStep: "report this")
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

    func body<Value: Decodable>(_ type: Value.Type, of request: Request) async throws -> Value {
        try await body(of: request).decode(type)
    }

    private func body(of request: Request, longest: Int = longestBody) async throws -> RequestBody {
        do {
            return RequestBody(bytes: [UInt8](try await request.body.collect(upTo: longest).readableBytesView))
        } catch is NIOTooManyBytesError {
            throw ControlError(
                .tooLarge, cause: "the request's body is longer than \(longest) bytes",
                nextStep: "send less")
        }
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

    private func passcodeOrder(_ route: Route, _ request: Request) async throws -> PasscodeOrder {
        if route == .passcodeClear {
            return .clear(old: try await body(PasscodeClearRequest.self, of: request).old)
        }
        let passcode = try await body(PasscodeRequest.self, of: request)
        guard passcode.isAcceptable else {
            throw ControlError(
                .badRequest, cause: "that passcode cannot be typed with a remote",
                nextStep: "choose four to eight digits")
        }
        return route == .passcodeCheck ? .check(passcode.passcode) : .set(passcode.passcode, old: passcode.old)
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

    private func searchQuery(in request: Request) throws -> (text: String, first: Int) {
        guard let text = request.uri.queryParameters["text"].map(String.init),
            text.contains(where: { $0.isLetter || $0.isNumber }), text.utf8.count <= 500
        else {
            throw ControlError(.badRequest, cause: "no words were named", nextStep: "give some as ?text=")
        }
        guard let number = request.uri.queryParameters["first"] else { return (text, 50) }
        guard let first = Int(number), (1...ProgrammeList.most).contains(first) else {
            throw ControlError(
                .badRequest, cause: "so many programmes are not told",
                nextStep: "ask for 1 to \(ProgrammeList.most)")
        }
        return (text, first)
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

    func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
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
