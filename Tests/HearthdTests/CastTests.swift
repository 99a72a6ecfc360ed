import ControlProtocol
import Foundation
import TestSupport
import Testing
import XML

private enum GUPnPPeer {
    static let isThere =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
        && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/gi")
        && FileManager.default.fileExists(atPath: "/usr/lib/x86_64-linux-gnu/girepository-1.0/GUPnP-1.6.typelib")
}

extension ProgramTests {
    /// What other devices send to a running box, by requests as they come over the network.
    @Suite("Casts, in the whole program")
    struct CastTests {
        static let configuration = "[warming]\nneighbours = 0\n[casts]\nreceive = \"prompt\"\nlisten = \"127.0.0.1\"\n"

        /// A control point: `curl`, and the messages of UPnP AV.
        struct ControlPoint {
            let address: String

            init(_ box: TestBox) async throws {
                let list = try await Self.list(box)
                address = "http://\(try #require(list.address))"
            }

            static func list(_ box: TestBox) async throws -> CastList {
                try #require(
                    await eventually {
                        let list = try Wire.decode(CastList.self, from: try await box.control("casts", "--json").output)
                        return list.address == nil ? nil : list
                    })
            }

            func curl(_ arguments: [String]) async throws -> (status: Int, body: String) {
                let run = try await ProgramRun.finished(
                    "/usr/bin/curl", ["-s", "-m", "60", "-w", "\n%{http_code}"] + arguments)
                let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false)
                return (Int(lines.last ?? "") ?? 0, lines.dropLast().joined(separator: "\n"))
            }

            /// - Returns: the answer's values, or the error's code
            @discardableResult
            func call(
                _ action: String, of service: String = "AVTransport", _ arguments: [(String, String)] = [],
                headers: [String] = []
            ) async throws -> [String: String] {
                let inside = ([("InstanceID", "0")] + arguments).map { "<\($0.0)>\($0.1.asXML)</\($0.0)>" }.joined()
                let type = "urn:schemas-upnp-org:service:\(service):1"
                let body =
                    "<?xml version=\"1.0\"?><s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><u:\(action) xmlns:u=\"\(type)\">\(inside)</u:\(action)></s:Body></s:Envelope>"
                let answer = try await curl(
                    ["-H", "SOAPACTION: \"\(type)#\(action)\"", "-H", "Content-Type: text/xml; charset=\"utf-8\""]
                        + headers.flatMap { ["-H", $0] } + ["-d", body, "\(address)/upnp/\(service)/control"])
                guard let root = XMLElement(parsing: answer.body.utf8) else { return ["status": "\(answer.status)"] }
                if let code = root.first("errorCode") { return ["error": code.text] }
                let response = root.first("Body")?.elements.first
                return Dictionary(
                    (response?.elements ?? []).map { (String($0.name), $0.text) }, uniquingKeysWith: { $1 })
            }

            func send(_ uri: String, title: String) async throws -> [String: String] {
                let item =
                    "<DIDL-Lite xmlns=\"x\" xmlns:dc=\"y\" xmlns:upnp=\"z\"><item id=\"1\" parentID=\"0\" restricted=\"1\"><dc:title>\(title.asXML)</dc:title><upnp:class>object.item.videoItem</upnp:class></item></DIDL-Lite>"
                return try await call("SetAVTransportURI", [("CurrentURI", uri), ("CurrentURIMetaData", item)])
            }

            func play() async throws -> [String: String] { try await call("Play", [("Speed", "1")]) }

