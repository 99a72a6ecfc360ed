import Devices
import Glibc

extension Player {
    /// Makes another player, whose sound is mixed with this one's.
    ///
    /// - Parameter fetcher: what it loads by
    package func beside(_ fetcher: any Fetcher) -> Player {
        Player(library: library, fetcher: fetcher, clock: clock, mixer: mixer)
    }

    /// Plays a short sound over what plays, which becomes quieter meanwhile.
    ///
    /// - Parameter decibels: by so much quieter, 0…60
    /// - Returns: false while another one plays
    package func announce(_ sound: WaveFile, quieter decibels: Double) -> Bool {
        let quieter = min(60, max(0, decibels.isNaN ? 0 : decibels))
        return mixer.announcement.begin(sound.samples, duck: Float(pow(10, -quieter / 20)))
    }

    /// Whether an announcement is heard.
    package var isAnnouncing: Bool { mixer.announcement.isPlaying }

    /// Lets the announcement fade out.
    package func stopAnnouncement() { mixer.announcement.stop() }

    /// Gives back the memory of an announcement that is over.
    ///
    /// - Returns: whether it was stopped before its end
    package func tidyAnnouncement() -> Bool {
        let wasStopped = mixer.announcement.wasStopped
        mixer.announcement.tidy()
        return wasStopped
    }

    /// Says words over all that is heard, in place of those that are being said.
    package func speak(_ words: WaveFile) { mixer.words.say(words.samples) }

    /// Lets what is being said fade out.
    package func hush() { mixer.words.hush() }
}
