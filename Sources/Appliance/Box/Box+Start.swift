import Commands
import Devices
import MediaCore
import Playback

extension Box {
    /// Returns as soon as the box gets round to it: a sign of its life.
    package func answer() {}

    /// Takes the devices, and plays.
    func start() throws {
        player.volume = Double(sound.level.volume) / 100
        player.isMuted = sound.level.isMuted
        player.soundDelay = sound.delay
        player.setNight(sound.isNight)
        stage.setOverscan(picture.overscan)
        stage.setCaptionStyle(captionControl.style)
        if let splash = stage.splash {
            errands.begin { [player, display = devices.display] in
                await splash.run {
                    player.fade(to: 1, pace: .zero)
                    display.wake()
                }
            }
        }
        try devices.sink.start(player.renderer)
        try devices.display.start(stage)
        tellTimeOfDay()
        // The last channel comes before all that it does not need.
        list(.start)
        for source in devices.keySources {
            do {
                try source.start()
            } catch {
                warn("input", "a key source did not start: \(error)")
            }
        }
        showSplash()
        readOverlays()
        warnOfState()
        recallFlips()
    }
}
