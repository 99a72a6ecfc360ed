import CSSL
import Devices
import Glibc

/// The box's own authority, which a phone may be told to trust, and the certificates it makes for the box.
///
/// What it signs is good for the home's own addresses and the box's own names, and for nothing else (RFC 5280, 4.2.1.10):
/// who steals its key can't pretend to be any other server to a phone that trusts it.
package struct BoxAuthority: Sendable {
    let own: OwnedCertificate
    private let names: [String]

    /// The ranges in which the addresses of a home are (RFC 1918, 3927 and 6598), and the machine's own.
    private static let home: [(first: String, mask: String)] = [
        ("10.0.0.0", "255.0.0.0"), ("172.16.0.0", "255.240.0.0"), ("192.168.0.0", "255.255.0.0"),
        ("169.254.0.0", "255.255.0.0"), ("100.64.0.0", "255.192.0.0"), ("127.0.0.0", "255.0.0.0"),
    ]

    static let basicConstraints = NID_basic_constraints
    static let alternativeName = NID_subject_alt_name

    /// The certificate as phones take it, in PEM.
    package var certificate: String { own.text }

    /// Reads the authority from a folder, or makes it there: `phones-authority.pem` and `.key`, for their owner alone.
    ///
    /// - Parameter names: the names by which the box is asked
    package init(in folder: String, names: [String]) throws(TLSFailure) {
        let names = names.filter { !$0.isEmpty && $0.utf8.allSatisfy(Self.isOfName) }
        self.names = names
        let (file, keyFile) = ("\(folder)/phones-authority.pem", "\(folder)/phones-authority.key")
        if let text = Self.read(file), let keyText = Self.read(keyFile),
            let kept = OwnedCertificate(text: text, keyText: keyText), kept.isGood(days: 400)
        {
            own = kept
            return
        }
        let ranges = Self.home.map { "permitted;IP:\($0.first)/\($0.mask)" }
        // Without a name a constraint of none would permit all.
        let dns = (names.isEmpty ? ["invalid"] : names).map { "permitted;DNS:\($0)" }
        own = try OwnedCertificate.make(
            OwnedCertificate.Content(
                name: "Hearth\(names.first.map { " (\($0))" } ?? "")", days: 3650,
                extensions: [
                    (Self.basicConstraints, "critical,CA:TRUE,pathlen:0"),
                    (NID_key_usage, "critical,keyCertSign,cRLSign"),
                    (NID_subject_key_identifier, "hash"),
                    (NID_name_constraints, "critical," + (dns + ranges).joined(separator: ",")),
                ]), issuer: nil)
        try Self.write(own.keyText, to: keyFile)
        try Self.write(own.text, to: file)
    }

    /// Makes a certificate for the box under its names and these addresses, good for a year: phones take none that is
    /// good for much longer. It is made anew after every start.
    package func certificate(for addresses: [String]) throws(TLSFailure) -> TLSCertificate {
        let ips = addresses.filter(Self.isOfAHome)
        let places = names.map { "DNS:\($0)" } + (ips + ["127.0.0.1"]).map { "IP:\($0)" }
        let leaf = try OwnedCertificate.make(
            OwnedCertificate.Content(
                name: names.first ?? "Hearth", days: 396,
                extensions: [
                    (Self.basicConstraints, "critical,CA:FALSE"),
                    (NID_key_usage, "critical,digitalSignature"),
                    (NID_ext_key_usage, "serverAuth"),
                    (Self.alternativeName, places.joined(separator: ",")),
                    (NID_authority_key_identifier, "keyid"),
                ]), issuer: own)
        return try TLSCertificate(leaf, issuer: own)
    }

    /// Whether a name may have this byte: none that would be read as another part of an extension.
    private static func isOfName(_ byte: UInt8) -> Bool {
        (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2d || byte == 0x2e
    }

    /// Whether an address may stand in a certificate: one that may not would spoil all of it.
    private static func isOfAHome(_ address: String) -> Bool {
        guard let number = number(address) else { return false }
        return home.contains { range in
            guard let first = self.number(range.first), let mask = self.number(range.mask) else { return false }
            return number & mask == first
        }
    }

    private static func number(_ address: String) -> UInt32? {
        AddressReach.bytes(ofIPv4: address)?.reduce(0) { $0 << 8 | UInt32($1) }
    }

    // MARK: Files

    private static func read(_ path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    private static func write(_ text: String, to path: String) throws(TLSFailure) {
        let draft = path + ".new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw TLSFailure("\(draft) can't be written: \(String(cString: strerror(errno)))")
        }
        let bytes = Array(text.utf8)
        let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(draft, path) == 0 else {
            throw TLSFailure("\(path) can't be written: \(String(cString: strerror(errno)))")
        }
    }
}
