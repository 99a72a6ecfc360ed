import Devices
import Layout
import MediaCore
import Testing

@testable import Paint

/// Painters of several threads share Cairo's one store of fonts.
@Suite("Painters side by side")
struct FontThreadsTests {
    /// What `FontLock` is for is seen here once in very many runs: fonts live as long as their painters. Bare calls of
    /// Cairo, in eight threads that take and drop three sizes of one font, end the program within a second.
    @Test("Painters that come and go at once, with the same fonts: each paints as one alone does")
    func sideBySide() async {
        let picture = Picture(
            node: .column((0..<6).map { .text(Text("Hearth 한국어 \($0)", size: 20 + Double($0))) }),
            size: PixelSize(width: 320, height: 220), scale: 1)
        let alone = Self.fingerprint(Painter(cacheBytes: 0), picture)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<15).allSatisfy { _ in Self.fingerprint(Painter(cacheBytes: 0), picture) == alone }
                }
            }
            for await isSame in group { #expect(isSame) }
        }
    }

    private static func fingerprint(_ painter: Painter, _ picture: Picture) -> Int {
        let surface = painter.surface(for: picture)
        var hasher = Hasher()
        for y in 0..<surface.size.height {
            hasher.combine(
                bytes: UnsafeRawBufferPointer(
                    start: surface.pixels.baseAddress.map { $0 + y * surface.stride }, count: surface.size.width * 4))
        }
        return hasher.finalize()
    }
}
