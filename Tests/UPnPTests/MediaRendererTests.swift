import TestSupport
import Testing

@testable import UPnP

@Suite("What control points ask")
struct MediaRendererTests {
    private static func request(_ action: String, _ arguments: [String: String] = [:]) -> SOAPRequest {
        SOAPRequest(action: action, arguments: arguments.merging(["InstanceID": "0"]) { own, _ in own })
    }

    private static func send(_ uri: String, _ metadata: String = "") -> SOAPRequest {
        request("SetAVTransportURI", ["CurrentURI": uri, "CurrentURIMetaData": metadata])
    }

    private static let play = request("Play", ["Speed": "1"])
    private static let film = "http://10.0.0.2/a.mp4"

    private static func state(_ item: Int?, _ transport: RendererState.Transport = .playing) -> RendererState {
        var state = RendererState()
        (state.item, state.transport, state.canPause, state.canSeek) = (item, transport, true, true)
        (state.position, state.duration) = (61, 3600)
        return state
    }

    private func values(
        _ renderer: inout MediaRenderer, _ action: String, _ state: RendererState, by sender: String = "a"
    ) throws -> [String] {
        try renderer.answer(Self.request(action), of: .avTransport, from: sender, in: state).values
    }

    @Test("Sent, played, paused, sought, stopped, played again")
    func life() throws {
        var renderer = MediaRenderer()
        var state = Self.state(nil)
        func order(_ request: SOAPRequest) throws -> RendererOrder? {
            try renderer.answer(request, of: .avTransport, from: "a", in: state).order
        }
        #expect(try values(&renderer, "GetTransportInfo", state)[0] == "NO_MEDIA_PRESENT")
        #expect(throws: UPnPFault.self) { try order(Self.play) }
        #expect(try order(Self.send(Self.film, "<item><title>A</title></item>")) == nil)
        #expect(try values(&renderer, "GetTransportInfo", state)[0] == "STOPPED")
        guard case .play(let item)? = try order(Self.play) else {
            Issue.record("it does not play")
            return
        }
        #expect(item.uri == Self.film && item.about.title == "A")
        state = Self.state(item.id)
        #expect(try values(&renderer, "GetTransportInfo", state) == ["PLAYING", "OK", "1"])
        #expect(
            try values(&renderer, "GetPositionInfo", state)
                == [
                    "1", "1:00:00", "<item><title>A</title></item>", Self.film, "0:01:01", "0:01:01", "2147483647",
                    "2147483647",
                ])
        #expect(try values(&renderer, "GetCurrentTransportActions", state) == ["Play,Stop,Pause,Seek,Previous"])
        #expect(try order(Self.play) == nil)
        #expect(try order(Self.request("Pause")) == .pause)
        state.transport = .paused
        #expect(try order(Self.request("Pause")) == nil)
        #expect(try order(Self.play) == .resume)
        #expect(try order(Self.request("Seek", ["Unit": "REL_TIME", "Target": "0:30:00"])) == .seek(1800))
        #expect(try order(Self.request("Seek", ["Unit": "TRACK_NR", "Target": "1"])) == .seek(0))
        for (unit, target, code) in [
            ("REL_TIME", "2:00:00", 711), ("REL_TIME", "x", 711), ("X_DLNA_REL_BYTE", "0", 710), ("TRACK_NR", "2", 711),
        ] {
            #expect { try order(Self.request("Seek", ["Unit": unit, "Target": target])) } throws: {
                ($0 as? UPnPFault)?.code == code
            }
        }
        #expect(try order(Self.request("Stop")) == .stop)
        state = Self.state(nil)
        #expect(try order(Self.request("Stop")) == nil)
        #expect(try order(Self.play) == .play(item))
    }

    @Test("What its own sender names while it plays follows at once; what another names waits for his Play")
    func senders() throws {
        var renderer = MediaRenderer()
        _ = try renderer.answer(Self.send("http://h/1"), of: .avTransport, from: "a", in: Self.state(nil))
        let first = try renderer.answer(Self.play, of: .avTransport, from: "a", in: Self.state(nil)).order
        guard case .play(let one)? = first else {
            Issue.record("it does not play")
            return
        }
        let on = Self.state(one.id)
        #expect(try renderer.answer(Self.send("http://h/2"), of: .avTransport, from: "b", in: on).order == nil)
        // What is on is told to both, until it is over.
        for sender in ["a", "b"] { #expect(try values(&renderer, "GetMediaInfo", on, by: sender)[2] == "http://h/1") }
        guard
            case .play(let three)? = try renderer.answer(Self.send("http://h/3"), of: .avTransport, from: "a", in: on)
                .order
        else {
            Issue.record("it does not follow at once")
            return
        }
        #expect(three.uri == "http://h/3")
        guard
            case .play(let two)? = try renderer.answer(Self.play, of: .avTransport, from: "b", in: Self.state(three.id))
                .order
        else {
            Issue.record("the other's does not play")
            return
        }
        #expect(two.uri == "http://h/2")
        // The viewer is asked about it meanwhile: what is on is still a's.
        #expect(try values(&renderer, "GetMediaInfo", Self.state(three.id), by: "b")[2] == "http://h/3")
        #expect(try values(&renderer, "GetMediaInfo", Self.state(two.id), by: "b")[2] == "http://h/2")
    }

    @Test("What is to follow does, and is what is on then; Play goes on with it")
    func follows() throws {
        var renderer = MediaRenderer()
        let next = Self.request("SetNextAVTransportURI", ["NextURI": "http://h/2", "NextURIMetaData": ""])
        #expect(throws: UPnPFault.self) {
            try renderer.answer(next, of: .avTransport, from: "a", in: Self.state(nil))
        }
        _ = try renderer.answer(Self.send("http://h/1"), of: .avTransport, from: "a", in: Self.state(nil))
        _ = try renderer.answer(Self.play, of: .avTransport, from: "a", in: Self.state(nil))
        guard case .follow(let two?)? = try renderer.answer(next, of: .avTransport, from: "a", in: Self.state(1)).order
        else {
            Issue.record("it does not follow")
            return
        }
        #expect(try values(&renderer, "GetMediaInfo", Self.state(1))[4] == "http://h/2")
        renderer.see(Self.state(two.id))
        let info = try values(&renderer, "GetMediaInfo", Self.state(two.id))
        #expect(info[2] == "http://h/2" && info[4] == "")
        let paused = Self.state(two.id, .paused)
        #expect(try renderer.answer(Self.play, of: .avTransport, from: "a", in: paused).order == .resume)
        let variables = renderer.variables(of: .avTransport, in: paused)
        #expect(variables.first { $0.name == "AVTransportURI" }?.value == "http://h/2")
        let empty = Self.request("SetNextAVTransportURI", ["NextURI": "", "NextURIMetaData": ""])
        #expect(try renderer.answer(empty, of: .avTransport, from: "a", in: paused).order == .follow(nil))
    }

    @Test("What can't be played, said or found is refused by its code")
    func faults() {
        func code(_ request: SOAPRequest, _ service: RendererService = .avTransport, _ state: RendererState? = nil)
            -> Int?
        {
            var renderer = MediaRenderer()
            do throws(UPnPFault) {
                _ = try renderer.answer(request, of: service, from: "a", in: state ?? Self.state(nil))
                return nil
            } catch {
                return error.code
            }
        }
        let film = "<item><res protocolInfo='http-get:*:video/x-msvideo:*'/></item>"
        let photo = "<item><class>object.item.imageItem</class><res protocolInfo='http-get:*:image/jpeg:*'/></item>"
        #expect(code(Self.request("Dance")) == 401 && code(Self.request("Play")) == 402)
        #expect(code(Self.request("Stop", ["InstanceID": "1"])) == 718)
        #expect(code(Self.request("GetVolume", ["InstanceID": "1", "Channel": "Master"]), .renderingControl) == 702)
        #expect(code(Self.send("file:///etc/passwd")) == 716 && code(Self.send("http://h/a b")) == 716)
        #expect(code(Self.send(Self.film, film)) == 714 && code(Self.send(Self.film)) == nil)
        #expect(code(Self.send(Self.film, photo)) == nil)
        #expect(code(Self.send(Self.film, String(repeating: "x", count: 200_000))) == 402)
        #expect(code(Self.request("Play", ["Speed": "2"])) == 717 && code(Self.request("Pause")) == 701)
        #expect(code(Self.request("Next")) == 701 && code(Self.request("Previous")) == 701)
        #expect(
            code(Self.request("SetVolume", ["Channel": "Master", "DesiredVolume": "101"]), .renderingControl) == 402)
        #expect(code(Self.request("SetVolume", ["Channel": "LF", "DesiredVolume": "10"]), .renderingControl) == 402)
        #expect(code(Self.request("SetMute", ["Channel": "Master", "DesiredMute": "maybe"]), .renderingControl) == 402)
        #expect(code(SOAPRequest(action: "GetProtocolInfo"), .connectionManager) == nil)
        #expect(
            code(SOAPRequest(action: "GetCurrentConnectionInfo", arguments: ["ConnectionID": "7"]), .connectionManager)
                == 706)
    }

    @Test("Every action has as many values as it promises")
    func counts() throws {
        var renderer = MediaRenderer()
        for service in RendererService.allCases {
            for action in service.actions {
                let values = [
                    "Speed": "1", "Unit": "REL_TIME", "Target": "0:00:01", "CurrentURI": Self.film,
                    "CurrentURIMetaData": "", "NextURI": Self.film, "NextURIMetaData": "", "Channel": "Master",
                    "DesiredVolume": "5", "DesiredMute": "0", "PresetName": "FactoryDefaults", "ConnectionID": "0",
                ]
                let request = Self.request(action.name, values)
                let answer = try? renderer.answer(request, of: service, from: "a", in: Self.state(1))
                #expect(answer == nil || answer?.values.count == action.outputs.count, "\(action.name)")
                #expect(answer != nil || ["Next"].contains(action.name), "\(action.name)")
            }
        }
    }

    @Test(
        "In any order: nothing traps, items are told apart, no more senders are kept than there is room for",
        arguments: 1...20)
    func walks(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        var renderer = MediaRenderer()
        var state = Self.state(nil)
        var ids: Set<Int> = []
        for step in 0..<2000 {
            let service = RendererService.allCases.randomElement(using: &random) ?? .avTransport
            guard let action = service.actions.randomElement(using: &random) else { continue }
            var request = SOAPRequest(action: action.name)
            for (name, _) in action.inputs where Int.random(in: 0..<30, using: &random) > 0 {
                request.arguments[name] =
                    ["0", "1", "http://h/\(step)", "0:00:05", "REL_TIME", "Master", "", "<item/>"].randomElement(
                        using: &random)
            }
            // Mostly what makes sense.
            if Int.random(in: 0..<3, using: &random) > 0 {
                for (name, value) in ["InstanceID": "0", "Speed": "1", "CurrentURI": "http://h/\(step)"]
                where action.inputs.contains(where: { $0.name == name }) { request.arguments[name] = value }
            }
            let sender = "\(Int.random(in: 0..<(step % 4 == 0 ? 20 : 2), using: &random))"
            let answer = try? renderer.answer(request, of: service, from: sender, in: state)
            if case .play(let item)? = answer?.order {
                ids.insert(item.id)
                if Bool.random(using: &random) { state = Self.state(item.id) }
            }
            if Int.random(in: 0..<8, using: &random) == 0 { state = Self.state(nil) }
            state.transport = RendererState.Transport.allCases.randomElement(using: &random) ?? .stopped
            for service in RendererService.allCases { _ = renderer.variables(of: service, in: state) }
        }
        #expect(!ids.isEmpty)
    }
}
