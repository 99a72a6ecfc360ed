import FlipMeasures
import Foundation
import Glibc

/// Makes those players that are installed and wanted: Hearth's rows and its peers.
struct FlipPlayers {
    let programs: Programs
    /// The names of the players to run, or parts of them; empty: all.
    let chosen: [String]
    var kinds = HearthPlayer.Kind.allCases

    static let best = [
        "--profile=low-latency", "--demuxer-termination-timeout=0", "--demuxer-lavf-o-add=live_start_index=-1",
        "--demuxer-lavf-o-add=http_persistent=1", "--cache=no", "--load-scripts=no", "--ytdl=no", "--osc=no",
    ]
    static let quickVLC = ["--network-caching=50", "--clock-jitter=0", "--adaptive-livedelay=1000"]

    /// Makes the players, each with a line of its own by its place.
    ///
    /// - Parameter visits: the most flips in a cell
    func make(visits: Int) throws -> [any FlipPlayer] {
        var makers: [(name: String, make: (Int) throws -> any FlipPlayer)] = kinds.map { kind in
            (kind.rawValue, { HearthPlayer(programs, kind, line: $0, visits: visits) })
        }
        func peer(_ name: String, _ program: String, _ make: @escaping (VirtualScreen, String) throws -> any PeerOrders)
        {
            guard Programs.has("Xvfb"), program.hasPrefix("/") ? access(program, R_OK) == 0 : Programs.has(program)
            else {
                if isWanted(name) { say("\(name) is left out: not installed (scripts/packages bench)") }
                return
            }
            makers.append(
                (
                    name,
                    { line in
                        let place = "peer-\(line)"
                        let screen = try VirtualScreen(programs, place)
                        return PeerPlayer(name, line: line, screen: screen, try make(screen, place))
                    }
                ))
        }
        peer("mpv", "mpv") { try MPVOrders(programs, $1, $0, []) }
        peer("mpv best", "mpv") { try MPVOrders(programs, $1, $0, Self.best) }
        let gst = "/usr/lib/x86_64-linux-gnu/gstreamer-1.0/libgstximagesink.so"
        peer("playbin3", gst) { try ScriptedOrders(programs, $1, $0, kind: "playbin3", []) }
        peer("playbin3 best", gst) { try ScriptedOrders(programs, $1, $0, kind: "playbin3", ["nobuf"]) }
        let vlc = "/usr/lib/x86_64-linux-gnu/libvlc.so.5"
        peer("VLC", vlc) { try ScriptedOrders(programs, $1, $0, kind: "vlc", []) }
        peer("VLC best", vlc) { try ScriptedOrders(programs, $1, $0, kind: "vlc", Self.quickVLC) }
        let kodi = "/usr/lib/x86_64-linux-gnu/kodi/kodi.bin"
        peer("Kodi", kodi) { try ScriptedOrders(programs, $1, $0, kind: "kodi", []) }
        peer("Kodi best", kodi) { try ScriptedOrders(programs, $1, $0, kind: "kodi", ["nocache"]) }
        // Its known flags make it slower: the default is its best.
        peer("ffplay", "ffplay") { FFplayOrders(programs, $1, $0, []) }
        return try makers.enumerated().filter { isWanted($0.element.name) }.map { try $0.element.make($0.offset + 1) }
    }

    private func isWanted(_ name: String) -> Bool {
        chosen.isEmpty || chosen.contains { name.lowercased().contains($0.lowercased()) }
    }
}
