/// What is wired to the box and can be watched as a channel: HDMI inputs, cameras, inputs of sound. From any thread.
package protocol InputLibrary: Sendable {
    /// The input of this name, not yet open; one that is not there says so when it is opened.
    func input(_ name: String) -> any CaptureInput
    /// The devices that inputs can be made of, as they are now. Asks drivers: blocks for a moment.
    func devices() -> InputDevices
}

/// One input, while one item plays it.
package protocol CaptureInput: Sendable {
    /// Opens the input, which then captures; blocks for as long as its drivers take. Its packets are whole pictures and
    /// pieces of sound (`RawPicture`, `RawSound`) of the moment. What nobody takes in time is lost, and its time with it:
    /// the packets go on without a hole.
    func open() throws(DemuxError) -> any Demuxer
    /// Ends a `next` that waits, and all that follow. From any thread.
    func cancel()
}

/// Why nothing comes from an input.
package enum InputError: Error, Sendable, Hashable {
    /// No input has this name.
    case unknown(String)
    /// Nothing is plugged in, or it is off.
    case noSignal(String)
    /// The signal went, or its size or rate is another: it may be opened anew.
    case changed(String)
    /// It can't be used, for this reason: its device is not there, taken by another program, or gives no known format.
    case unusable(String, reason: String)

    /// What the owner calls the input.
    package var name: String {
        switch self {
        case .unknown(let name), .noSignal(let name), .changed(let name), .unusable(let name, _): name
        }
    }
}

extension InputError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknown(let name): "there is no input \(name): see [inputs.\(name)] in the configuration"
        case .noSignal(let name): "no signal at the input \(name): is what is plugged into it on?"
        case .changed(let name): "the signal at the input \(name) has changed or gone"
        case .unusable(let name, let reason): "the input \(name) can't be used: \(reason)"
        }
    }
}

/// A box without inputs.
package struct NoInputs: InputLibrary {
    private struct Missing: CaptureInput {
        let name: String
        func open() throws(DemuxError) -> any Demuxer { throw .input(.unknown(name)) }
        func cancel() {}
    }

    package init() {}

    package func input(_ name: String) -> any CaptureInput { Missing(name: name) }
    package func devices() -> InputDevices { InputDevices() }
}
