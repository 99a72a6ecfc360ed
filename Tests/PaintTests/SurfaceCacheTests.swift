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

    @Test("Of the versions of one subject the newest two are kept, and others are left alone")
    func versions() {
        var cache = SurfaceCache(capacity: 1 << 20)
        cache.insert(surface(), for: picture("ground"))
        cache.insert(surface(), for: picture("other"), versionOf: "other")
        for name in ["12:00", "12:01", "12:02"] { cache.insert(surface(), for: picture(name), versionOf: "clock") }
        #expect(cache.count == 4)
        #expect(cache.surface(for: picture("12:00")) == nil)
        for name in ["ground", "other", "12:01", "12:02"] { #expect(cache.surface(for: picture(name)) != nil) }
        // Going back to the version before and on again drops neither.
        cache.insert(surface(), for: picture("12:03"), versionOf: "clock")
        #expect(cache.surface(for: picture("12:01")) == nil)
        #expect(cache.byteCount == 4096)
    }
}
