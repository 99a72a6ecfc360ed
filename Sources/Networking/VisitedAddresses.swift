import Devices

/// Decides to which addresses a request may go, hop by hop: by the addresses themselves, so that a name which leads
/// elsewhere the second time changes nothing.
struct VisitedAddresses {
    private var reach = AddressReach.everything
    private var redirectReach = AddressReach.everything
    /// Whether a proxy may stand between, whose address is the owner's choice, and which looks names up itself.
    private var isProxied = false
    /// The range of the URL's own address; nil before it was visited.
    private(set) var first: AddressReach?
    /// The range of the last address that was visited; nil before the first.
    private(set) var place: AddressReach?
    private(set) var hasRefused = false

    init() {}

    init(reach: AddressReach, redirectReach: AddressReach, isProxied: Bool) {
        self.reach = reach
        self.redirectReach = redirectReach
        self.isProxied = isProxied
    }

    /// Whether a socket to the address may be opened.
    ///
    /// - Parameters:
    ///   - address: its bytes; empty: a socket in the file system
    ///   - redirects: the number of redirects followed so far
    mutating func mayVisit(_ address: [UInt8], redirects: Int) -> Bool {
        if isProxied || address.isEmpty { return true }
        let allowed = redirects == 0 ? reach : redirectReach.union(first ?? [])
        let isAllowed = allowed.isSuperset(of: AddressReach(of: address))
        if !isAllowed { hasRefused = true }
        return isAllowed
    }

    /// Notes that a request is about to go to the address; false: it must not.
    mutating func visit(_ address: [UInt8], redirects: Int) -> Bool {
        guard mayVisit(address, redirects: redirects) else { return false }
        let range: AddressReach = address.isEmpty ? [] : AddressReach(of: address)
        if redirects == 0 { first = range }
        place = range
        return true
    }
}
