import Base
import ControlProtocol
import Foundation
import Glibc
import Testing

extension ProgramTests {
    @Suite("A daemon before its screen's driver")
    struct LateScreenTests {
        @Test("It runs, is ready, feeds its supervisor's watchdog and says what it waits for")
        func waits() async throws {
            let directory = try TestDirectory()
            let supervisor = try Supervisor(at: directory.file("notify").path)
            let card = directory.file("dri").appendingPathComponent("card0").path
            let configuration = """
                lineup = "\(directory.file("none.m3u").path)"
                state_dir = "\(directory.file("state").path)"
                socket = "\(directory.file("socket").path)"
                [display]
                device = "\(card)"
                [audio]
                device = "headless"
                [input]
                cec = false
                grab = false
                """
            try Data(configuration.utf8).write(to: directory.file("hearth.toml"))
            let program = try RunningProgram(
                "hearthd", ["--config", directory.file("hearth.toml").path], output: directory.file("output"),
                errors: directory.file("log"),
                environment: ["NOTIFY_SOCKET": directory.file("notify").path, "WATCHDOG_USEC": "1500000"])
            var told: [String] = []
            for await word in supervisor.words {
                told.append(word)
                if told.contains("READY=1"), told.count(where: { $0 == "WATCHDOG=1" }) >= 3 { break }
            }
            #expect(program.isRunning)
            let socket = ["--socket", directory.file("socket").path]
            let answer = try await Program.run("hearthctl", ["status", "--json"] + socket)
            let status = try Wire.decode(Status.self, from: answer.output)
            #expect(status.display?.connected == false)
            #expect(status.display?.trouble?.contains("\(card): No such file or directory") == true)
            #expect(status.warnings.contains { $0.hasPrefix("no screen: ") && $0.hasSuffix("waiting for one") })
            let words = try await Program.run("hearthctl", ["status"] + socket)
            #expect(words.text.contains("the box waits for one (is its driver loaded?)"))
            let (exit, _) = try await program.terminate()
            #expect(exit == 0)
        }
    }
}

/// A service manager, as far as a daemon sees it: a socket that it tells how it is (sd_notify(3)). Ends with this value.
private final class Supervisor {
    let words: AsyncStream<String>
    private let socket: OwnedDescriptor

    init(at path: String) throws {
        let socket = OwnedDescriptor(
            taking: try checked("socket") {
                Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            })
        try atSocket(path, "bind") { bind(socket.raw, $0, $1) }
        let (words, continuation) = AsyncStream<String>.makeStream()
        self.words = words
        let number = socket.raw
        self.socket = socket
        _ = try NamedThread("supervisor") {
            var bytes = [UInt8](repeating: 0, count: 512)
            while case let count = recv(number, &bytes, bytes.count, 0), count > 0 {
                continuation.yield(String(decoding: bytes.prefix(count), as: UTF8.self))
            }
            continuation.finish()
        }
    }

    /// Wakes the thread, which ends.
    deinit { shutdown(socket.raw, Int32(SHUT_RDWR)) }
}