            func reaches(_ state: String) async throws -> Bool {
                try await holds { try await call("GetTransportInfo")["CurrentTransportState"] == state }
            }
        }

        private func now(_ box: TestBox) async throws -> NowPlayingInfo {
            try Wire.decode(NowPlayingInfo.self, from: try await box.control("now", "--json").output)
        }

        @Test("The screen asks, the viewer says yes; position, seek, pause, volume; at the end the channel is back")
        func whole() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox(
                [TestChannel(name: "Channel 1", url: origin.url("/ch/1/master.m3u8"))],
                configuration: Self.configuration)
            try await box.plays(1)
            let phone = try await ControlPoint(box)
            let film = origin.url("/vod/2/master.m3u8?minutes=1")
            #expect(try await phone.call("GetTransportInfo")["CurrentTransportState"] == "NO_MEDIA_PRESENT")
            #expect(try await phone.play()["error"] == "701")
            #expect(try await phone.send(film, title: "Low & High") == [:])
            #expect(try await phone.play() == [:])
            #expect(try await phone.call("GetTransportInfo")["CurrentTransportState"] == "TRANSITIONING")
            #expect(try await ControlPoint.list(box).asking?.title == "Low & High")
            // Nothing changes until somebody answers: by the remote, once the question can have been read.
            #expect(try await box.status().channel?.number == 1)
            try #require(
                await holds {
                    try await box.press("OK")
                    return try await ControlPoint.list(box).asking == nil
                })
            #expect(try await phone.reaches("PLAYING"), "\(box.log.suffix(2000))")
            #expect(try await now(box).item?.title == "Low & High")
            let position = try await phone.call("GetPositionInfo")
            #expect(position["TrackURI"] == film && position["TrackDuration"] == "0:01:00")
            #expect(position["TrackMetaData"]?.contains("Low &amp; High") == true)

            #expect(try await phone.call("Pause") == [:])
            #expect(try await phone.reaches("PAUSED_PLAYBACK"))
            #expect(try await phone.call("Seek", [("Unit", "REL_TIME"), ("Target", "0:00:50")]) == [:])
            #expect(try await phone.call("Seek", [("Unit", "REL_TIME"), ("Target", "9:00:00")])["error"] == "711")
            #expect(
                try await holds { try await phone.call("GetPositionInfo")["RelTime"].map { $0 >= "0:00:49" } == true })
            #expect(
                try await phone.call(
                    "SetVolume", of: "RenderingControl", [("Channel", "Master"), ("DesiredVolume", "25")]) == [:])
            #expect(try await box.status().sound.volume == 25)
            #expect(try await phone.play() == [:])
            // Its end comes by itself, and gives back the channel.
            #expect(try await phone.reaches("STOPPED"))
            try await box.plays(1)
            #expect(try await phone.call("GetTransportInfo")["CurrentTransportStatus"] == "OK")
            #expect(try await box.control("queue").text == "The queue is empty.\n")
            // Now that nothing of its own is on it is asked about like anybody.
            #expect(
                try await phone.call(
                    "SetVolume", of: "RenderingControl", [("Channel", "Master"), ("DesiredVolume", "90")])["error"]
                    == "606")
            #expect(try await box.status().sound.volume == 25)
        }

        @Test("Always is remembered over restarts; never too; what is gone is said, and the channel is back")
        func remembered() async throws {
            let origin = try await TestOrigin()
            let channels = [TestChannel(name: "Channel 1", url: origin.url("/ch/1/master.m3u8"))]
            let box = try await TestBox(channels, configuration: Self.configuration)
            try await box.plays(1)
            let phone = try await ControlPoint(box)
            let film = origin.url("/vod/2/master.m3u8?minutes=2")
            _ = try await phone.send(film, title: "A")
            _ = try await phone.play()
            #expect(try await box.control("casts", "answer", "always").status == 0)
            #expect(try await phone.reaches("PLAYING"))
            #expect(try await box.control("casts", "stop").status == 0)
            try await box.plays(1)
            #expect(try await box.control("casts", "stop").status != 0)
            // Killed as by a plug: what was answered is kept.
            box.kill()
            let again = try await TestBox(channels, configuration: Self.configuration, directory: box.directory)
            try await again.plays(1)
            let tablet = try await ControlPoint(again)
            _ = try await tablet.send(origin.url("/nowhere/master.m3u8"), title: "Gone")
            #expect(try await tablet.play() == [:])
            #expect(
                try await holds {
                    try await tablet.call("GetTransportInfo")["CurrentTransportStatus"] == "ERROR_OCCURRED"
                })
            try await again.plays(1)
            let id = try #require(try await ControlPoint.list(again).senders.first?.id)
            #expect(try await again.control("casts", "refuse", id).status == 0)
            #expect(try await tablet.play()["error"] == "606")
            #expect(try await again.control("casts", "forget", id).text.contains("never plays") == false)
            _ = try await tablet.send(film, title: "B")
            #expect(try await tablet.play() == [:])
            // The question is on the screen: Back declines it, and it is not asked again at once.
            try await again.press("BACK")
            #expect(try await holds { try await ControlPoint.list(again).asking == nil })
            #expect(try await tablet.play()["error"] == "705")
            // The test switch.
            #expect(try await again.control("simulate", "casts", "automatic").text.contains("automatic (forced)"))
            #expect(try await tablet.play() == [:])
            #expect(try await tablet.reaches("PLAYING"))
        }

        @Test("Pages, other names, strange methods, rubbish and floods come to nothing")
        func strangers() async throws {
            let box = try await TestBox([], configuration: Self.configuration)
            let phone = try await ControlPoint(box)
            let device = "\(phone.address)/upnp/device.xml"
            #expect(try await phone.curl([device]).status == 200)
            for header in ["Origin: http://evil.example", "Origin: null", "Host: evil.example", "Host: localhost"] {
                #expect(try await phone.curl(["-H", header, device]).status == 403, "\(header)")
                #expect(try await phone.call("GetTransportInfo", headers: [header])["status"] == "403")
            }
            for (method, path, status) in [
                ("GET", "/", 404), ("GET", "/v1/status", 404), ("POST", "/v1/command", 404),
                ("GET", "/upnp/../v1/status", 404),
                ("GET", "/upnp/AVTransport/control", 404), ("POST", "/upnp/AVTransport/event", 405),
                ("SUBSCRIBE", "/upnp/AVTransport/event", 412), ("UNSUBSCRIBE", "/upnp/AVTransport/event", 412),
                ("POST", "/upnp/AVTransport/control", 500), ("GET", "/upnp/AVTransport.xml", 200),
                ("GET", "/upnp/icon.png", 200),
            ] {
                let answer = try await phone.curl([
                    "--path-as-is", "-o", "/dev/null", "-X", method, phone.address + path,
                ])
                #expect(answer.status == status, "\(method) \(path)")
            }
            // Nobody outside the home is told anything for another's sake.
            let subscribe = ["-X", "SUBSCRIBE", "\(phone.address)/upnp/AVTransport/event", "-H", "NT: upnp:event"]
            #expect(try await phone.curl(subscribe + ["-H", "CALLBACK: <http://8.8.8.8/x>"]).status == 412)
            #expect(try await phone.curl(subscribe + ["-H", "CALLBACK: <http://127.0.0.1:9/x>"]).status == 200)
            let big = box.directory.file("big")
            try Data(repeating: 65, count: 400_000).write(to: big)
            let flood = try await phone.curl([
                "--data-binary", "@\(big.path)", "\(phone.address)/upnp/AVTransport/control",
            ])
            #expect([413, 0].contains(flood.status))
            var refused = 0
            let many = try await phone.curl((0..<300).flatMap { _ in ["-o", "/dev/null", device] })
            for line in many.body.split(separator: "\n") where line.hasSuffix("429") { refused += 1 }
            #expect(refused > 50, "\(many.body.suffix(200))")
            #expect(box.isRunning)
            #expect(try await box.control("status").status == 0)
        }

        @Test("There is no door unless the configuration opens one")
        func off() async throws {
            let box = try await TestBox([])
            #expect(try await box.control("casts").text.contains("There is no door"))
            #expect(try await box.control("simulate", "casts", "sometimes").status != 0)
        }

        @Test(
            "What is on is handed to another box in the house, commanded from here, and brought back to where it is there"
        )
        func handedOver() async throws {
            let origin = try await TestOrigin()
            let name = "Kitchen \(UInt32.random(in: 0 ... .max))"
            let kitchen = try await TestBox(
                [TestChannel(name: "Other", url: origin.url("/ch/1/master.m3u8"))],
                configuration:
                    "[casts]\nreceive = \"automatic\"\nlisten = \"127.0.0.1\"\nname = \"\(name)\"\n[warming]\nneighbours = 0\n"
            )
            try await kitchen.plays(1)
            let box = try await TestBox(
                [
                    TestChannel(name: "Film", url: origin.url("/vod/2/master.m3u8?minutes=2")),
                    TestChannel(name: "Locked", url: origin.url("/ch/3/master.m3u8"), attributes: "tvg-rating=\"18\""),
                ], configuration: "[casts]\nlisten = \"127.0.0.1\"\n[warming]\nneighbours = 0\n")
            try await box.plays(1)
            _ = try await ControlPoint.list(kitchen)
            #expect(try await box.control("cast", "pause").status != 0)
            #expect(try await box.control("cast", "to", "nowhere").status == 5)
            // Datagrams may be lost, on a busy machine too.
            try #require(
                await holds { try await box.control("cast", "to", name).status == 0 }, "\(kitchen.log.suffix(2000))")
            try await box.reaches("stops here") { $0.state == .idle }
            try await kitchen.reaches("plays there") { $0.state == .playing && $0.channel?.name == "Film" }
            #expect(try await box.control("cast", "pause").status == 0)
            try await kitchen.reaches("pauses there") { $0.state == .paused }
            #expect(try await box.control("cast", "seek", "70").status == 0)
            #expect(try await box.control("cast", "volume", "33").status == 0)
            #expect(try await kitchen.status().sound.volume == 33)
            #expect(try await box.control("cast", "resume").status == 0)
            #expect(
                try await holds {
                    let list = try Wire.decode(
                        RendererList.self, from: try await box.control("cast", "list", "--json").output)
                    return list.handed?.state == "PLAYING" && (list.handed?.position ?? 0) >= 70
                })
            // ⏯ on the remote of the box that is stopped brings it back, to where it is there.
            try await box.press("PLAYPAUSE")
            try await box.plays(1)
            #expect(try await holds { (try await now(box).playback.position ?? 0) >= 70 }, "\(box.log.suffix(2000))")
            try await kitchen.plays(1)
            #expect(try await box.control("cast", "back").status != 0)
            // The same by the remote alone.
            try await handOver(to: name, by: box)
            try await kitchen.reaches("plays there") { $0.state == .playing && $0.channel?.name == "Film" }
            try await box.reaches("stops here") { $0.state == .idle }
            #expect(try await box.control("cast", "back").status == 0)
            try await box.plays(1)
            // What is locked stays in the box.
            #expect(try await box.control("passcode", "set", input: "4711\n").status == 0)
            #expect(try await box.control("cast", "to", name, "--channel", "2").errors.contains("locked"))
        }

        /// Chooses a renderer in the list on the screen; others may answer on this machine.
        private func handOver(to name: String, by box: TestBox) async throws {
            let told = box.directory.file("told")
            let follower = try RunningProgram(
                "hearthctl", ["events", "--json", "--socket", box.directory.file("socket").path], output: told,
                errors: box.directory.file("follower-errors"))
            defer { follower.kill() }
            func focused() throws -> [String] {
                try String(contentsOf: told, encoding: .utf8).split(separator: "\n").compactMap {
                    guard case .focus(let focus)? = try? Wire.decode(ControlEvent.self, from: $0.utf8) else {
                        return nil
                    }
                    return focus?.name
                }
            }
            let opened = try await holds {
                try await box.press("BACK")
                #expect(try await box.control("command", "renderers").status == 0)
                let count = try focused().count
                // A fact that says that it looks, then the first that answers; or, where a datagram was lost, that none does.
                return try await eventually(within: .seconds(6)) {
                    let names = try focused().dropFirst(count > 0 ? count - 1 : 0)
                    return names.contains { !$0.hasPrefix("Looking") && !$0.hasPrefix("None") } ? true : nil
                } ?? false
            }
            try #require(opened, "\(box.log.suffix(2000))")
            for _ in 0..<40 {
                let names = try focused()
                if names.last == name { break }
                try await box.press("DOWN")
                _ = try await eventually(within: .seconds(6)) { try focused().count > names.count ? true : nil }
            }
            #expect(try focused().last == name)
            try await box.press("OK")
        }

        @Test(
            "GUPnP's control point finds the box, follows it, plays on it and stops",
            .enabled(if: GUPnPPeer.isThere, "gir1.2-gupnp-1.6 is not installed: scripts/packages automation"))
        func gupnp() async throws {
            let origin = try await TestOrigin()
            let box = try await TestBox(
                [TestChannel(name: "Channel 1", url: origin.url("/ch/1/master.m3u8"))],
                configuration: Self.configuration.replacing("\"prompt\"", with: "\"automatic\""))
            try await box.plays(1)
            let list = try await ControlPoint.list(box)
            let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "gupnp-sender.py")
            let run = try await ProgramRun.finished(
                "/usr/bin/python3",
                [script.path, try #require(list.address), origin.url("/vod/2/master.m3u8?minutes=2")])
            let told = run.text.split(separator: "\n").map(String.init)
            #expect(run.status == 0, "\(run.text) \(run.errors)")
            #expect(told.first == "found")
            let states = told.filter { $0.hasPrefix("state ") }
            #expect(states.first == "state NO_MEDIA_PRESENT" && states.contains("state PLAYING"), "\(told)")
            #expect(told.contains("position 0:02:00") && states.last == "state STOPPED", "\(told)")
            try await box.plays(1)
        }
    }
}
