import Devices
import MediaCore

/// Getting keys.
extension HLSSession {
    private static let keyBytes = 16
    /// Rotating keys of a long evening: older ones are asked for again if they come back.
    private static let keptKeys = 64

    /// Asks for a key that is not there; false when that cannot be.
    mutating func want(_ key: KeyIdentity) -> Bool {
        guard keys[key] == nil else { return true }
        guard HLSSession.isSupported(key.url) else {
            fail(.unsupportedScheme(url: HLSSession.redacted(key.url)))
            return false
        }
        if keys.count >= HLSSession.keptKeys { keys = keys.filter { $0.value != .ready } }
        load(key, failures: 0)
        return true
    }

    private mutating func load(_ key: KeyIdentity, failures: Int) {
        let id = request(.key(key))
        keys[key] = .loading(id, failures: failures)
        let isSecure = URLComponents(key.url).scheme == "https"
        actions.append(
            .loadKey(
                id, key,
                FetchRequest(
                    url: key.url, headers: options.headers, maximumBytes: 4096, refusesDowngrade: isSecure)))
    }

    mutating func scheduleKeys(_ now: HostTime) {
        for (key, state) in keys.sorted(by: { $0.key.url < $1.key.url }) {
            if case .wanted(let time, let failures) = state, time <= now { load(key, failures: failures) }
        }
    }

    mutating func keyLoaded(_ key: KeyIdentity, _ bytes: [UInt8]) {
        guard bytes.count == HLSSession.keyBytes else {
            fail(.keyInvalid(url: HLSSession.redacted(key.url), bytes: bytes.count))
            return
        }
        keys[key] = .ready
        actions.append(.keyReady(key, bytes))
    }

    mutating func keyFailed(_ key: KeyIdentity, _ error: FetchError, _ now: HostTime) {
        guard case .loading(_, let before)? = keys[key] else { return }
        let failure = HLSFailure.keyUnavailable(url: HLSSession.redacted(key.url), error)
        guard let delay = retries.delay(after: before + 1, error) else {
            fail(failure)
            return
        }
        actions.append(.warning(failure))
        keys[key] = .wanted(at: now + delay, failures: before + 1)
    }
}
