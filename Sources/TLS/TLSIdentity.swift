import Synchronization

/// What a server shows of itself: its owner's certificate, or one of the box's own authority for the very address that it
/// was asked at, which may be another after every lease. Thread-safe.
package final class TLSIdentity: Sendable {
    private let fixed: TLSCertificate?
    private let authority: BoxAuthority?
    private let made = Mutex<[String: TLSCertificate]>([:])

    /// So many addresses are remembered.
    private static let most = 16

    package init(_ certificate: TLSCertificate) {
        fixed = certificate
        authority = nil
    }

    package init(_ authority: BoxAuthority) {
        fixed = nil
        self.authority = authority
    }

    /// The certificate for who asked at an address of this machine.
    func certificate(for address: String) throws(TLSFailure) -> TLSCertificate {
        if let fixed { return fixed }
        guard let authority else { throw TLSFailure("there is no certificate") }
        if let known = made.withLock({ $0[address] }) { return known }
        let new = try authority.certificate(for: [address])
        made.withLock { made in
            if made.count >= Self.most { made = [:] }
            made[address] = new
        }
        return new
    }
}
