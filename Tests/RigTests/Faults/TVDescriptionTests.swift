import Rig
import Testing

@Suite("A TV's own description")
struct TVDescriptionTests {
    @Test("It is one EDID block of 128 bytes that add up to 0")
    func block() {
        let edid = TVDescription.hd50.edid
        #expect(edid.count == 128)
        #expect(edid.starts(with: [0, 255, 255, 255, 255, 255, 255, 0]))
        #expect(edid.reduce(0, &+) == 0)
    }

    @Test("Its timing is CTA-861's 1280x720 at 50 Hz")
    func timing() {
        #expect(abs(VideoTiming.hd50.refreshRate - 50) < 0.001)
        #expect(
            VideoTiming.hd50.descriptor
                == [
                    0x01, 0x1d, 0x00, 0xbc, 0x52, 0xd0, 0x1e, 0x20, 0xb8, 0x28, 0x55, 0x40, 0x20, 0xc2, 0x31, 0, 0,
                    0x1e,
                ])
        #expect(Array(TVDescription.hd50.edid[54..<72]) == VideoTiming.hd50.descriptor)
    }

    @Test("Its name ends with a line feed and spaces, and is cut at 13 letters")
    func name() {
        let named = TVDescription(name: "Rig TV", timing: .hd50).edid[72..<90]
        #expect(Array(named) == [0, 0, 0, 0xfc, 0] + Array("Rig TV\n      ".utf8))
        let long = TVDescription(name: "A very long name", timing: .hd50).edid
        #expect(Array(long[77..<90]) == Array("A very long n".utf8) && long.count == 128)
    }
}
