import Channels
import Devices
import Languages
import Layout
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
        for picture in Interface.warmUpPictures(size: screenSize) { await warmUp(with: picture) }
        loadFonts(for: [interface.look.catalogue.name])
    }

    /// Loads the fonts for texts that may be shown with the next key, where they have letters that none had before.
    ///
    /// A font of Han letters alone takes 8 MB, so none is loaded for letters that nobody has.
    func loadFonts(for texts: some Sequence<String>) {
        let samples = canvas.letters.take(from: texts)
        guard !samples.isEmpty else { return }
        errands.begin { [weak self] in for sample in samples { await self?.warmUp(with: sample) } }
    }

    private func warmUp(with sample: String) async {
        let pictures = inWords { Interface.warmUpPictures(of: sample, size: screenSize) }
        for picture in pictures { await warmUp(with: picture) }
    }

    private func warmUp(with picture: Picture) async {
        canvas.painter.warmUp(with: [picture])
        await Task.yield()
    }
}
