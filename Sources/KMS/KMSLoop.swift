import Base
import CDRM
import Compositing
import Devices
import Glibc
import Logging
import MediaCore

/// Runs the display's thread: asks for a scene before each vblank, commits it, and reports when it was seen.
final class KMSLoop {
    private struct Flip {
        var scene: Scene
        var vblank: VBlank
        /// The time by which the event must come; otherwise the screen hangs.
        var deadline: HostTime
    }

    /// Nil: there is none now, and `search` waits for one.
    private var device: KMSDevice?
    private let shared: KMSShared
    private let source: any SceneSource
    private let configuration: KMSDisplay.Configuration
    private let log: Logger
    private let clock = MonotonicClock()
    private let hotplug = HotplugMonitor()
    private let nodes: DeviceNodes?
    private var search: DeviceSearch

    private var output: KMSOutput?
    /// The output before the last mode change, until the new mode is on: freeing what is scanned out
    /// turns the screen dark.
    private var retired: KMSOutput?
    private var prediction: VBlankPrediction
    private var lead = SceneLead(reserve: .milliseconds(4))
    private var flip: Flip?
    /// The time before which the source has nothing new, unless it wakes the display.
    private var rest = HostTime.zero
    private var isOwner = true
    /// The scene for which the driver was too busy.
    private var retry: Scene?
    /// The vblank last asked for: the source is not asked again before it.
    private var askAfter = HostTime.zero
    private var ownershipRetry = HostTime.zero
    private var mustProbe = true
    /// The content's rate for which the mode was chosen.
    private var frameRate: Double?
    /// The mode for when there is no content to follow.
    private var homeMode: DisplayMode?
    /// The TV's connector as of the last query; nil: none.
    private var connector: KMSDevice.Connector?
    /// Whether the next commit changes the mode.
    private var changesMode = false

    /// - Parameter device: nil: there is none yet
    init(
        _ device: KMSDevice?, _ shared: KMSShared, _ source: any SceneSource, _ configuration: KMSDisplay.Configuration,
        log: Logger
    ) {
        self.device = device
        self.shared = shared
        self.source = source
        self.configuration = configuration
        self.log = log
        nodes = try? DeviceNodes(KMSDevice.folders(configuration.device))
        search = DeviceSearch(trouble: device == nil ? shared.output.trouble ?? "no KMS device" : nil)
        prediction = VBlankPrediction(at: clock.now, refreshRate: 60)
    }

    func run() {
        if nodes == nil { log.error("a screen that comes later won't be seen", metadata: ["reason": "no inotify"]) }
        if let trouble = search.trouble { log.notice("no screen yet", metadata: ["reason": "\(trouble)"]) }
        searched(.watching)
        while !shared.isStopping {
            let deadline = step()
            wait(until: deadline)
        }
    }

    /// Does what can be done now.
    ///
    /// - Returns: when to come back at the latest; nil when only an event brings something new.
    private func step() -> HostTime? {
        for time in device?.readFlips() ?? [] { finish(at: time) }
        if let flip {
            guard clock.now > flip.deadline else { return flip.deadline }
            lose(flip)
        }
        if !isOwner { regainOwnership() }
        if isOwner, mustProbe { probe() }
        if isOwner, frameRate != shared.frameRate { followFrameRate() }

        if rest > .zero {
            let isIdle = rest == .distantFuture
            if shared.takeWake() {
                if isIdle { resynchronise() }
            } else if isIdle {
                return isOwner ? nil : ownershipRetry
            } else {
                let vblank = prediction.first(from: rest)
                let due = vblank.time - lead.lead(interval: vblank.interval)
                if clock.now < due { return due }
            }
            rest = .zero
        }
        if clock.now < askAfter { return askAfter }
        let vblank = prediction.next(after: clock.now, margin: .milliseconds(1))
        let asked = clock.now
        let due = vblank.time - lead.lead(interval: vblank.interval)
        if asked < due { return due }
        askAfter = vblank.time
        if let scene = retry {
            retry = nil
            show(scene, at: vblank)
        } else {
            switch source.scene(for: vblank, on: shared.output) {
            case .show(let scene, let until):
                show(scene, at: vblank)
                if retry == nil { rest = until }
                lead.made(in: clock.now - asked)
            case .unchanged(let until): rest = until
            case .idle: rest = .distantFuture
            }
        }
        // A source that rests is not asked again, unless it was woken meanwhile: look before sleeping.
        return flip?.deadline ?? (rest > .zero ? clock.now : askAfter)
    }

