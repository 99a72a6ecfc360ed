import Base
import Foundation
import Testing

@testable import Rig

@Suite("QMP")
struct QMPTests {
    @Test("Greeting, answers, refusals and events are told apart")
    func messages() {
        let greeting =
            #"{"QMP": {"version": {"qemu": {"micro": 22, "minor": 2, "major": 7}}, "capabilities": ["oob"]}}"#
        #expect(QMPMessage(line: greeting) == .greeting)
        #expect(QMPMessage(line: #"{"return": {}, "id": 7}"#) == .done(id: 7))
        let refusal = #"{"id": 8, "error": {"class": "DeviceNotFound", "desc": "Device 'gpu9' not found"}}"#
        #expect(
            QMPMessage(line: refusal) == .refused(id: 8, class: "DeviceNotFound", reason: "Device 'gpu9' not found"))
        let deleted =
            #"{"timestamp": {"seconds": 1, "microseconds": 2}, "event": "DEVICE_DELETED", "data": {"device": "kbd0", "path": "/x"}}"#
        #expect(QMPMessage(line: deleted) == .event("DEVICE_DELETED", device: "kbd0"))
        #expect(QMPMessage(line: #"{"event": "RESET", "data": {"guest": false}}"#) == .event("RESET", device: nil))
    }

    @Test(
        "What QEMU would not say is nothing, and traps nowhere",
        arguments: [
            "", "{", "[]", "null", #"{"return": {}}"#, #"{"id": 99999999999999999999, "return": 1}"#, "{\"event\": 3}",
        ])
    func nonsense(_ line: String) { #expect(QMPMessage(line: line) == nil) }

    @Test("Commands are one line of JSON")
    func commands() {
        #expect(
            QMPCommand.screendump("gpu0", to: "/tmp/a \"b\".ppm").line
                == #"{"arguments":{"device":"gpu0","filename":"/tmp/a \"b\".ppm","head":0},"execute":"screendump","id":0}"#
        )
        #expect(
            QMPCommand.key("pgup", down: true).line
                == #"{"arguments":{"events":[{"data":{"down":true,"key":{"data":"pgup","type":"qcode"}},"type":"key"}]},"#
                + #""execute":"input-send-event","id":0}"#)
    }

    @Test("A command returns with its own answer; events that came before are kept for who waits")
    func conversation() throws {
        let emulator = try ScriptedEmulator(answers: [
            "qmp_capabilities": [#"{"return": {}, "id": 1}"#],
            "device_del": [#"{"event": "DEVICE_DELETED", "data": {"device": "kbd0"}}"#, #"{"return": {}, "id": 2}"#],
            "set_link": [#"{"id": 3, "error": {"class": "GenericError", "desc": "no such card"}}"#],
        ])
        let monitor = try QMP(path: emulator.path)
        try monitor.run(.unplug("kbd0"))
        try monitor.wait(for: .event("DEVICE_DELETED", device: "kbd0"), timeout: .seconds(5))
        #expect(throws: QMPError.refused(command: "set_link", class: "GenericError", reason: "no such card")) {
            try monitor.run(.link("net9", up: false))
        }
        // The emulator's end: it closes when it gets an unknown command.
        #expect(throws: QMPError.connection(SystemCallError(call: "recv \(emulator.path)", errno: ECONNRESET))) {
            try monitor.run(QMPCommand(execute: "unheard-of"))
        }
    }

    @Test("A socket's path that is too long is said to be, not cut")
    func longPath() {
        let path = "/tmp/" + String(repeating: "x", count: 120)
        #expect(throws: SystemCallError(call: "connect \(path)", errno: ENAMETOOLONG)) {
            try LineSocket(connectingTo: path)
        }
    }
}

/// A QEMU monitor at a UNIX socket that answers by a table, and closes on any other command.
private final class ScriptedEmulator {
    let path = "/tmp/hearth-qmp-test-\(getpid())-\(UUID().uuidString.prefix(8))"
    private var thread: NamedThread?

    init(answers: [String: [String]]) throws {
        let listener = try checked("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        try checked("bind") {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        try checked("listen") { listen(listener, 1) }
        thread = try NamedThread("emulator") {
            let peer = accept(listener, nil, nil)
            close(listener)
            guard let stream = fdopen(peer, "r+") else { return }
            defer { fclose(stream) }
            func say(_ line: String) {
                fputs(line + "\n", stream)
                fflush(stream)
            }
            say(#"{"QMP": {}}"#)
            var line = [CChar](repeating: 0, count: 4_096)
            while fgets(&line, Int32(line.count), stream) != nil {
                let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                guard let known = answers.first(where: { text.contains("\"\($0.key)\"") }) else { return }
                known.value.forEach(say)
            }
        }
    }

    deinit {
        if let running = thread.take() { running.join() }
        unlink(path)
    }
}
