import ControlProtocol
import Foundation
import TestSupport
import Testing

extension ProgramTests {
    @Suite("What a box listens on")
    struct ListeningTests {
        /// The addresses in the network at which a process takes what comes, as the kernel lists them:
        /// `tcp 0100007F:1F90`.
        private static func addresses(of process: Int32) throws -> Set<String> {
            let files = FileManager.default
            let folder = "/proc/\(process)/fd"
            let sockets = Set(
                try files.contentsOfDirectory(atPath: folder).compactMap { name -> String? in
                    // One that was closed meanwhile is no socket any more.
                    guard let target = try? files.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"),
                        target.hasPrefix("socket:[")
                    else { return nil }
                    return String(target.dropFirst(8).dropLast())
                })
            var found: Set<String> = []
            // The states of the kernel: TCP listens; UDP is not tied to one peer.
            for (protocolName, state) in [("tcp", "0A"), ("tcp6", "0A"), ("udp", "07"), ("udp6", "07")] {
                let table = (try? String(contentsOfFile: "/proc/\(process)/net/\(protocolName)", encoding: .utf8)) ?? ""
                for line in table.split(separator: "\n").dropFirst() {
                    let fields = line.split(separator: " ")
                    guard fields.count > 9, fields[3] == state, sockets.contains(String(fields[9])) else { continue }
                    found.insert("\(protocolName) \(fields[1])")
                }
            }
            return found
        }

        @Test("As it comes it listens nowhere in the network; with doors, only at those")
        func ports() async throws {
            let channels = [TestChannel(name: "One", url: "http://127.0.0.1:9/one.m3u8")]
            let plain = try await TestBox(channels)
            #expect(try Self.addresses(of: plain.processID) == [])
            plain.kill()

            let open = try await TestBox(
                channels, configuration: "[phones]\nport = 0\nlisten = \"127.0.0.1\"\nannounce = false\n")
            let offer = try Wire.decode(
                PhoneOffer.self, from: try await open.control("phones", "pair", "--json").output)
            let port = try #require(URL(string: offer.address)?.port)
            let digits = String(port, radix: 16, uppercase: true)
            let padded = String(repeating: "0", count: 4 - digits.count) + digits
            #expect(try Self.addresses(of: open.processID) == ["tcp 0100007F:\(padded)"])
        }
    }
}
