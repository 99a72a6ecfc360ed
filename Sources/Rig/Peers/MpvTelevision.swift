import Base
import Devices
import Foundation
import Glibc
import MediaCore

/// mpv unmodified, on the same screen and sound card. It has no channels: a flip is a `loadfile` sent
/// to its control socket.
final class MpvTelevision: Television {
    let name = "mpv"
    private let origin: String
    private let folder: String
    private let audioDevice: String
    private var child: ChildProcess?
    private var query = ""

    private var socketPath: String { "\(folder)/mpv.sock" }

    init(origin: String, folder: String, audioDevice: String = "plughw:Loopback,0,0") {
        self.origin = origin
        self.folder = folder
        self.audioDevice = audioDevice
    }

    func start(mode: String, query: String) throws {
        stop()
        self.query = query
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try? FileManager.default.removeItem(atPath: socketPath)
        let words = [
            "/usr/bin/mpv", "--no-config", "--no-terminal", "--msg-level=all=warn", "--vo=drm",
            "--drm-device=/dev/dri/card0",
            "--drm-mode=\(mode)", "--ao=alsa", "--audio-device=alsa/\(audioDevice)", "--input-ipc-server=\(socketPath)",
            // Both ends of the loopback card must have one format: the rig's ears take this one.
            "--audio-format=s32", "--audio-samplerate=48000", address(of: 1),
        ]
        child = try ChildProcess(words, output: "\(folder)/mpv.log")
        guard waitUntil({ FileManager.default.fileExists(atPath: socketPath) ? true : nil }) != nil else {
            throw SystemCallError(call: "mpv (see \(folder)/mpv.log)", errno: ETIMEDOUT)
        }
    }

    func ask(for channel: Int) throws -> HostTime {
        let line = "{\"command\":[\"loadfile\",\"\(address(of: channel))\"]}\n"
        let connection = try connected()
        let time = MonotonicClock().now
        try checked("send \(socketPath)") { send(connection.raw, line, line.utf8.count, Int32(MSG_NOSIGNAL)) }
        return time
    }

    func stop() { child = nil }

    private func address(of channel: Int) -> String { "\(origin)/ch/\(channel)/master.m3u8?\(query)" }

    private func connected() throws(SystemCallError) -> OwnedDescriptor {
        let connection = OwnedDescriptor(
            taking: try checked("socket") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) })
        var address = sockaddr_un()
        guard socketPath.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemCallError(call: "connect \(socketPath)", errno: ENAMETOOLONG)
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socketPath.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let raw = connection.raw
        try checked("connect \(socketPath)") {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(raw, $0, size) }
            }
        }
        return connection
    }
}
