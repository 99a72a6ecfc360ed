import Channels
import Devices
import MediaCore
import Paint
import Screens

/// What the box does by itself while it runs: tells the time, and loads fonts once.
extension Box {
    /// Tells the time of day until cancelled.
    func keepClock() async {
        while !Task.isCancelled {
            tell(.clock(WallClock.text()))
            tellTimeOfDay()
            try? await devices.clock.sleep(for: .seconds(10))
        }
    }

    /// Tells the gate the time, and how far behind it the channel is.
    func tellTimeOfDay() {
        if tuner.gate.policy.lockedHours != nil { steer(.timeOfDay(WallClock.minute)) }
        guard devices.guide != nil, tuner.gate.policy.looksAtProgrammes else { return }
        steer(.wallClock(WallClock.sinceEpoch))
        tellBehind()
    }

    /// Paints what loads fonts, a piece at a time, so that nothing waits for more than one.
    func warmUp() async {
        for picture in Interface.warmUpPictures(size: screenSize) {
            canvas.painter.warmUp(with: [picture])
            await Task.yield()
        }
    }
}
