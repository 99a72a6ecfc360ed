import ControlProtocol
import Foundation
import MediaCore
import Rig
import Testing

extension BoardTests {
    @Test("Of sixty presses every interstitial is on the screen within two vblanks")
    func presses() async throws {
        let box = try await BoxUnderTest()
        try await box.untilSeen(1)
        try await pause(.seconds(1))
        let began = try box.flips().count
        for index in 0..<60 {
            // Down and up: each channel is cold when it comes, and no two presses fall on the same
            // moment of a vblank's period.
            box.remote.tap(index % 10 < 5 ? RemoteKey.channelUp : RemoteKey.channelDown)
            try await pause(.milliseconds(Board.isSimulated ? 501 : 1507))
        }
        try await pause(.seconds(4))
        let flips = try box.flips().dropFirst(began)
        let interstitials = flips.compactMap(\.interstitialScanout)
        print("interstitial: \(Self.percentiles(interstitials))")
        print("picture: \(Self.percentiles(flips.compactMap(\.firstFrameScanout)))")
        print("sound: \(Self.percentiles(flips.compactMap(\.firstSound)))")
        // In real time a busy host delays the press itself: figures there, no verdict.
        if Board.isSimulated { #expect(interstitials.count == 60 && interstitials.allSatisfy { $0 <= Self.twoVBlanks }) }
        box.stop()
    }

    /// Of times in nanoseconds.
    private static func percentiles(_ times: [Int64]) -> String {
        let sorted = times.sorted()
        guard let last = sorted.last else { return "none" }
        func percentile(_ part: Int) -> Int64 { sorted[min(sorted.count - 1, sorted.count * part / 100)] / 1000 }
        return "p50 \(percentile(50)) us, p99 \(percentile(99)) us, max \(last / 1000) us of \(sorted.count)"
    }
}
