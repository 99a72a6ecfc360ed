import Base
import Devices
import MediaCore

/// An input of the box that gives what a test hands it.
final class ScriptedInput: InputLibrary {
    private struct State {
        var packets: [Packet] = []
        var fault: InputError?
        var isCancelled = false
        var opened: [String] = []
        /// Whether a demuxer waits for more.
        var isWaiting = false
    }

    private let state = Monitor(State())
    /// The tracks that it has.
    private let tracks: [Track]

    init(hasSound: Bool = true) {
        let picture = Track(id: 0, codec: .video(.raw), size: Self.size)
        tracks = [picture] + (hasSound ? [Track(id: 1, codec: .audio(.raw), sampleRate: 48_000, channels: 2)] : [])
    }

    static let size = PixelSize(width: 64, height: 36)

    /// The names by which it was opened.
    var opened: [String] { state.withLock { $0.opened } }

    /// Whether all that was given has been taken, and what came of it passed on.
    var isTaken: Bool { state.withLock { $0.packets.isEmpty && $0.isWaiting } }

    /// Gives a picture that lasts 40 ms.
    func picture(at time: MediaTime) {
        push(0, time, .milliseconds(40), RawPicture(Self.frame(at: time)))
    }

    /// Gives 20 ms of a steady level.
    func sound(at time: MediaTime) {
        push(1, time, .milliseconds(20), RawSound([Float](repeating: 0.25, count: 960 * 2)))
    }

    /// Ends what is open so; nil: what is opened next works again.
    func fail(_ fault: InputError?) { state.update { $0.fault = fault } }

    func devices() -> InputDevices { InputDevices() }

    func input(_ name: String) -> any CaptureInput { Opening(name: name, owner: self) }

    private func push(_ track: Int, _ time: MediaTime, _ duration: Duration, _ payload: any PacketPayload) {
        let packet = Packet(
            track: track, presentation: time, decode: time, duration: duration, isKey: true, payload: payload)
        state.update { state in
            state.packets.append(packet)
            state.isWaiting = false
        }
    }

    private static func frame(at time: MediaTime) -> VideoFrame {
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: size.width * size.height * 3 / 2)
        memory.initialize(repeating: 128, count: size.width * size.height * 3 / 2)
        let chroma = UnsafePointer(memory + size.width * size.height)
        // Freed once, by whoever releases the frame last.
        nonisolated(unsafe) let owned = memory
        return VideoFrame(
            size: size, format: .nv12, presentation: time, duration: .milliseconds(40),
            planes: [
                VideoFrame.Plane(base: memory, stride: size.width), VideoFrame.Plane(base: chroma, stride: size.width),
            ]
        ) { owned.deallocate() }
    }

    private struct Opening: CaptureInput {
        let name: String
        let owner: ScriptedInput

        func open() throws(DemuxError) -> any Demuxer {
            let fault = owner.state.withLock { state in
                state.opened.append(name)
                return state.fault
            }
            if let fault { throw .input(fault) }
            return Reading(owner: owner)
        }

        func cancel() { owner.state.update { $0.isCancelled = true } }
    }

    private final class Reading: Demuxer {
        private let owner: ScriptedInput
        private var hasTold = false

        init(owner: ScriptedInput) { self.owner = owner }

        func next() throws(DemuxError) -> DemuxEvent {
            guard hasTold else {
                hasTold = true
                return .tracks(owner.tracks)
            }
            let result: Result<Packet, DemuxError> = owner.state.wait { state in
                if state.isCancelled { return .failure(.cancelled) }
                if let fault = state.fault { return .failure(.input(fault)) }
                state.isWaiting = state.packets.isEmpty
                return state.packets.isEmpty ? nil : .success(state.packets.removeFirst())
            }
            return .packet(try result.get())
        }
    }
}
