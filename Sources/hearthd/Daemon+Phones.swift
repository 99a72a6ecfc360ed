import Appliance
import Base
import ConfigurationFile
import DBus
import Foundation
import Logging
import Phones
import Store
import TLS

extension Daemon {
    /// Has the network told where phones find the box, once it is listened there; until cancelled.
    func announce(_ phones: PhoneDoor, _ logger: Logger) async {
        guard let port = await phones.ports.first(where: { _ in true }) else { return }
        let hostName = NetworkAddress.hostName()
        do {
            let announcer = try ServiceAnnouncer(
                ServiceAnnouncer.Service(
                    name: hostName.isEmpty ? "Hearth" : "Hearth on \(hostName)", type: "_hearth._tcp",
                    port: UInt16(clamping: port),
                    facts: ["path=/", "https=\(configuration.phones.isSecure ? 1 : 0)"]))
            try announcer.start()
            await withTaskCancellationHandler {
                for await event in announcer.events {
                    switch event {
                    case .told(let name): logger.notice("phones find the box", metadata: ["as": "\(name)"])
                    case .silent(let reason): logger.info("phones are not told of the box: \(reason)")
                    }
                }
            } onCancel: {
                announcer.stop()
            }
        } catch {
            logger.warning("phones are not told of the box: \(error)")
        }
    }

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
            return ControlServer.PhonePort(door: door, port: port, listens: listens, identity: TLSIdentity(certificate))
        }
        let names = [wanted.host, hostName, hostName.isEmpty ? "" : "\(hostName).local"].map { $0.lowercased() }
        let authority = try BoxAuthority(in: configuration.stateDirectory, names: names)
        door.authority = authority.certificate
        return ControlServer.PhonePort(door: door, port: port, listens: listens, identity: TLSIdentity(authority))
    }
}