    private func show(_ scene: Scene, at vblank: VBlank) {
        guard isOwner, let output else {
            source.presented(
                PresentationFeedback(tag: scene.tag, time: vblank.time, sequence: vblank.sequence, wasSkipped: true))
            return
        }
        do throws(KMSError) {
            let result = try output.commit(scene)
            shared.count {
                $0.commits += 1
                $0.scannedOutDirectly += result.isDirect ? 1 : 0
                $0.composed += result.isDirect ? 0 : 1
                $0.modeSets += changesMode ? 1 : 0
            }
            changesMode = false
            flip = Flip(scene: scene, vblank: vblank, deadline: clock.now + .seconds(2))
        } catch .failed(_, let errno) where errno == EACCES || errno == EPERM {
            isOwner = false
            retry = scene
            ownershipRetry = clock.now + .milliseconds(500)
            log.notice("another program has the screen", metadata: ["device": "\(deviceName)"])
            shared.events.yield(.ownershipLost)
        } catch .failed(_, let errno) where errno == EBUSY {
            retry = scene
        } catch {
            defer { checkPresence() }
            log.error(
                "a scene could not be shown", metadata: [RepeatedLine.about: "\(deviceName)", "reason": "\(error)"])
            shared.events.yield(.degraded("\(error)"))
            output.forgetState()
            source.presented(
                PresentationFeedback(tag: scene.tag, time: vblank.time, sequence: vblank.sequence, wasSkipped: true))
        }
    }

    private func finish(at time: HostTime) {
        prediction.saw(time)
        guard let flip else { return }
        self.flip = nil
        retired = nil
        // The source is asked again from this time on, whatever was predicted before.
        askAfter = time
        let isLate = time > flip.vblank.time + flip.vblank.interval / 2
        if isLate {
            shared.count { $0.missedVBlanks += 1 }
            lead.missed(interval: flip.vblank.interval)
        }
        shared.show(flip.scene)
        source.presented(
            PresentationFeedback(tag: flip.scene.tag, time: time, sequence: prediction.sequence))
    }

    /// Handles a flip whose event never came: the screen went away under it.
    private func lose(_ flip: Flip) {
        self.flip = nil
        log.warning(
            "a page flip did not complete", metadata: [RepeatedLine.about: "\(deviceName)", "device": "\(deviceName)"])
        shared.events.yield(.degraded("a page flip did not complete"))
        source.presented(
            PresentationFeedback(
                tag: flip.scene.tag, time: flip.vblank.time, sequence: flip.vblank.sequence, wasSkipped: true))
        output?.forgetState()
        mustProbe = true
        checkPresence()
    }

    private func regainOwnership() {
        guard clock.now >= ownershipRetry else { return }
        ownershipRetry = clock.now + .milliseconds(500)
        guard device?.takeOwnership() == true else { return }
        isOwner = true
        mustProbe = true
        output?.forgetState()
        retry = retry ?? shared.scene
        rest = .zero
        log.notice("the screen is ours again", metadata: ["device": "\(deviceName)"])
        shared.events.yield(.ownershipRegained)
    }

    // MARK: - Devices come and go

    private func searched(_ event: DeviceSearch.Event) {
        for effect in search.handle(event) {
            switch effect {
            case .look: look()
            case .tell(let trouble): shared.change(trouble: trouble)
            }
        }
    }

    private func look() {
        do throws(KMSError) {
            let found = try KMSDevice.find(configuration.device)
            log.notice("a screen has come", metadata: ["device": "\(found.path) (\(found.driver))"])
            device = found
            mustProbe = true
            rest = .zero
            searched(.found)
        } catch {
            searched(.missing("\(error)"))
        }
    }

    /// A device that was unplugged, or whose driver made room for another's, answers nothing any more.
    private func checkPresence() {
        guard let device, device.isGone else { return }
        log.notice("the screen is gone", metadata: ["device": "\(deviceName)"])
        if let flip {
            source.presented(
                PresentationFeedback(
                    tag: flip.scene.tag, time: flip.vblank.time, sequence: flip.vblank.sequence, wasSkipped: true))
        }
        (flip, retry, output, retired, connector, homeMode) = (nil, nil, nil, nil, nil, nil)
        if !isOwner { shared.events.yield(.ownershipRegained) }
        (isOwner, rest) = (true, .zero)
        self.device = nil
        searched(.gone("\(device.path) is gone"))
    }

    private var deviceName: String { device.map { "\($0.path) (\($0.driver))" } ?? "none" }

    // MARK: - TVs come and go

