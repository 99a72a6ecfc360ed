import MediaCore
import Testing

@Suite("Recordings of events")
struct EventRecordingTests {
    @Test("Name, properties, axes and events are read; comments and claims are passed over")
    func read() throws {
        let recording = try EventRecording(
            text: """
                # EVEMU 1.3
                N: A remote's pad
                I: 0005 05ac 0266 0000
                P: 05 00 00 00 00 00 00 00
                B: 01 00 00
                A: 35 -100 4095 0 0 40
                A: 36 0 255 0 0
                E: 0.000001 0003 0035 -7\t# ABS_MT_POSITION_X
                E: 12.500000 0001 014a 1
                """)
        #expect(recording.name == "A remote's pad")
        #expect(recording.properties == 5)
        #expect(recording.axes[0x35] == EventRecording.Axis(minimum: -100, maximum: 4_095, resolution: 40))
        #expect(recording.axes[0x36]?.resolution == 0)
        #expect(
            recording.events == [
                .init(time: HostTime(nanoseconds: 1_000), type: 3, code: 0x35, value: -7),
                .init(time: HostTime(nanoseconds: 12_500_000_000), type: 1, code: 0x14a, value: 1),
            ])
    }

    @Test(
        "A line that is none is told with its number",
        arguments: ["E: 1 0001 0002 3", "E: 0.5 0001 0002 3", "E: 0.000001 0001 xyz 3", "A: 35 0", "hello"])
    func malformed(_ line: String) {
        #expect(throws: EventRecording.Malformed(line: 2, text: line)) {
            try EventRecording(text: "N: x\n\(line)")
        }
    }
}
