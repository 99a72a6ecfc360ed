import MediaCore

/// Says who asks too much: each address has so many requests at once, and so many more a second.
package struct RequestBudget: Hashable, Sendable {
    private struct Account: Hashable {
        var left: Double
        var time: HostTime
    }

    /// What an address may ask at once, after it has been quiet.
    package let burst: Double
    /// What it gets back in a second.
    package let perSecond: Double
    /// So many addresses are told apart; beyond that the one that has been quiet longest is forgotten.
    package static let mostAddresses = 64

    private var accounts: [String: Account] = [:]

    package init(burst: Double, perSecond: Double) {
        self.burst = burst
        self.perSecond = perSecond
    }

    /// Takes a request from an address' budget.
    ///
    /// - Parameter cost: in requests
    /// - Returns: false: there is nothing left
    package mutating func take(_ cost: Double = 1, from address: String, at now: HostTime) -> Bool {
        var account = accounts[address] ?? Account(left: burst, time: now)
        account.left = min(burst, account.left + max(0, (now - account.time).inSeconds) * perSecond)
        account.time = max(now, account.time)
        let isThere = account.left >= cost
        if isThere { account.left -= cost }
        if accounts[address] == nil, accounts.count >= Self.mostAddresses,
            let oldest = accounts.min(by: { $0.value.time < $1.value.time })?.key
        {
            accounts[oldest] = nil
        }
        accounts[address] = account
        return isThere
    }
}
