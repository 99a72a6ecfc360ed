/// The relation of a content's frames to the screen's vblanks.
package enum Cadence {
    /// Whether each frame is on the screen for the same number of vblanks: less than one frame in half a minute
    /// is out of step.
    package static func isEven(refreshRate: Double, framesPerSecond: Double) -> Bool {
        guard refreshRate.isFinite, framesPerSecond.isFinite, framesPerSecond >= 1, refreshRate >= 1 else {
            return false
        }
        let multiple = (refreshRate / framesPerSecond).rounded()
        return multiple >= 1 && abs(refreshRate / framesPerSecond - multiple) < 0.0005 * multiple
    }
}
