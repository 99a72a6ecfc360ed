import Capture
import MediaCore

/// The eyes that see what leaves a box's HDMI socket, through a capture device of this machine.
package struct CaptureEyes: Eyes {
    package let name: String
    package let seesEveryFrame: Bool
    private let hub: CaptureHub

    /// Tries the device, so that a bench without eyes reports so before its scenarios run. A box that
    /// is off is no error: its signal comes when it is lit.
    ///
    /// - Parameter refreshRate: of the box's mode, in hertz
    package init(_ settings: CaptureSettings, refreshRate: Double) throws(CaptureError) {
        hub = CaptureHub(settings)
        var rate = settings.rate
        var path = settings.device
        do throws(CaptureError) {
            let device = try CaptureDevice(settings)
            (rate, path) = (device.rate, device.path)
        } catch .noSignal(let device) {
            path = device
        }
        name = "capture device \(path)"
        seesEveryFrame = rate >= refreshRate - 0.5
    }

    package func look(at gaze: Gaze) throws -> any Looking { try CaptureLook(hub, gaze) }
}
