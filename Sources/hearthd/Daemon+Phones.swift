import Appliance
import Base
import ConfigurationFile
import Foundation
import Logging
import Phones
import Store
import TLS

extension Daemon {
    /// The door for phones that the configuration wants; nil: none.
    func phoneDoor(_ store: Store, _ logger: Logger) async throws -> ControlServer.PhonePort? {
        let wanted = configuration.phones
        guard let port = wanted.port else { return nil }
        let hostName = NetworkAddress.hostName()
        let door = PhoneDoor(
            PhoneRegister.phones(from: try await store.preference(.phones)),
            host: wanted.host.isEmpty ? nil : wanted.host, hostName: hostName,
            scheme: wanted.isSecure ? "https" : "http")
        let listens = wanted.listen
        guard wanted.isSecure else { return ControlServer.PhonePort(door: door, port: port, listens: listens) }
        if !wanted.certificate.isEmpty {
            let certificate = try TLSCertificate(chain: wanted.certificate, key: wanted.key)
            return ControlServer.PhonePort(door: door, port: port, listens: listens, certificate: certificate)
        }
        let names = [wanted.host, hostName, hostName.isEmpty ? "" : "\(hostName).local"].map { $0.lowercased() }
        let authority = try BoxAuthority(in: configuration.stateDirectory, names: names)
        door.authority = authority.certificate
        let certificate = try authority.certificate(for: NetworkAddress.all().map(\.text))
        return ControlServer.PhonePort(door: door, port: port, listens: listens, certificate: certificate)
    }
}
