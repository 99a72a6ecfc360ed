import Base
import Devices
import FlipMeasures
import Glibc
import MediaCore

/// A line of real TCP: two network interfaces (tun), one here and one in a network namespace of its own, with a thread
/// between them that delays, queues and drops packets (`DropTailLine`). Windows, socket buffers, slow start, losses
/// and retransmissions are the kernel's.
///
/// Needs root, /dev/net/tun and the programs `ip`, `unshare` and `nsenter`. Both interfaces end with this program.
final class TunLine {
    /// This end's address, on which the origin listens.
    let address: String
    /// The words that begin a program at the other end.
    let prefix: [String]
    private let holder: ChildProgram
    private let shaper: TunShaper

    /// How long packets may wait before the bottleneck, in thousandths of a second: as a usual home's line has it.
    private static let waiting = 100

    init(_ programs: Programs) throws {
        guard geteuid() == 0 else { throw BenchError("--line tun needs root: network namespaces and /dev/net/tun") }
        for name in ["ip", "unshare", "nsenter"] where !Programs.has(name) {
            throw BenchError("--line tun needs \(name)")
        }
        let number = Int(getpid())
        let net = "10.213.\(number % 256)"
        address = "\(net).1"
        let names = ["hearth\(number)a", "hearth\(number)b"]
        let near = try Self.interface(names[0])
        let far = try Self.interface(names[1])
        func run(_ words: [String]) throws {
            let program = try ChildProgram(words, output: "\(programs.scratch)/tun.log")
            program.wait()
            guard program.output.isEmpty else { throw BenchError("\(words.joined(separator: " ")): \(program.output)") }
        }
        holder = try ChildProgram(["unshare", "-n", "sleep", "infinity"], output: "\(programs.scratch)/tun-holder.log")
        let namespace = "/proc/\(holder.processID)/ns/net"
        for _ in 0..<500 where Self.link(namespace) == Self.link("/proc/self/ns/net") { usleep(10_000) }
        guard let other = Self.link(namespace), other != Self.link("/proc/self/ns/net") else {
            throw BenchError("--line tun: no network namespace: \(holder.output)")
        }
        prefix = ["nsenter", "--net=\(namespace)"]
        try run(["ip", "link", "set", names[1], "netns", "\(holder.processID)"])
        try run(["ip", "addr", "add", "\(address)/24", "dev", names[0]])
        try run(["ip", "link", "set", names[0], "up"])
        try run(prefix + ["ip", "addr", "add", "\(net).2/24", "dev", names[1]])
        try run(prefix + ["ip", "link", "set", names[1], "up"])
        try run(prefix + ["ip", "link", "set", "lo", "up"])
        shaper = try TunShaper(near: near, far: far)
        let shaper = shaper
        // Lives as long as the process: the kernel takes the interfaces away with their descriptors.
        _ = try NamedThread("bench-line", scheduling: .realTime(priority: 10)) { shaper.run() }
    }

    /// Makes the line that of a cell.
    func shape(_ cell: FlipCell) {
        let buffer = max(64_000, (cell.rate ?? 0) / 8 * Self.waiting)
        shaper.shape(
            rate: cell.rate.map { $0 * 1000 }, delay: Int64(cell.roundTrip) * 500_000, buffer: buffer)
    }

    /// What has come to the other end since a moment.
    func traffic(since time: HostTime) -> [TrafficPiece] { shaper.traffic(since: time.nanoseconds) }

    private static func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 256)
        let count = readlink(path, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// TUNSETIFF, IFF_TUN and IFF_NO_PI of linux/if_tun.h.
    private static let setInterface: UInt = 0x4004_54ca
    private static let flags: UInt16 = 0x0001 | 0x1000

    private static func interface(_ name: String) throws -> OwnedDescriptor {
        let file = OwnedDescriptor(
            taking: try checked("open /dev/net/tun") { open("/dev/net/tun", O_RDWR | O_CLOEXEC | O_NONBLOCK) })
        // struct ifreq: 16 bytes of name, then the flags.
        var request = [UInt8](repeating: 0, count: 40)
        for (index, byte) in name.utf8.prefix(15).enumerated() { request[index] = byte }
        request[16] = UInt8(flags & 0xff)
        request[17] = UInt8(flags >> 8)
        let raw = file.raw
        _ = try checked("TUNSETIFF \(name)") { ioctl(raw, setInterface, &request) }
        return file
    }
}
