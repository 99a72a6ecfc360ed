import MediaCore
import Testing

@testable import UPnP

@Suite("Being found")
struct SSDPAnnouncerTests {
    private static let device = RendererDescription(udn: "uuid:7", name: "Box", version: "1")
    private static let here = "192.168.1.20"
    private static let asker = SSDPAnnouncer.Asker(address: "192.168.1.9", port: 50_000, local: here)

    private static func search(_ target: String, seconds: Int = 2, man: String = "\"ssdp:discover\"") -> [UInt8] {
        Array(
            "M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMan:\(man)\r\nMX: \(seconds)\r\nst: \(target)\r\n\r\n"
                .utf8)
    }

    private func announcer() -> SSDPAnnouncer {
        var announcer = SSDPAnnouncer(Self.device, httpPort: 4000, server: "Linux/6 UPnP/1.0 Hearth/1")
        _ = announcer.handle(.addresses([Self.here]), at: .zero)
        _ = announcer.handle(.wake, at: .zero + .seconds(2))
        return announcer
    }

    @Test("It says that it is there twice at once, again in time, and that it goes")
    func life() {
        var announcer = SSDPAnnouncer(Self.device, httpPort: 4000, server: "S")
        #expect(announcer.handle(.addresses([Self.here, "10.0.0.2"]), at: .zero) == [])
        var now = HostTime.zero
        var told: [(HostTime, SSDPAnnouncer.Message)] = []
        for _ in 0..<30 {
            guard let wake = announcer.nextWake, wake < .zero + .seconds(1700) else { break }
            now = wake
            told += announcer.handle(.wake, at: now).map { (now, $0) }
        }
        // Six things in two networks: twice at first, and twice more within half an hour.
        #expect(told.count == 6 * 2 * 4)
        #expect(told.allSatisfy { $0.1.asker == nil && $0.1.text.hasPrefix("NOTIFY * HTTP/1.1\r\n") })
        #expect(told.contains { $0.1.text.contains("LOCATION: http://10.0.0.2:4000/upnp/device.xml\r\n") })
        #expect(told.contains { $0.1.text.contains("USN: uuid:7::upnp:rootdevice\r\n") })
        #expect(told.allSatisfy { $0.1.text.contains("max-age=1800") && $0.1.text.hasSuffix("\r\n\r\n") })
        let bye = announcer.handle(.leaving, at: now)
        #expect(bye.count == 12 && bye.allSatisfy { $0.text.contains("ssdp:byebye") })
        #expect(announcer.nextWake == nil)
    }

    @Test(
        "Who asks for it, or for all, is answered within the time that he gives",
        arguments: [
            ("ssdp:all", 6), ("upnp:rootdevice", 1), ("uuid:7", 1), ("urn:schemas-upnp-org:device:MediaRenderer:1", 1),
            ("urn:schemas-upnp-org:service:AVTransport:1", 1), ("uuid:8", 0),
            ("urn:schemas-upnp-org:device:MediaServer:1", 0),
        ])
    func searches(_ target: String, _ count: Int) {
        var announcer = announcer()
        let now = HostTime.zero + .seconds(10)
        #expect(announcer.handle(.datagram(Self.search(target), from: Self.asker), at: now, chance: 0.5) == [])
        let answers = announcer.handle(.wake, at: now + .seconds(1))
        #expect(answers.count == count)
        for answer in answers {
            #expect(answer.asker == Self.asker && answer.local == Self.here)
            #expect(answer.text.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.text.contains("\r\nEXT: \r\n"))
            #expect(answer.text.contains("LOCATION: http://192.168.1.20:4000/upnp/device.xml\r\n"))
        }
    }

    @Test("Strangers, other machines' addresses, noise and floods are not answered")
    func refused() {
        var announcer = announcer()
        let now = HostTime.zero + .seconds(10)
        let outside = SSDPAnnouncer.Asker(address: "8.8.8.8", port: 53, local: Self.here)
        let elsewhere = SSDPAnnouncer.Asker(address: "192.168.1.9", port: 1, local: "192.168.7.1")
        let noise: [([UInt8], SSDPAnnouncer.Asker)] = [
            (Self.search("ssdp:all"), outside), (Self.search("ssdp:all"), elsewhere),
            (Self.search("ssdp:all", man: "\"ssdp:other\""), Self.asker), ([], Self.asker),
            (Array("NOTIFY * HTTP/1.1\r\nNT: x\r\n\r\n".utf8), Self.asker), ([0xff, 0, 0x0d], Self.asker),
            ([UInt8](repeating: 65, count: 5000), Self.asker),
        ]
        for (bytes, asker) in noise {
            #expect(announcer.handle(.datagram(bytes, from: asker), at: now, chance: 0) == [])
        }
        // Who repeats himself is answered once, and all of them no more than there is room for.
        var sent = 0
        for port in 0..<2000 {
            let asker = SSDPAnnouncer.Asker(address: "192.168.1.9", port: UInt16(port % 100), local: Self.here)
            sent +=
                announcer.handle(.datagram(Self.search("ssdp:all", seconds: 1000), from: asker), at: now, chance: 0.9)
                .count
        }
        #expect(sent == 0)
        let all = announcer.handle(.wake, at: now + .seconds(10))
        #expect(all.count <= SSDPAnnouncer.mostWaiting && all.count > 100)
        #expect(announcer.nextWake.map { $0 > now + .seconds(10) } == true)
    }

    @Test("A network that is gone is told nothing more, and a new one at once")
    func moves() {
        var announcer = announcer()
        let now = HostTime.zero + .seconds(10)
        _ = announcer.handle(.datagram(Self.search("ssdp:all"), from: Self.asker), at: now, chance: 0.9)
        _ = announcer.handle(.addresses(["10.1.1.1"]), at: now)
        let told = announcer.handle(.wake, at: now + .seconds(5))
        #expect(told.count == 12 && told.allSatisfy { $0.local == "10.1.1.1" && $0.asker == nil })
        #expect(announcer.handle(.addresses([]), at: now + .seconds(6)) == [] && announcer.nextWake == nil)
    }
}
