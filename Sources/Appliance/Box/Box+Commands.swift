import Channels
import Commands
import ControlProtocol
import Devices
import HLS
import Logging
import MediaCore
import Overlays
import Playback
import Screens
import Store

extension Box {
    /// The focus for the router: which layer has the keys.
    var focus: Focus { tuner.isStandby ? .standby : interface.focus }

    /// The state of the box, as far as it decides which commands can be carried out.
    var situation: Situation {
        Situation(
            focus: focus, hasChannels: !tuner.lineup.channels.isEmpty, hasChannel: selectedChannel != nil,
            isPlaying: shownItem != nil, seekObstacle: nowPlaying.seekObstacle,
            breakObstacle: nowPlaying.breakObstacle, isLive: isLive,
            hasCorner: tuner.corner != nil)
    }

    private var isLive: Bool { nowPlaying.status?.window?.isLive ?? true }

    /// Carries out a command, or says why it can't be now. All doors lead here.
    ///
    /// - Parameter key: when the viewer pressed, or the request came
    @discardableResult
    package func perform(_ command: Command, key: HostTime) -> CommandResult {
        defer { nowPlayingMayDiffer() }
        if let obstacle = situation.obstacle(to: command) { return .notNow(obstacle) }
        if let result = takeBack(for: command) { return result }
        // What opens is not to stand over a question.
        if focus == .preview, Situation.opensLayer(command) { steer(.cancel(key: key)) }
        switch command {
        case .channelUp: return steer(.step(1, key: key))
        case .channelDown: return steer(.step(-1, key: key))
        case .next: return step(isForward: true, key)
        case .previous: return step(isForward: false, key)
        case .tuneLast:
            guard tuner.lastChannel != nil else { return .nothingToDo }
            return steer(.last(key: key))
        case .tune(let channel): return tune(channel, key)
        case .digit(let digit):
            if focus == .passcode || focus == .text {
                tell(.digit(digit))
                return .done
            }
            return steer(.digit(digit, key: key))
        case .preview(let target): return preview(target, key)
        case .play(let url): return play(url, key)
        case .move(let direction): return interfaceKey(.move(direction))
        case .confirm:
            return focus == .numberEntry || focus == .preview ? steer(.confirm(key: key)) : interfaceKey(.confirm)
        case .back: return back(key)
        case .showFavourites:
            return showOverlay(overlays.pages(in: .overlay).contains { $0.id == "favourites" } ? "favourites" : nil)
        case .showOverlay(let page): return showOverlay(page)
        case .showHint:
            tell(.hint(remotes.router.plan.hints))
            return .done
        case .showInfo:
            // In the guide and the search it tells of what has the focus there.
            if let (channel, start) = interface.guideFocus ?? interface.searchFocus {
                return showProgramme(channel, start: start)
            }
            return showInfo()
        case .showTransport: return shownItem == nil ? showInfo() : showTransport()
        case .showGuide: return showGuide()
        case .showChannels:
            openChannels()
            return .done
        case .page(let direction): return interfaceKey(.page(direction))
        case .showGroups:
            showGroups()
            return .done
        case .showSearch: return showSearch()
        case .showHome: return showHome()
        case .type(let text): return interfaceKey(.type(text))
        case .erase: return interfaceKey(.erase)
        case .showMenu:
            showMenu()
            return .done
        case .showSettings:
            openSettings()
            return .done
        case .showRenderers:
            openRenderers()
            return .done
        case .showVideo:
            // Of a number half typed, or a flip not begun, there is nothing to see but what says so.
            if focus == .numberEntry || focus == .preview { steer(.cancel(key: key)) }
            tell(.closeEverything)
            return .done
        case .retry:
            tell(.confirm)
            return .done
        case .playPause, .pause, .resume: return shownItem == nil ? startAgain(key) : setPaused(command)
        case .stop: return leave(.stop)
        case .skip(let step): return seek(.step(step))
        case .skipBack: return seek(.step(.zero - playout.search.step))
        case .skipForward: return seek(.step(playout.search.step))
        case .scrub(let notches): return seek(.hand(.turn(notches)))
        case .seek(let target): return seek(.go(target))
        case .startOver: return startOver()
        case .whatDidSheSay: return hearAgain()
        case .skipBreak: return skipBreak()
        case .speed(let speed): return setSpeed(speed)
        case .volumeUp: return passOn(.up, key) ?? set(.volume(sound.level.volume + 4))
        case .volumeDown: return passOn(.down, key) ?? set(.volume(sound.level.volume - 4))
        case .setVolume(let level): return set(.volume(level))
        case .toggleMute: return passOn(.mute, key) ?? set(.muted(!sound.level.isMuted))
        case .setMute(let muted): return set(.muted(muted))
        case .audio(let track): return choose { TrackPick(audio: track, of: $0) }
        case .subtitles(let track):
            tellSaidAgain(.chose)
            return choose { TrackPick(subtitles: track, of: $0) }
        case .picture(let choice): return choosePicture(choice)
        case .overscan(let percent): return lay(.overscan(Overscan(percent: percent)))
        case .soundDelay(let delay): return set(.delay(delay))
        case .night(let isOn): return set(.night(isOn))
        case .pip(let what): return perform(what, key)
        case .toggleDiagnostics: return showFigures(!figures.isPanelWanted)
        case .setDiagnostics(let shown): return showFigures(shown)
        case .toggleKeyTest:
            tellRemotes(.keyTest(remotes.keyTest == nil))
            return .done
        case .learnRemote: return learnRemote()
        case .togglePower where tuner.isStandby: return steer(.standby(false, key: key))
        case .togglePower, .standBy: return leave(.standby(key: key))
        case .wake: return steer(.standby(false, key: key))
        case .feedback(let feedback): return publish(feedback)
        case .resetPlayer: return resetPlayer()
        }
    }

