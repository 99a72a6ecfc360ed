import Devices

/// Lets an input of the box be given up as a download is. What it gives can't be paused: what nobody takes is lost.
final class InputHandle: FetchHandle {
    private let input: any CaptureInput

    init(_ input: any CaptureInput) { self.input = input }

    func cancel() { input.cancel() }
    func pause() {}
    func resume() {}
}
