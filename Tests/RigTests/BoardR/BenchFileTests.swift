import Capture
import ConfigurationFile
import Foundation
import MediaCore
import Testing

@testable import Rig

@Suite("Bench file")
struct BenchFileTests {
    @Test("The documented example says what it seems to say")
    func example() throws {
        let reading = BenchFileReading(contentsOfFile: "\(Self.benches)/example.toml")
        #expect(reading.errors == [])
        let file = try #require(reading.file)
        #expect(file.name == "living-room")
        #expect(file.box.ssh == "root@10.0.0.7" && file.box.identity == "/root/.ssh/rig")
        #expect(file.box.configuration == "/etc/hearth/conf.d/zz-rig.toml" && file.box.start == nil)
        #expect(file.origin == "http://10.0.0.2:8080")
        #expect(file.display == .init(size: PixelSize(width: 1280, height: 720), rate: 60))
        #expect(file.eyes == .init(device: "/dev/video0", input: 0, format: .yuyv, latency: .microseconds(33_400)))
        #expect(file.ears == .init(device: "hw:2,0", latency: .milliseconds(12)))
        #expect(
            file.hands
                == .init(lirc: "/dev/lirc0", protocols: [.nec, .rc6], cec: "/dev/cec1", control: true, web: true))
        #expect(Set(file.faults.keys) == [.powerCut, .networkSlow, .daemonKilled])
        #expect(file.faults[.daemonKilled]?.on == .box)
    }

    @Test("All benches in docs are right")
    func all() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.benches).filter { $0.hasSuffix(".toml") }
        #expect(names.count >= 2)
        for name in names { #expect(BenchFileReading(contentsOfFile: "\(Self.benches)/\(name)").errors == []) }
    }

    @Test("The least is a name: the box is then this machine, unseen and unheard")
    func least() throws {
        let file = try #require(BenchFileReading(text: "name = \"here\"", name: "b.toml").file)
        #expect(file.box.ssh == nil && file.eyes == nil && file.ears == nil && file.faults.isEmpty)
        #expect(file.hands.control)
    }

    @Test(
        "Every mistake is told with file, line and reason",
        arguments: [
            ("", "b.toml: name: missing: name = \"what-the-bench-is-called\""),
            (
                "name = \"a b\"",
                "b.toml:1: name: expected letters, digits and hyphens: files are named after it, found \"a b\""
            ),
            (
                "name = \"a\"\n[box]\nssh = \"-oProxyCommand=x\"",
                "b.toml:3: box.ssh: expected a destination such as \"root@10.0.0.7\", found \"-oProxyCommand=x\""
            ),
            ("name = \"a\"\n[box]\nport = 0", "b.toml:3: box.port: expected a whole number, 1 to 65535, found 0"),
            ("name = \"a\"\n[eyes]\nlatency_ms = 5", "b.toml:2: eyes: it needs v4l2, the capture device"),
            ("name = \"a\"\n[ears]\nlatency_ms = 5", "b.toml:2: ears: it needs alsa, the sound card"),
            (
                "name = \"a\"\n[display]\nmode = \"720p\"",
                "b.toml:3: display.mode: expected a mode such as \"1920x1080\" or \"1280x720@50\", found \"720p\""
            ),
            (
                "name = \"a\"\n[faults.power-cut]\nstrike = \"x\"",
                "b.toml:2: faults.power-cut: it needs both commands, strike and mend"
            ),
            (
                "name = \"a\"\n[hands]\nprotocols = [\"nec\", \"cec\"]",
                "b.toml:3: hands.protocols: expected a list of \"nec\", \"rc5\", \"rc6\", found [ 'nec', 'cec' ]"
            ),
            ("name = \"a\"\n[eyes]\nv4l = \"/dev/video0\"", "b.toml:3: eyes.v4l: no such key; did you mean eyes.v4l2?"),
            (
                "name = \"a\"\n[faults.power-off]\nmend = \"x\"",
                "b.toml:3: faults.power-off.mend: no such key; did you mean faults.power-cut.mend?"
            ),
            (
                "name = \"a\"\n[origin]\nurl = \"http://10.0.0.2:8080/\"",
                "b.toml:3: origin.url: expected an address such as \"http://10.0.0.2:8080\", without a / at its end, found \"http://10.0.0.2:8080/\""
            ),
            ("name = \"a\"\nbox = 3", "b.toml:2: box: no such key"),
            ("name = \"a\0\"", "b.toml: there is a NUL byte in it"),
        ])
    func mistakes(text: String, expected: String) {
        let reading = BenchFileReading(text: text, name: "b.toml")
        #expect(reading.errors.map(\.description) == [expected])
        #expect(reading.file == nil)
    }

    @Test("What is no TOML is told with its line; a file that is not there, with its path")
    func syntax() {
        #expect(BenchFileReading(text: "name = \"a\"\n[box\n", name: "b.toml").errors.first?.line == 2)
        #expect(BenchFileReading(contentsOfFile: "/no/such/bench.toml").errors.first?.file == "/no/such/bench.toml")
    }

    private static let benches = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/benches").path
}
