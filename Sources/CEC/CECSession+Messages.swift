import CEvdev
import Devices
import MediaCore

/// Handles received messages, one by one (HDMI 1.4 CEC table 7 ff.).
extension CECSession {
    /// The reason for which a message is refused (table 29, "Abort Reason").
    private enum Refusal: UInt8 {
        case unrecognised = 0
        case wrongMode = 1
        case invalidOperand = 3
    }

    mutating func heard(_ frame: CECFrame) {
        log.append(
            CECLogEntry(time: now, kind: .received, frame: frame.logged, meaning: frame.description))
        guard let line, frame.isBroadcast || frame.destination == line.logicalAddress, let code = frame.opcode else {
            return
        }
        // This is an echo of our own, by a looped bus or an address that was taken.
        guard frame.initiator != line.logicalAddress else { return }
        guard let opcode = CECOpcode(rawValue: code) else { return refuse(frame, .unrecognised) }
        // A message for all that came to one device, or the other way round, is to be ignored (12.2).
        guard opcode.isForEither || opcode.isForAll == frame.isBroadcast else { return }
        scanHeard(frame)
        switch opcode {
        case .activeSource:
            if frame.initiator == CECAddress.television { television = .on }
            if let address = frame.physicalAddress() { shown(address) }
        case .requestActiveSource: askedForSource()
        case .setStreamPath:
            guard frame.initiator == CECAddress.television, let address = frame.physicalAddress() else { return }
            television = .on
            if address == line.physicalAddress { chosen(by: opcode) } else { shown(address) }
        case .routingChange:
            if frame.initiator == CECAddress.television { television = .on }
            if let address = frame.physicalAddress(at: 2) { routed(to: address, by: opcode) }
        case .routingInformation: if let address = frame.physicalAddress() { routed(to: address, by: opcode) }
        case .standby: standbyHeard(frame)
        case .userControlPressed: keyPressed(frame)
        case .userControlReleased: actions += keys.release(at: now).map { .key($0) }
        case .reportPowerStatus: powerReported(frame)
        case .setMenuLanguage: languageSet(frame)
        case .setSystemAudioMode, .systemAudioModeStatus: systemAudioReported(frame)
        case .reportAudioStatus: audioReported(frame)
        case .reportPhysicalAddress:
            // An AVR that has just come.
            if frame.initiator == CECAddress.audioSystem, !hasSystemAudio {
                send(.giveSystemAudioModeStatus, to: CECAddress.audioSystem, because: .question)
            }
        default:
            guard !line.answeredBelow.contains(opcode) else { return followBelow(frame, opcode) }
            answer(frame, opcode)
        }
    }

    // MARK: Answers

    private mutating func answer(_ frame: CECFrame, _ opcode: CECOpcode) {
        switch opcode {
        case .giveDevicePowerStatus: reply(.reportPowerStatus, [isStandby ? 1 : 0], to: frame)
        // Some TVs send keys only to a device that reports an active menu.
        case .menuRequest: reply(.menuStatus, [0], to: frame)
        case .giveDeckStatus: deckStatusAsked(frame)
        case .play: play(frame)
        case .deckControl: controlDeck(frame)
        case .giveOSDName: reply(.setOSDName, Array(settings.osdName.utf8.prefix(14)), to: frame)
        case .getCECVersion: reply(.cecVersion, [5], to: frame)
        case .givePhysicalAddress:
            guard let address = line?.physicalAddress else { return refuse(frame, .wrongMode) }
            // The 4 means a playback device (table 29, "Device Type").
            send(
                .reportPhysicalAddress, to: CECAddress.broadcast, [UInt8(address >> 8), UInt8(address & 0xff), 4],
                because: .answer(to: opcode))
        default: if !opcode.isReport { refuse(frame, .unrecognised) }
        }
    }

    /// Handles a message that was answered below already: it still has a meaning for the box.
    private mutating func followBelow(_ frame: CECFrame, _ opcode: CECOpcode) {
        switch opcode {
        case .play:
            if let code = frame.operands.first.flatMap(CECKeyTranslation.code(forPlayMode:)) { tap(Int32(code)) }
        case .deckControl: if let code = deckKey(frame) { tap(code) }
        default: break
        }
    }

    private mutating func reply(_ opcode: CECOpcode, _ operands: [UInt8], to frame: CECFrame) {
        // A device without an address can't be answered: its number is that of all.
        guard frame.initiator != CECAddress.broadcast, let asked = frame.opcode.flatMap(CECOpcode.init(rawValue:))
        else {
            return
        }
        send(opcode, to: frame.initiator, operands, because: .answer(to: asked))
    }

