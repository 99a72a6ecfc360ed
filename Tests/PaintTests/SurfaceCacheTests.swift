import Devices
import Layout
import MediaCore
import Testing

@testable import Paint

@Suite("Surface cache")
struct SurfaceCacheTests {
    private func picture(_ name: String) -> Picture {
        Picture(node: .text(Text(name, size: 10)), size: PixelSize(width: 16, height: 16), scale: 1)
    }

    /// A surface of 64 bytes a row, 1024 in all.
    private func surface() -> Surface { Surface(size: PixelSize(width: 16, height: 16)) { _, _ in } }

    @Test("The least recently used goes first once the bytes are spent")
    func eviction() {
        var cache = SurfaceCache(capacity: 2048)
        cache.insert(surface(), for: picture("a"))
        cache.insert(surface(), for: picture("b"))
        #expect(cache.surface(for: picture("a")) != nil)
        cache.insert(surface(), for: picture("c"))
        #expect(cache.byteCount == 2048)
        #expect(cache.surface(for: picture("a")) != nil)
        #expect(cache.surface(for: picture("b")) == nil)
        #expect(cache.surface(for: picture("c")) != nil)
    }

    @Test("The newest stays even if it alone is too large")
    func oversized() {
        var cache = SurfaceCache(capacity: 10)
        cache.insert(surface(), for: picture("a"))
        cache.insert(surface(), for: picture("b"))
        #expect(cache.count == 1)
        #expect(cache.surface(for: picture("b")) != nil)
    }

    @Test("Inserting again replaces, and the bytes are counted once")
    func replacing() {
        var cache = SurfaceCache(capacity: 4096)
        cache.insert(surface(), for: picture("a"))
        cache.insert(surface(), for: picture("a"))
        #expect(cache.byteCount == 1024)
    }
}