    private func probe() {
        mustProbe = false
        frameRate = shared.frameRate
        guard let device else { return }
        let connectors = device.connectors()
        // Take the connector that is lit already, else the first with a TV.
        let connected = connectors.filter(\.isConnected)
        guard let connector = connected.first(where: { $0.currentCRTC != 0 }) ?? connected.first else {
            guard shared.output.isConnected || output != nil else { return }
            var gone = shared.output
            gone.isConnected = false
            output = nil
            homeMode = nil
            self.connector = nil
            log.notice("the TV is gone", metadata: ["output": "\(gone.name)"])
            shared.change(output: gone)
            rest = .zero
            return
        }
        self.connector = connector
        tryToLight(connector)
    }

    /// Changes the mode to follow the content's rate. The TV is not queried for that, as it takes long (its
    /// EDID is read anew).
    private func followFrameRate() {
        frameRate = shared.frameRate
        if let connector { tryToLight(connector) }
    }

    private func tryToLight(_ connector: KMSDevice.Connector) {
        do throws(KMSError) {
            try light(connector)
        } catch {
            defer { checkPresence() }
            log.error("the TV can't be lit", metadata: ["connector": "\(connector.name)", "reason": "\(error)"])
            shared.events.yield(.degraded("\(error)"))
        }
    }

    private func light(_ connector: KMSDevice.Connector) throws(KMSError) {
        guard let device else { return }
        let possible = device.crtcs.indices.filter { connector.possibleCRTCs >> UInt32($0) & 1 == 1 }
        guard let index = possible.first(where: { device.crtcs[$0] == connector.currentCRTC }) ?? possible.first
        else {
            throw .failed(call: "find a CRTC for \(connector.name)", errno: ENODEV)
        }
        let lit = device.litTiming(of: device.crtcs[index]).map { KMSDevice.mode($0) }
        // Once content was followed, the lit mode is no longer the one the screen was found in.
        let kept = homeMode ?? lit
        let current = kept.flatMap { kept in connector.modes.firstIndex { $0.isSameTiming(as: kept) } }
        let now = lit.flatMap { lit in connector.modes.firstIndex { $0.isSameTiming(as: lit) } }
        guard
            let mode = DisplayMode.choose(
                from: connector.modes, current: current, setting: configuration.mode, frameRate: frameRate, lit: now)
        else { return }
        let wanted = connector.modes[mode]
        homeMode = DisplayMode.choose(from: connector.modes, current: current, setting: configuration.mode).map {
            connector.modes[$0]
        }
        if let output, output.crtc == device.crtcs[index], output.description.size == wanted.size,
            abs(output.description.refreshRate - wanted.refreshRate) < 0.01
        {
            shared.change(output: output.description)
            return
        }
        let new = try KMSOutput(device, connector, crtcIndex: index, mode: mode)
        retired = output
        output = new
        changesMode = lit.map { !wanted.isSameTiming(as: $0) } ?? true
        prediction.change(refreshRate: wanted.refreshRate)
        resynchronise()
        log.notice(
            "driving a TV",
            metadata: [
                "output": "\(new.description.name)", "mode": "\(wanted.size)@\(wanted.refreshRate)",
                "device": "\(deviceName)",
            ])
        let isReplug = shared.scene != nil
        shared.change(output: new.description)
        if isReplug { retry = retry ?? shared.scene }
        rest = .zero
    }

    /// Corrects the vblank prediction, as one made long ago has drifted.
    private func resynchronise() {
        guard let output, let vblank = device?.lastVBlank(of: output.crtc), vblank <= clock.now else { return }
        prediction.saw(vblank)
    }

    // MARK: - Waiting

    private func wait(until deadline: HostTime?) {
        var milliseconds: Int32 = -1
        if let deadline {
            let left = (deadline - clock.now).nanoseconds
            milliseconds = Int32(clamping: max(0, left.addingSaturating(999_999) / 1_000_000))
        }
        var descriptors = [
            pollfd(fd: shared.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: device?.raw ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: hotplug?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: nodes?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&descriptors, 4, milliseconds) > 0 else { return }
        if descriptors[0].revents != 0 { shared.drain() }
        if descriptors[2].revents != 0, hotplug?.drain() == true {
            mustProbe = true
            // A new node can't be opened before the kernel has made all of the device: its connectors come last.
            searched(.nodesChanged)
        }
        // A dead descriptor is always ready.
        if descriptors[1].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { checkPresence() }
        if descriptors[3].revents != 0 {
            nodes?.drain()
            checkPresence()
            searched(.nodesChanged)
        }
    }
}