    private func tune(_ target: Command.Channel, _ key: HostTime) -> CommandResult {
        guard let channel = tuner.lineup.channel(for: target) else { return .failed("there is no such channel") }
        return steer(.tune(channel.id, key: key))
    }

    private func preview(_ target: Command.Preview, _ key: HostTime) -> CommandResult {
        switch target {
        case .next: return steer(.preview(.step(1), key: key))
        case .previous: return steer(.preview(.step(-1), key: key))
        case .last: return tuner.lastChannel == nil ? .nothingToDo : steer(.preview(.last, key: key))
        case .channel(let named):
            guard let channel = tuner.lineup.channel(for: named) else { return .failed("there is no such channel") }
            return steer(.preview(.channel(channel.id), key: key))
        }
    }

    private func interfaceKey(_ event: InterfaceEvent) -> CommandResult {
        tell(event)
        return .done
    }

    /// Takes one thing back: a number half typed first, then the top layer, then a flip under way.
    private func back(_ key: HostTime) -> CommandResult {
        if focus == .numberEntry || focus == .preview { return steer(.cancel(key: key)) }
        guard interface.top != nil else { return .nothingToDo }
        tell(.back)
        return .done
    }

    private func setPaused(_ command: Command) -> CommandResult {
        let isPaused = player.status?.isPaused == true
        let pauses = command == .pause || (command == .playPause && !isPaused)
        // Who takes the remote decides.
        tellInterruption(.paused(pauses))
        guard pauses != isPaused else { return .nothingToDo }
        return setPaused(pauses)
    }

    /// Pauses or resumes what plays, whoever wants it.
    @discardableResult
    func setPaused(_ pauses: Bool) -> CommandResult {
        // What was paused too long is locked by now, and is not what goes on.
        let item = shownItem
        steer(.paused(pauses))
        guard shownItem == item else { return .done }
        if pauses { player.pause() } else { player.resume() }
        lookAtPlace()
        showBreak()
        devices.display.wake()
        publishState()
        if focus == .video || focus == .transport || focus == .offer || interface.showsTransport { _ = showTransport() }
        return .done
    }

    /// Tunes a stopped channel again; a channel that is on its way comes by itself.
    private func startAgain(_ key: HostTime) -> CommandResult {
        guard playState == .idle else { return .nothingToDo }
        return bringBack() ? .done : steer(.resume(key: key))
    }
}
