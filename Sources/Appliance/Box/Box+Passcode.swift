import Channels
import ControlProtocol
import Logging
import MediaCore
import Store

/// Changes the passcode, for who knows it and for root, and checks one that did not come from the prompt.
extension Box {
    /// Sets the passcode, or removes it.
    ///
    /// - Parameters:
    ///   - new: nil: there is to be none
    ///   - old: the one there is
    func changePasscode(to new: String?, old: String?, by caller: Caller) async throws {
        guard caller != .remote else {
            throw ControlError(
                .forbidden, cause: "no remote changes the passcode", nextStep: "use 'hearthctl passcode'")
        }
        if !caller.isAdministrator, try await journal.store.hasPasscode() {
            guard let old else {
                throw ControlError(
                    .locked, cause: "there is a passcode, and to change it takes that one",
                    nextStep: "give it; where it is forgotten, root needs none: sudo hearthctl passcode set")
            }
            try await checkPasscode(old)
        }
        try await journal.store.setPasscode(new)
        steer(.codesForgiven)
        steer(new.map { .passcodeSet(digits: $0.count) } ?? .passcodeCleared)
        warn("passcode", nil)
        var by = "who knew the old one, or set the first"
        if caller.isAdministrator, case .process(_, let id) = caller { by = "root, process \(id)" }
        logger.notice("the passcode was \(new == nil ? "removed" : "set")", metadata: ["by": "\(by)"])
    }

    /// Asks whether a channel may be watched, before anything leads there.
    ///
    /// - Returns: what came of it; `asked`: a code is asked for on the screen, and `events` tell what comes of that
    func authorize(_ target: TuneTarget) throws(ControlError) -> AuthorizationInfo {
        guard let channel = tuner.channel(target) else { throw BoxControl.noChannel }
        steer(.authorize(channel.id))
        if tuner.isAskingAhead, tuner.prompt?.id == channel.id {
            return AuthorizationInfo(channel: channel.id, result: .asked)
        }
        let result: Authorization =
            switch tuner.gate.decision(for: channel, at: now) {
            case .open: .granted
            case .never: .denied(.device)
            case .ask, .wait: .unavailable
            }
        return AuthorizationInfo(channel: channel.id, result: result)
    }

    /// Has the store check a code, through the throttle that the prompt has. Throws unless it is the right one.
    func checkPasscode(_ code: String) async throws {
        guard try await journal.store.hasPasscode() else {
            throw ControlError(.notNow, cause: "there is no passcode", nextStep: "'hearthctl passcode set' sets one")
        }
        switch tuner.obstacleToCode(at: now) {
        case .busy?:
            throw ControlError(.notNow, cause: "another code is being checked", nextStep: "try again in a second")
        case .tooManyWrong(let end)?:
            throw ControlError(
                .locked, cause: "too many wrong codes",
                nextStep: "wait \(max(1, Int((end - now).inSeconds.rounded(.up)))) s")
        case nil: break
        }
        steer(.codeTried)
        // A task of its own: who hangs up while the code is checked is counted all the same.
        let result = await Task { [store = journal.store] in try await store.verifyPasscode(code) }.result
        steer(.codeChecked(try? result.get()))
        switch result {
        case .success(true): break
        case .success(false):
            logger.notice("a wrong passcode", metadata: ["in a row": "\(tuner.wrongCodes)", "by": "the control API"])
            throw ControlError(.locked, cause: "that is not the passcode", nextStep: "try another")
        case .failure(let error):
            logger.error("the passcode can't be checked", metadata: ["reason": "\(error)"])
            throw ControlError(
                .failed, cause: "the passcode can't be checked: \(error)",
                nextStep: "see whether the disk takes anything; root may set a new one: sudo hearthctl passcode set")
        }
    }
}
