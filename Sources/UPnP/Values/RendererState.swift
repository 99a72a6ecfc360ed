/// The state of the renderer as the box tells it: what of that which was sent is on, how it plays, how loud.
package struct RendererState: Hashable, Sendable {
    /// AVTransport:1, 2.2.1.
    package enum Transport: String, Hashable, Sendable, CaseIterable {
        case stopped = "STOPPED"
        case playing = "PLAYING"
        /// On its way to the screen, or the viewer is asked.
        case transitioning = "TRANSITIONING"
        case paused = "PAUSED_PLAYBACK"
        case none = "NO_MEDIA_PRESENT"
    }

    /// What was sent that is on the screen, on its way there, or asked for; nil: nothing is.
    package var item: SentItem.ID?
    /// Meaningless without an item.
    package var transport = Transport.stopped
    /// Whether what was sent last could not be played, or the viewer did not want it.
    package var hasFailed = false
    /// In seconds.
    package var position: Double?
    package var duration: Double?
    package var canSeek = false
    package var canPause = false
    /// 0 … 100.
    package var volume = 0
    package var isMuted = false

    package init() {}
}

/// Something that a control point has sent.
package struct SentItem: Hashable, Sendable, Identifiable {
    /// From 1; never used again.
    package var id: Int
    package var uri: String
    /// As it was sent: it is told as it came.
    package var metadata: String
    package var about: DIDLItem

    package init(id: Int, uri: String, metadata: String) {
        (self.id, self.uri, self.metadata) = (id, uri, metadata)
        about = DIDLItem(metadata, of: uri)
    }
}

/// What a control point wants of the box.
package enum RendererOrder: Hashable, Sendable {
    /// Plays it, in place of what plays.
    case play(SentItem)
    /// Plays it after what was sent and plays; nil: nothing.
    case follow(SentItem?)
    case resume, pause, stop, next
    /// To a place, in seconds.
    case seek(Double)
    /// 0 … 100
    case volume(Int)
    case mute(Bool)
}
