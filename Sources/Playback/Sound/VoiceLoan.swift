import Base

/// A voice lent by the mixer, with a count of the threads that write to it: it goes back when it was given up and the
/// last of them has ended.
final class VoiceLoan: Sendable {
    let voice: Voice
    private let mixer: AudioMixer
    private let state = Locked(State())

    private struct State {
        var writers = 0
        var isGivenUp = false
    }

    /// Borrows a voice; nil when the mixer has none left.
    init?(from mixer: AudioMixer) {
        guard let voice = mixer.takeVoice() else { return nil }
        self.voice = voice
        self.mixer = mixer
    }

    var isGivenUp: Bool { state.withLock { $0.isGivenUp } }

    /// Counts in a thread that will write to the voice; false when it was given up.
    func enter() -> Bool {
        state.withLock { state in
            if !state.isGivenUp { state.writers += 1 }
            return !state.isGivenUp
        }
    }

    /// Counts out a thread that has ended.
    func leave() {
        let isLast = state.withLock { state in
            state.writers -= 1
            return state.isGivenUp && state.writers == 0
        }
        if isLast { mixer.giveBack(voice) }
    }

    /// Gives the voice up: its sound fades away within a few milliseconds, its writers end soon. From any thread;
    /// never blocks.
    func giveUp() {
        let (isFirst, isIdle) = state.withLock { state in
            defer { state.isGivenUp = true }
            return (!state.isGivenUp, state.writers == 0)
        }
        guard isFirst else { return }
        voice.cancel()
        if isIdle { mixer.giveBack(voice) }
    }
}
