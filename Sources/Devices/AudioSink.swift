import MediaCore

/// A sound card, or a model of one. It runs from `start` to `stop` without a break: silence is
/// rendered like any sound, so that a channel flip restarts nothing and clicks nowhere.
package protocol AudioSink: AnyObject, Sendable {
    var events: AsyncStream<AudioSinkEvent> { get }
    var statistics: AudioSinkStatistics { get }

    /// Starts the sink's thread; once in a sink's life. A sink without a card starts too: it renders at the host
    /// clock's pace into nothing until a card is there, so that the picture goes on.
    func start(_ renderer: any AudioRenderer) throws
    /// Stops the sink; returns when the thread has ended and the device is released.
    func stop()
}

/// The source of a sink's sound. Called on the sink's real-time thread: no allocation, lock, log or await.
package protocol AudioRenderer: AnyObject, Sendable {
    /// Fills `buffer` (interleaved, `format.channels` floats a frame) to its end, with silence where
    /// there is nothing to play.
    ///
    /// - Parameter presentation: when the first frame of `buffer` leaves the loudspeaker, by the
    ///   device's own timestamps. Successive calls tell how fast the device's clock really runs. It
    ///   jumps when the device ran dry, was lost or came back; `format` may change then too.
    func render(
        into buffer: UnsafeMutableBufferPointer<Float>, format: AudioFormat, presentation: HostTime)
}

package enum AudioSinkEvent: Sendable, Hashable {
    case started(device: String, AudioFormat, latency: Duration)
    /// The device ran dry `total` times so far.
    case underrun(total: UInt64)
    /// The device was unplugged, or not there at `start`: the name and the reason.
    case deviceLost(String)
    case deviceBack(String)
}

/// Figures counted since `start`.
package struct AudioSinkStatistics: Sendable, Hashable {
    package var framesPlayed: UInt64 = 0
    package var underruns: UInt64 = 0
    /// The time between rendering a frame and hearing it.
    package var latency: Duration = .zero

    package init() {}
}
