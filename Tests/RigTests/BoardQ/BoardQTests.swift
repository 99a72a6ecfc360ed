import MediaCore
import Testing

@testable import Rig

@Suite("Board Q")
struct BoardQTests {
    private let machine = EmulatedMachine(
        image: "/cache/q", disk: "/tmp/q/box.qcow2", payload: "/tmp/q/payload.ext4", folder: "/tmp/q")

    @Test("It asks for no KVM, ends with its kernel, and opens no port of the host's")
    func arguments() {
        let words = machine.command
        func value(after option: String) -> String? {
            words.firstIndex(of: option).flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
        }
        #expect(value(after: "-accel") == "tcg,thread=multi")
        #expect(words.contains("-no-reboot") && value(after: "-append")?.contains("panic=-1") == true)
        #expect(value(after: "-netdev") == "user,id=network")
        #expect(words.contains("file=/tmp/q/payload.ext4,format=raw,if=virtio,readonly=on"))
        #expect(words.contains("virtio-vga,id=gpu0,xres=640,yres=360"))
    }

    @Test("An answer of the guest is an identifier, an exit code and an output, which may be empty")
    func answers() throws {
        let answer = try #require(GuestAnswer(line: "12 124 aGVsbG8K"))
        #expect((answer.identifier, answer.code, answer.output) == (12, 124, "hello\n"))
        #expect(GuestAnswer(line: "3 0 ")?.output == "")
        for line in ["ready", "", "1 0", "x 0 aGk=", "1 y aGk=", "1 0 !!", "1 0 aGk= more"] {
            #expect(GuestAnswer(line: line) == nil, "\(line)")
        }
    }

    @Test("The serial line's trouble is the kernel's, not virtio-gpu's warning")
    func serial() {
        let warning = "[ 40.1] WARNING: CPU: 0 PID: 99 at drivers/gpu/drm/virtio/virtgpu_vq.c:354\nboard-q login: "
        #expect(SerialLog(warning).trouble == nil)
        let panic = "[ 2.1] virtio_blk\r\n[ 2.2] Kernel panic - not syncing: VFS: Unable to mount root fs\r\n"
        #expect(SerialLog(panic).trouble == "[ 2.2] Kernel panic - not syncing: VFS: Unable to mount root fs")
        #expect(SerialLog(panic).end.hasSuffix("root fs"))
        #expect(SerialLog.terminal(in: "char device redirected to /dev/pts/5 (label serial)\n") == "/dev/pts/5")
        #expect(SerialLog.terminal(in: "") == nil)
    }

    @Test("What Swift Testing prints becomes a list of tests, each with its first trouble")
    func contracts() {
        let said = """
            ◇ Test "It stops for good" started.
            ✔ Test "It stops for good" passed after 0.2 seconds.
            ✘ Test "Sixty" recorded an issue at K.swift:31:9: Expectation failed: (a → 1) == 2
            ✘ Test "Sixty" recorded an issue at K.swift:32:9: Expectation failed: other
            ✘ Test "Sixty" failed after 3.1 seconds with 2 issues.
            ✘ Test run with 2 tests in 1 suite failed after 3.3 seconds with 2 issues.
            """
        #expect(
            ContractReport(said).tests == [
                .init(name: "It stops for good", passed: true),
                .init(name: "Sixty", passed: false, trouble: "at K.swift:31:9: Expectation failed: (a → 1) == 2"),
            ])
    }

    @Test("A portable pixmap is read to the bit, a part of one is not read at all")
    func pixmap() throws {
        let header = Array("P6\n2 1\n255\n".utf8)
        let image = try #require(Image(portablePixmap: header + [255, 0, 0, 1, 2, 3]))
        #expect(image.size == PixelSize(width: 2, height: 1))
        #expect(image.pixels == [0xffff_0000, 0xff01_0203])
        #expect(Image(portablePixmap: header + [255, 0, 0, 1, 2]) == nil)
        for text in ["", "P6", "P5\n2 1\n255\n", "P6\n0 1\n255\n", "P6\n99999 99999\n255\n", "P6\n2 1\n65535\n"] {
            #expect(Image(portablePixmap: Array(text.utf8)) == nil, "\(text)")
        }
    }

    @Test("The left channel of a WAV that is still written: whole frames, full scale")
    func wave() {
        #expect(WAVFile.leftChannel([0x00, 0x80, 9, 9, 0xff, 0x7f, 9, 9, 1]) == [Int32.min, 0x7fff_0000])
        #expect(WAVFile.frames("/tmp/hearth-no-such-file") == 0)
    }

    @Test("The keyboard has every key that QEMU has, and says which it has not")
    func keyboard() {
        let missing = RemoteKey.allCases.filter { QMPKeyboard.qcode($0) == nil }
        #expect(
            missing == [
                .info, .guide, .power, .favourites, .audio, .subtitles, .zoom, .rewind, .fastForward, .play, .pause,
                .red,
                .green, .yellow, .blue,
            ])
        #expect(QMPKeyboard.qcode(.channelUp) == "pgup")
        #expect(QMPKeyboard.qcode(.digit0) == "0")
    }

    @Test("Settings become files, and the files lines of tmpfiles.d that nothing in them can break")
    func settings() {
        let files = GuestBox.files(
            BoxSettings(lineup: "#EXTM3U\n{origin}/ch/1", takesCEC: true), origin: "http://10.0.2.2:80")
        #expect(files.map(\.path) == ["/etc/hearth/rig.m3u", "/etc/hearth/conf.d/rig.toml"])
        #expect(files[0].text == "#EXTM3U\nhttp://10.0.2.2:80/ch/1")
        #expect(files[1].text.hasPrefix("lineup = \"/etc/hearth/rig.m3u\"\n"))
        #expect(files[1].text.contains("cec = true"))
        #expect(GuestBox.credential([("/a", "x%y\n")]) == "f+~ /a 0644 root root - eCV5Cg==\n")
    }
}
