import Channels
import ControlProtocol
import Devices
import Logging
import MediaCore
import Playback
import Screens

/// Gives way to what matters more, and plays the test switches.
extension Box {
    func perform(_ effect: Interruption.Effect) {
        switch effect {
        case .pause: setPaused(true)
        case .resume: setPaused(false)
        case .began(let name):
            logger.notice("interrupted", metadata: ["by": "\(name ?? "-")"])
            publish(.interruption(InterruptionInfo(source: .request, what: .began, ducks: false, name: name)))
            if let name { tell(.track(TrackNotice(.words, name))) }
        case .ended(let name, let resumed):
            logger.notice("no longer interrupted", metadata: ["by": "\(name ?? "-")", "resumes": "\(resumed)"])
            publish(
                .interruption(
                    InterruptionInfo(source: .request, what: .ended, ducks: false, name: name, resumed: resumed)))
        }
    }

    func interrupt(_ request: InterruptRequest) throws(ControlError) {
        switch request.what {
        case .begin:
            if let name = request.name {
                guard (1...60).contains(name.count), !name.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
                    throw ControlError(
                        .badRequest, cause: "that is no name for it", nextStep: "give 1 to 60 letters on one line")
                }
            }
            let seconds = request.seconds ?? 3600
            guard (1...14_400).contains(seconds) else {
                throw ControlError(
                    .badRequest, cause: "it can't take \(seconds) s", nextStep: "give 1 to 14400 seconds")
            }
            let isPlaying = shownItem != nil && player.status?.isPaused != true && !tuner.isStandby
            tellInterruption(
                .begin(name: request.name, for: .seconds(seconds), playing: isPlaying ? shownItem : nil))
        case .end:
            guard interruption.isUnderWay else {
                throw ControlError(
                    .notNow, cause: "nothing interrupts", nextStep: "'hearthctl interrupt begin' does")
            }
            tellInterruption(.end(resumes: request.resume ?? true))
        }
    }

    /// Plays that the screen and the loudspeakers have gone, or are back.
    func simulate(_ route: SimulationRequest.Route) {
        var output = devices.display.output
        switch route {
        case .lost:
            output.isConnected = false
            handle(.outputChanged(output))
            handle(.deviceLost("simulated"))
        case .back:
            handle(.outputChanged(output))
            handle(.deviceBack(sound.device))
        }
    }
}
