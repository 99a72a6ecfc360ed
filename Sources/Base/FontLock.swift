/// Lets one thread at a time use Cairo's fonts, of which there is one store for the whole process.
///
/// Cairo 1.16 gives a font that its last user drops to whoever asks for it in that moment, and then ends the program as
/// the font is in use (`cairo_scaled_font_destroy`, "! scaled_font->cache_frozen"): eight threads that take and drop three
/// sizes of a font see it within a second. So whatever takes, uses or drops fonts holds this: setting and measuring text,
/// ending a context that has drawn some, and ending a font map. It is held for one text, so that nobody waits for
/// another's screen.
package enum FontLock {
    private static let mutex = InheritingMutex()

    package static func hold<Result>(_ body: () throws -> Result) rethrows -> Result {
        mutex.lock()
        defer { mutex.unlock() }
        return try body()
    }
}
