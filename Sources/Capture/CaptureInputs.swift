import Base
import Devices

/// The inputs of the box by the names that its owner gave them.
package struct CaptureInputs: InputLibrary {
    private struct Input: CaptureInput {
        let name: String
        let settings: InputSettings?
        let stopping: InputStop?

        func open() throws(DemuxError) -> any Demuxer {
            guard let settings else { throw .input(.unknown(name)) }
            guard let stopping else { throw .input(.unusable(name, reason: "the box has no descriptors left")) }
            return try InputDemuxer(name, settings, stopping: stopping)
        }

        func cancel() { stopping?.signal() }
    }

    private let settings: [String: InputSettings]

    package init(_ settings: [String: InputSettings]) { self.settings = settings }

    package func input(_ name: String) -> any CaptureInput {
        Input(name: name, settings: settings[name], stopping: try? InputStop())
    }

    package func devices() -> InputDevices {
        InputDevices(video: CaptureDevice.survey(), sound: SoundCapture.survey())
    }
}
