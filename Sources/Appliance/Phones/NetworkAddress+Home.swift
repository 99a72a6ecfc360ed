import Base
import Phones

extension NetworkAddress {
    /// The address of this machine in the home's network, which may be another after every lease.
    static var ofTheHome: String { ofTheHomes.first ?? "127.0.0.1" }

    /// Its addresses in networks of a home; bridges and tunnels are no place where phones are.
    static var ofTheHomes: [String] {
        let inside = ["docker", "br-", "veth", "virbr", "tun", "wg"]
        return all().filter { address in
            HomeOrigin.isOfAHome(address.text) && !inside.contains { address.interface.hasPrefix($0) }
        }.map(\.text)
    }

    /// Those of them where somebody listens at an address; `0.0.0.0`: at all.
    package static func ofTheHomes(listening: String) -> [String] { listening == "0.0.0.0" ? ofTheHomes : [listening] }
}
