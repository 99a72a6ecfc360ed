import Devices
import FlipMeasures
import Glibc
import MediaCore

/// A peer: a player of another project, on a screen of its own.
final class PeerPlayer: FlipPlayer {
    let name: String
    let isOwn = false
    /// A player keeps nothing of a visit; the open connection that some of them keep is assumed for
    /// all.
    let start = FlipBound.Start.connection
    let dwell = 0.3...0.7
    private let screen: VirtualScreen
    private let order: any PeerOrders
    private let line: Int
    private var cell = FlipCell()
    private var base = ""
    private var channels = FlipPlan.channels
    private(set) var place = 0

    init(_ name: String, line: Int, screen: VirtualScreen, _ order: any PeerOrders) {
        self.name = name
        self.line = line
        self.screen = screen
        self.order = order
    }

    func enter(_ cell: FlipCell, base: String, isSurfing: Bool) {
        self.cell = cell
        self.base = base
        channels = isSurfing ? FlipPlan.surfed : FlipPlan.channels
        place = 0
    }

    func begin() throws { _ = try flip() }

    func flip() throws -> FlipSight {
        let key = try press(.up)
        return screen.watch(for: channels[place], from: key, pictures: 2, patience: FlipPlan.patience)
    }

    func surf(_ presses: [FlipScript.Press]) throws -> FlipSight {
        var key = MonotonicClock().now
        for (index, one) in presses.enumerated() {
            if index > 0 { usleep(UInt32(FlipScript.gap * 1e6)) }
            key = try press(one)
        }
        return screen.watch(for: channels[place], from: key, pictures: 3, patience: FlipPlan.patience)
    }

    private func press(_ press: FlipScript.Press) throws -> HostTime {
        place = press.target(from: place, of: channels.count)
        let url = cell.url(base: base, channel: channels[place], line: line)
        let key = MonotonicClock().now
        try order.play(url)
        return key
    }

    func rest() throws { try order.stop() }
}

/// The way to tell a peer what to do.
protocol PeerOrders: AnyObject {
    func play(_ url: String) throws
    func stop() throws
}

/// mpv, controlled by its JSON IPC.
final class MPVOrders: PeerOrders {
    /// What it is started with, whatever it plays.
    static let words = [
        "mpv", "--no-config", "--vo=x11", "--ao=null", "--hwdec=no", "--no-terminal", "--no-border",
        "--geometry=\(VirtualScreen.size.width)x\(VirtualScreen.size.height)+0+0",
    ]
    private let program: ChildProgram
    private let client: SocketClient

    init(_ programs: Programs, _ name: String, _ screen: VirtualScreen, _ options: [String]) throws {
        let path = "\(programs.scratch)/\(name).mpv"
        program = try ChildProgram(
            programs.prefix + Self.words + ["--idle=yes", "--input-ipc-server=\(path)"] + options,
            output: "\(programs.scratch)/\(name).log", environment: ["DISPLAY": screen.display])
        for _ in 0..<100 {
            usleep(50_000)
            if let client = try? SocketClient(path: path) {
                self.client = client
                return
            }
        }
        throw BenchError("mpv does not start: \(programs.scratch)/\(name).log")
    }

    deinit { program.kill() }

    func play(_ url: String) throws {
        try client.send("{\"command\": [\"loadfile\", \"\(url)\"]}\n")
        // Its events would fill the socket's buffer if they were not read.
        client.forget()
    }

    func stop() throws {
        try client.send("{\"command\": [\"stop\"]}\n")
        client.forget()
    }
}

/// VLC, GStreamer or Kodi, controlled through Benchmarks/peers/player.py.
final class ScriptedOrders: PeerOrders {
    private let program: ChildProgram

    /// What the one of this kind is started with.
    static func words(_ kind: String) -> [String] {
        [
            "/usr/bin/python3", "Benchmarks/peers/player.py", kind, "\(VirtualScreen.size.width)",
            "\(VirtualScreen.size.height)",
        ]
    }

    init(_ programs: Programs, _ name: String, _ screen: VirtualScreen, kind: String, _ options: [String]) throws {
        let environment = ["DISPLAY": screen.display]
        program = try ChildProgram(
            programs.prefix + Self.words(kind) + options, output: "\(programs.scratch)/\(name).log",
            environment: environment,
            takesInput: true)
        // Kodi takes some seconds to come up.
        for _ in 0..<800 {
            usleep(50_000)
            if program.output.contains("ready\n") { return }
            if !program.isRunning { break }
        }
        throw BenchError("\(kind) does not start: \(program.outputPath)")
    }

    deinit { program.kill() }

    func play(_ url: String) throws { try program.write("play \(url)\n") }
    func stop() throws { try program.write("stop\n") }
}

/// ffplay, which can't change what it plays: it is ended and started anew.
final class FFplayOrders: PeerOrders {
    private let log: String
    private let prefix: [String]
    private let display: String
    private let options: [String]
    private var program: ChildProgram?

    init(_ programs: Programs, _ name: String, _ screen: VirtualScreen, _ options: [String]) {
        log = "\(programs.scratch)/\(name).log"
        prefix = programs.prefix
        display = screen.display
        self.options = options
    }

    deinit { program?.kill() }

    func play(_ url: String) throws {
        try stop()
        program = try ChildProgram(
            prefix + [
                "ffplay", "-v", "error", "-noborder", "-left", "0", "-top", "0", "-x", "\(VirtualScreen.size.width)",
                "-y", "\(VirtualScreen.size.height)",
            ] + options + [url], output: log,
            environment: [
                "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_RENDER_DRIVER": "software",
                "SDL_AUDIODRIVER": "dummy",
            ])
    }

    func stop() throws {
        program?.kill()
        program = nil
    }
}