    /// Refuses a message. A broadcast is never refused (12.3), nor a refusal, nor one from a device
    /// without an address.
    private mutating func refuse(_ frame: CECFrame, _ reason: Refusal) {
        guard !frame.isBroadcast, frame.initiator != CECAddress.broadcast, let code = frame.opcode,
            code != CECOpcode.featureAbort.rawValue, line?.refusesBelow != true
        else { return }
        send(.featureAbort, to: frame.initiator, [code, reason.rawValue], because: .refusal)
    }

    // MARK: The deck

    private mutating func deckStatusAsked(_ frame: CECFrame) {
        switch frame.operands.first {
        case 1?:
            if frame.initiator != CECAddress.broadcast { deckFollower = frame.initiator }
            reply(.deckStatus, [deckInfo], to: frame)
        case 2?: deckFollower = nil
        case 3?: reply(.deckStatus, [deckInfo], to: frame)
        default: refuse(frame, .invalidOperand)
        }
    }

    private mutating func play(_ frame: CECFrame) {
        guard let code = frame.operands.first.flatMap(CECKeyTranslation.code(forPlayMode:)) else {
            return refuse(frame, .invalidOperand)
        }
        tap(Int32(code))
    }

    private mutating func controlDeck(_ frame: CECFrame) {
        guard let code = deckKey(frame) else { return refuse(frame, .invalidOperand) }
        guard deck != .stopped else { return refuse(frame, .wrongMode) }
        tap(code)
    }

    /// The key for a deck control: table 29, "Deck Control Mode": skip forward, skip back, stop, eject.
    private func deckKey(_ frame: CECFrame) -> Int32? {
        switch frame.operands.first {
        case 1?: KEY_NEXTSONG
        case 2?: KEY_PREVIOUSSONG
        case 3?, 4?: KEY_STOPCD
        default: nil
        }
    }

    private mutating func tap(_ code: Int32) {
        actions += keys.tap(code, at: now).map { .key($0) }
    }

    // MARK: Keys

    private mutating func keyPressed(_ frame: CECFrame) {
        let events = keys.press(frame.operands, at: now)
        actions += events.map { .key($0) }
        guard events.contains(where: { $0.phase == .press }) else { return }
        // TVs send Power Off and Power On by themselves when they go off and on: no hand is behind
        // those.
        guard let code = frame.operands.first, code != 0x6c, code != 0x6d else { return }
        policy.pressed(at: now)
        // A TV sends its remote's keys to what it shows; power and volume may be anybody's.
        if memory != nil, frame.initiator == CECAddress.television, CECEffect(of: frame) == .unknown {
            televisionIsOn()
        }
    }

    // MARK: Power, language

    private mutating func standbyHeard(_ frame: CECFrame) {
        if frame.isBroadcast || frame.initiator == CECAddress.television {
            return televisionIsOff(isNews: television != .standby)
        }
        if settings.televisionOff == .standby, !isStandby { actions.append(.order(.standBy)) }
    }

    private mutating func powerReported(_ frame: CECFrame) {
        guard frame.initiator == CECAddress.television, let power = frame.operands.first else { return }
        switch power {
        case 0: televisionIsOn()
        case 2: television = .on
        // Where it is not known what it was before, it has not gone off now.
        case 1, 3: televisionIsOff(isNews: television == .on)
        default: break
        }
    }

    private mutating func languageSet(_ frame: CECFrame) {
        guard frame.initiator == CECAddress.television, frame.operands.count == 3,
            frame.operands.allSatisfy({ (0x61...0x7a).contains($0 | 0x20) })
        else { return }
        menuLanguage = String(decoding: frame.operands.map { $0 | 0x20 }, as: UTF8.self)
    }

    // MARK: The AVR

    private mutating func systemAudioReported(_ frame: CECFrame) {
        guard frame.initiator == CECAddress.audioSystem, let mode = frame.operands.first, mode <= 1 else { return }
        let began = mode == 1 && !hasSystemAudio
        hasSystemAudio = mode == 1
        if began { send(.giveAudioStatus, to: CECAddress.audioSystem, because: .question) }
    }

    private mutating func audioReported(_ frame: CECFrame) {
        guard frame.initiator == CECAddress.audioSystem, let status = frame.operands.first else { return }
        isMuted = status & 0x80 != 0
        let level = Int(status & 0x7f)
        volume = level <= 100 ? level : nil
    }
}

extension CECLineFacts {
    /// Whether libcec refuses unsupported messages before anybody else hears of them.
    fileprivate var refusesBelow: Bool { answeredBelow.contains(.vendorCommand) }
}
