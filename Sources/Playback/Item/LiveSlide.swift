import MediaCore

/// Decides where a hidden live item should begin: at the newest key frame that is not later than where a viewer
/// would be now. A value without a clock.
package struct LiveSlide: Sendable, Hashable {
    /// The state of a hidden item.
    package struct Input: Sendable, Hashable {
        /// The place where it would be played now.
        package var target: MediaTime
        /// The place where it would begin, if it were revealed now; nil: not yet known.
        package var begin: MediaTime?
        /// The presentation times of key frames that wait for the decoder, in order.
        package var keys: [MediaTime] = []
        /// Whether it has pictures; sound alone can begin anywhere.
        package var hasPicture = true
        /// The time up to which all that is played is there; nil: nothing is.
        package var reach: MediaTime?
        /// The end of all media that has come; nil: unknown, or it does not come in segments.
        package var loaded: MediaTime?
        /// The longest duration of a segment.
        package var segment: Duration
        /// The media that must be there from a key frame on: enough to begin without a stall.
        package var reserve: Duration = .milliseconds(700)

        package init(target: MediaTime, segment: Duration) {
            self.target = target
            self.segment = segment
        }
    }

    package enum Decision: Sendable, Hashable {
        case stay
        /// Begin at this key frame, and drop what lies before it.
        case slide(to: MediaTime)
        /// Go on from where a new viewer would join: all that came is past, and so is what would come next.
        case catchUp
    }

    /// The shortest step worth moving sound alone.
    package static let step: Duration = .seconds(1)

    package static func decide(_ input: Input) -> Decision {
        if let loaded = input.loaded, input.target - loaded > input.segment + .seconds(1) { return .catchUp }
        guard let reach = input.reach else { return .stay }
        let latest = min(input.target, reach - input.reserve)
        guard input.hasPicture else {
            guard let begin = input.begin, latest - begin >= step else { return .stay }
            return .slide(to: latest)
        }
        guard let key = input.keys.last(where: { $0 <= latest }) else { return .stay }
        if let begin = input.begin, key <= begin { return .stay }
        return .slide(to: key)
    }
}
