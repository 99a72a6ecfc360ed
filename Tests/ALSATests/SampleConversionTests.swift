import Testing

@testable import ALSA

@Suite("Sample conversion")
struct SampleConversionTests {
    private func convert<Sample>(
        _ stereo: [Float], _ format: SampleFormat, channels: Int, as: Sample.Type
    ) -> [Sample] {
        let conversion = SampleConversion(format: format, channels: channels)
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: stereo.count / 2 * conversion.bytesPerFrame, alignment: 16)
        defer { bytes.deallocate() }
        let frames = stereo.withUnsafeBufferPointer { conversion.convert($0, into: bytes) }
        #expect(frames == stereo.count / 2)
        return Array(bytes.bindMemory(to: Sample.self))
    }

    @Test("16 bits: rounds, saturates, and silences what is no number")
    func signed16() {
        let samples: [Float] = [0, 1, -1, 2, -2, .nan, .infinity, -.infinity, 0.5 / 32_767, 0.4 / 32_767]
        #expect(
            convert(samples, .signed16, channels: 2, as: Int16.self)
                == [0, 32_767, -32_767, 32_767, -32_767, 0, 32_767, -32_767, 1, 0])
    }

    @Test("32 bits: full scale does not overflow")
    func signed32() {
        #expect(
            convert([1, -1, 9, -9, .nan, 0.5], .signed32, channels: 2, as: Int32.self)
                == [.max, -.max, .max, -.max, 0, 1_073_741_823])
    }

    @Test("Floats pass unchanged within full scale")
    func float32() {
        #expect(
            convert([0.25, -0.75, 3, .nan], .float32, channels: 2, as: Float.self) == [0.25, -0.75, 1, 0])
    }

    @Test("One channel gets the mean, more than two get silence beyond the first two")
    func channels() {
        #expect(convert([1, 0, -0.5, -0.5], .float32, channels: 1, as: Float.self) == [0.5, -0.5])
        #expect(
            convert([0.25, 0.5, -1, 1], .float32, channels: 6, as: Float.self)
                == [0.25, 0.5, 0, 0, 0, 0, -1, 1, 0, 0, 0, 0])
    }

    @Test("A buffer too small takes what fits")
    func short() {
        let conversion = SampleConversion(format: .signed16, channels: 2)
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 7, alignment: 16)
        defer { bytes.deallocate() }
        #expect([Float](repeating: 1, count: 6).withUnsafeBufferPointer { conversion.convert($0, into: bytes) } == 1)
    }
}

@Suite("Choice of the PCM's parameters")
struct PCMCapabilitiesTests {
    @Test(
        "48 kHz stereo where it is offered, else the nearest",
        arguments: [
            (2...2, 48_000...48_000, 2, 48_000), (1...32, 8_000...192_000, 2, 48_000),
            (1...1, 44_100...44_100, 1, 44_100), (6...8, 96_000...192_000, 6, 96_000),
            (2...8, 8_000...22_050, 2, 22_050), (1...2, 8_000...44_100, 2, 44_100),
        ] as [(ClosedRange<Int>, ClosedRange<Int>, Int, Int)])
    func choice(channels: ClosedRange<Int>, rates: ClosedRange<Int>, expectedChannels: Int, expectedRate: Int) {
        let capabilities = PCMCapabilities(formats: [.signed16], channels: channels, sampleRates: rates)
        #expect(capabilities.preferredChannels == expectedChannels)
        #expect(capabilities.preferredSampleRate == expectedRate)
    }

    @Test("The most precise sample format wins; none means none")
    func formats() {
        func preferred(_ formats: Set<SampleFormat>) -> SampleFormat? {
            PCMCapabilities(formats: formats, channels: 2...2, sampleRates: 48_000...48_000).preferredFormat
        }
        #expect(preferred(Set(SampleFormat.allCases)) == .signed32)
        #expect(preferred([.float32, .signed16]) == .float32)
        #expect(preferred([.signed16]) == .signed16)
        #expect(preferred([]) == nil)
    }

    @Test("A configuration out of reason is brought into reason")
    func clamped() {
        let configuration = ALSASink.Configuration(
            period: .zero, buffer: .seconds(-1), retry: .zero)
        #expect(configuration.period == .milliseconds(1))
        #expect(configuration.buffer == .milliseconds(2))
        #expect(configuration.retry == .milliseconds(10))
    }
}
