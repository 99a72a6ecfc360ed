import Devices
import Testing

@Suite("Ranges of addresses")
struct AddressReachTests {
    @Test(
        "An IPv4 address is public, or lies in one range",
        arguments: [
            ("127.0.0.1", AddressReach.loopback), ("127.255.0.9", AddressReach.loopback),
            ("0.0.0.0", AddressReach.loopback),
            ("169.254.169.254", AddressReach.linkLocal), ("10.1.2.3", AddressReach.home),
            ("172.16.0.1", AddressReach.home), ("172.31.255.1", AddressReach.home),
            ("172.32.0.1", AddressReach()), ("192.168.1.1", AddressReach.home), ("100.64.0.1", AddressReach.home),
            ("100.128.0.1", AddressReach()),
            ("224.0.0.1", AddressReach.home), ("255.255.255.255", AddressReach.home), ("93.184.216.34", AddressReach()),
            ("11.0.0.1", AddressReach()),
        ])
    func v4(text: String, range: AddressReach) {
        let bytes = text.split(separator: ".").compactMap { UInt8($0) }
        #expect(AddressReach(of: bytes) == range)
        #expect(AddressReach(host: "http://u:p@\(text):8080/a?b") == range)
        // Wrapped in IPv6 it is the same address.
        #expect(AddressReach(of: [UInt8](repeating: 0, count: 10) + [0xff, 0xff] + bytes) == range)
        #expect(AddressReach(of: [0, 0x64, 0xff, 0x9b] + [UInt8](repeating: 0, count: 8) + bytes) == range)
        #expect(AddressReach(of: [0x20, 0x02] + bytes + [UInt8](repeating: 0, count: 10)) == range)
    }

    @Test("An IPv6 address is public, or lies in one range")
    func v6() {
        func range(_ first: UInt8, _ second: UInt8, last: UInt8 = 1) -> AddressReach {
            AddressReach(of: [first, second] + [UInt8](repeating: 0, count: 13) + [last])
        }
        #expect(range(0, 0) == .loopback)
        #expect(range(0, 0, last: 0) == .loopback)
        #expect(range(0xfe, 0x80) == .linkLocal)
        #expect(range(0xfe, 0xbf) == .linkLocal)
        #expect(range(0xfd, 0x12) == .home)
        #expect(range(0xff, 0x02) == .home)
        #expect(range(0x2a, 0x00) == [])
        #expect(AddressReach(of: []) == .everything)
    }

    @Test("A host is compared by scheme, name and port as they are meant")
    func hosts() {
        #expect(URLOrigin("http://H.example/a") == URLOrigin("HTTP://u:p@h.example:80?x"))
        #expect(URLOrigin("http://h/") != URLOrigin("https://h/"))
        // To who connects a sign is that sign, also where readers see one letter with what is before or behind it.
        for joint in ["\u{602}", "\u{d4e}", "\u{308}", "\u{200d}"] {
            for url in ["http://h:8/\(joint)x", "http://u@\(joint)@h:8/", "http://\(joint)u:p@h:8?\(joint)"] {
                #expect(URLOrigin(url)?.authority == "h:8", "\(url)")
            }
            #expect(URLOrigin("http://10.0.0.1#\(joint)")?.host == "10.0.0.1")
            let odd = URLOrigin("http://h\(joint)/")
            #expect(odd != nil && odd.flatMap { URLOrigin($0.root) } == odd)
        }
        #expect(URLOrigin("http://h:1/") != URLOrigin("http://h:2/"))
        #expect(URLOrigin("http://[::1]:8080/")?.host == "::1")
        #expect(URLOrigin("http://evil\\@h/")?.host == "evil")
        #expect(URLOrigin("http:///x") == nil)
        #expect(URLOrigin("h/x") == nil)
        #expect(URLOrigin("http://h:99999999999999999999/") == nil)
        #expect(AddressReach(host: "http://localhost:1/") == .loopback)
        #expect(AddressReach(host: "http://h.example/") == nil)
    }
}
