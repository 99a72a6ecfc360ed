import Base
import Devices
import Glibc
import MediaCore

/// Copies what vkms scans out to a Video4Linux output, vblank by vblank: with vivid's, to which its
/// input is wired, a bench with a capture device can be tried on board U. For one thread.
package final class ScanOutMirror {
    private let tap: OwnedDescriptor
    private let tapPath: String
    private let output: VideoOutput
    /// The number of vblanks whose picture was not shown: of another size, or too late for the kernel's
    /// ring.
    package private(set) var lost = 0
    package private(set) var shown = 0
    private var skipped = [UInt8](repeating: 0, count: 1 << 16)

    /// Opens the tap and the output.
    /// - Parameters:
    ///   - tap: the CRTC's file in debugfs
    ///   - output: vivid's output, `/dev/video1`
    package init(
        tap: String = "/sys/kernel/debug/dri/0/crtc-0/scanout", output: String, size: PixelSize
    ) throws(SystemCallError) {
        tapPath = tap
        self.tap = try OwnedDescriptor(open: tap, flags: O_RDWR)
        self.output = try VideoOutput(output, size: size)
    }

    /// Runs until reading or showing fails.
    package func run() throws {
        var words = [UInt32](repeating: 0, count: ScanOutRecord.headBytes / 4)
        while true {
            try words.withUnsafeMutableBytes { try read($0) }
            guard let record = ScanOutRecord(words: words) else {
                throw SystemCallError(call: "read \(tapPath)", errno: EBADMSG)
            }
            lost += record.lost
            guard record.screen == output.size, record.rows == record.screen.height else {
                try skip(record.pixelCount * 4)
                lost += 1
                continue
            }
            // vivid's clock starts with its first picture: half a vblank later, none of its ticks meets
            // a vblank.
            if shown == 0 { pause(.milliseconds(8)) }
            try output.show { try read($0) }
            shown += 1
        }
    }

    private func skip(_ bytes: Int) throws {
        var left = bytes
        while left > 0 {
            let count = min(left, skipped.count)
            try skipped.withUnsafeMutableBytes { try read(UnsafeMutableRawBufferPointer(rebasing: $0[..<count])) }
            left -= count
        }
    }

    private func read(_ bytes: UnsafeMutableRawBufferPointer) throws {
        var done = 0
        while done < bytes.count {
            let count = try checked("read \(tapPath)") {
                Glibc.read(tap.raw, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            }
            guard count > 0 else { throw SystemCallError(call: "read \(tapPath)", errno: EIO) }
            done += count
        }
    }
}
