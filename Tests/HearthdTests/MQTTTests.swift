import Base
import ControlProtocol
import Foundation
import Glibc
import TestSupport
import Testing

private enum Mosquitto {
    static let isThere =
        ["/usr/sbin/mosquitto", "/usr/bin/mosquitto_sub", "/usr/bin/mosquitto_pub", "/usr/bin/python3"]
        .allSatisfy(FileManager.default.isExecutableFile(atPath:))
        && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/paho/mqtt")
}

extension ProgramTests {
    /// With mosquitto as the broker and its own client as who listens.
    @Suite(
        "The bridge to an MQTT broker",
        .enabled(if: Mosquitto.isThere, "mosquitto or paho-mqtt is not installed: scripts/packages automation"))
    struct MQTTTests {
        /// A broker on a port of this machine, for nobody else.
        private struct Broker {
            let process = Process()
            let port: Int

            init(in directory: TestDirectory) throws {
                port = try Self.freePort()
                let file = directory.file("mosquitto.conf")
                try Data("listener \(port) 127.0.0.1\nallow_anonymous true\npersistence false\n".utf8).write(to: file)
                process.executableURL = URL(filePath: "/usr/sbin/mosquitto")
                process.arguments = ["-c", file.path]
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
            }

            /// A port that nobody has, as the kernel says.
            private static func freePort() throws -> Int {
                let socket = OwnedDescriptor(
                    taking: try checked("socket") { Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) })
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
                var size = socklen_t(MemoryLayout<sockaddr_in>.size)
                let raw = socket.raw
                return try withUnsafeMutablePointer(to: &address) { pointer in
                    try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                        _ = try checked("bind") { bind(raw, address, size) }
                        _ = try checked("getsockname") { getsockname(raw, address, &size) }
                    }
                    return Int(UInt16(bigEndian: pointer.pointee.sin_port))
                }
            }

            func publish(_ topic: String, _ text: String) async throws -> Bool {
                try await ProgramRun.finished(
                    "/usr/bin/mosquitto_pub", ["-h", "127.0.0.1", "-p", "\(port)", "-t", topic, "-m", text]
                ).status == 0
            }
        }

        private static func start(_ program: String, _ arguments: [String], output: URL) throws -> Process {
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = arguments
            _ = FileManager.default.createFile(atPath: output.path, contents: nil)
            process.standardOutput = try FileHandle(forWritingTo: output)
            process.standardError = process.standardOutput
            try process.run()
            return process
        }

        @Test("Discovery, state and what is on; commands and words with their results; gone when it goes")
        func bridge() async throws {
            let checkout = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
                .standardizedFileURL
            let origin = try await TestOrigin()
            let box = try await TestBox(
                (1...2).map { TestChannel(name: ["One", "Two"][$0 - 1], url: origin.url("/ch/\($0)/master.m3u8")) },
                configuration: "[interface]\nlanguages_dir = \"\(checkout.path)/rootfs/usr/share/hearth/languages\"\n")
            try await box.plays(1)
            let broker = try Broker(in: box.directory)
            defer { broker.process.terminate() }
            try #require(await holds { try await broker.publish("hearth-test/first", "x") })
            let told = box.directory.file("told")
            let listener = try Self.start(
                "/usr/bin/mosquitto_sub",
                ["-h", "127.0.0.1", "-p", "\(broker.port)", "-t", "#", "-F", "%t %p"], output: told)
            defer { listener.terminate() }
            let script = checkout.appending(path: "scripts/automation/mqtt").path
            let bridge = try Self.start(
                "/usr/bin/python3",
                [
                    script, "--port", "\(broker.port)", "--socket", box.directory.file("socket").path, "--name",
                    "Living room",
                ], output: box.directory.file("bridge"))
            defer { if bridge.isRunning { kill(bridge.processIdentifier, SIGKILL) } }
            /// Whether a line of the broker's begins so and has these words.
            func hears(_ topic: String, _ words: String...) async throws -> Bool {
                try await holds {
                    try String(contentsOf: told, encoding: .utf8).split(separator: "\n").contains { line in
                        line.hasPrefix(topic + " ") && words.allSatisfy { line.contains($0) }
                    }
                }
            }
            let trouble = { (try? String(contentsOf: box.directory.file("bridge"), encoding: .utf8)) ?? "" }
            #expect(try await hears("hearth/hearth/availability", "online"), "\(trouble())")
            #expect(try await hears("hearth/hearth/state", "playing"), "\(trouble())")
            #expect(try await hears("hearth/hearth/now", "\"title\": \"One\""), "\(trouble())")
            #expect(try await hears("homeassistant/number/hearth/volume/config", "Living room", "hearth/hearth/set"))

            #expect(try await broker.publish("hearth/hearth/set", "channel_up"))
            try await box.plays(2)
            #expect(try await hears("hearth/hearth/result", "\"result\": \"done\""))
            #expect(try await hears("hearth/hearth/now", "\"title\": \"Two\""))
            #expect(try await broker.publish("hearth/hearth/say", "volume 37"))
            _ = try await box.reaches("is as loud as was said", { $0.sound.volume == 37 })
            #expect(try await hears("hearth/hearth/now", "\"volume\": 37"))
            #expect(try await broker.publish("hearth/hearth/set", "dance"))
            #expect(try await hears("hearth/hearth/result", "bad_request"))

            // Whoever pulls its plug: the broker tells its will.
            #expect(try !String(contentsOf: told, encoding: .utf8).contains("availability offline"))
            kill(bridge.processIdentifier, SIGKILL)
            #expect(try await hears("hearth/hearth/availability", "offline"))
        }
    }
}
