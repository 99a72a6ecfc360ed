/// Other renderers in the house, and what plays on one of them for this box.
package struct RendererList: Codable, Sendable, Equatable {
    package struct Renderer: Codable, Sendable, Equatable {
        /// As its owner calls it.
        package var name: String
        package var model: String?
        /// What tells it from others: `uuid:…`
        package var id: String

        package init(name: String, model: String?, id: String) {
            (self.name, self.model, self.id) = (name, model, id)
        }
    }

    package var renderers: [Renderer]
    /// What was handed over; absent: nothing.
    package var handed: HandoffInfo?

    package init(renderers: [Renderer], handed: HandoffInfo?) {
        self.renderers = renderers
        self.handed = handed
    }
}

/// Something that this box had another renderer play, and how that goes.
package struct HandoffInfo: Codable, Sendable, Equatable {
    package enum Result: String, Codable, Sendable {
        /// It plays here.
        case local
        /// It plays there.
        case external
        /// It was ended there.
        case cancelled
    }

    package var result: Result
    package var title: String
    package var renderer: String
    /// As the renderer says: `PLAYING`, `PAUSED_PLAYBACK`, `STOPPED`, …; absent: it was not asked, or does not answer.
    package var state: String?
    package var position: Double?
    package var duration: Double?

    enum CodingKeys: String, CodingKey {
        case result, title, renderer, state
        case position = "position_s"
        case duration = "duration_s"
    }

    package init(_ result: Result, title: String, renderer: String) {
        (self.result, self.title, self.renderer) = (result, title, renderer)
    }
}

/// Hands what is on, or a channel, to another renderer in the house; or commands what was handed over. One of them.
package struct HandoffRequest: Codable, Sendable, Equatable {
    package enum Command: String, Codable, Sendable, CaseIterable {
        case pause, resume
        /// Ends it there; it is not brought back.
        case stop
        /// Brings it back, at the place where it is.
        case back
    }

    /// The name or the id of the renderer.
    package var to: String?
    /// With `to`: a channel's number, name or id; absent: what is on.
    package var channel: String?
    package var command: Command?
    /// 0 … 100
    package var volume: Int?
    /// Goes to this place.
    package var seek: Double?

    enum CodingKeys: String, CodingKey {
        case to, channel, command, volume
        case seek = "seek_s"
    }

    package init() {}
}
