import CFFmpeg
import Testing

@testable import FFmpeg

@Suite("FFmpeg: the memory of packets")
struct PacketMemoryTests {
    private func packet(_ value: UInt8, count: Int) throws -> UnsafeMutablePointer<AVPacket> {
        let packet = try #require(av_packet_alloc())
        #expect(av_new_packet(packet, Int32(count)) == 0)
        packet.pointee.data.update(repeating: value, count: count)
        return packet
    }

    private func bytes(_ packet: UnsafeMutablePointer<AVPacket>, behind: Int = 0) -> [UInt8] {
        Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size) + behind))
    }

    @Test("Packets lie one behind the other, as they were, with zeros behind each")
    func packed() throws {
        let memory = PacketMemory()
        let packets = try (1...40).map { try packet(UInt8($0), count: $0 * 999) }
        for packet in packets { #expect(memory.take(packet)) }
        for (index, packet) in packets.enumerated() {
            let count = (index + 1) * 999
            let expected = [UInt8](repeating: UInt8(index + 1), count: count) + [UInt8](repeating: 0, count: 64)
            #expect(bytes(packet, behind: 64) == expected)
        }
        #expect(packets[1].pointee.data == packets[0].pointee.data + 1088)
        for packet in packets {
            var packet: UnsafeMutablePointer<AVPacket>? = packet
            av_packet_free(&packet)
        }
    }

    @Test("A packet that is larger than any piece has one of its own, and nothing but packets keeps a full piece")
    func large() throws {
        let memory = PacketMemory()
        let large = try packet(1, count: 3 << 20)
        let small = try packet(2, count: 5000)
        #expect(memory.take(large))
        #expect(memory.take(small))
        #expect(bytes(large) == [UInt8](repeating: 1, count: 3 << 20))
        #expect(av_buffer_get_ref_count(large.pointee.buf) == 1)
        #expect(av_buffer_get_ref_count(small.pointee.buf) == 2)
        for packet in [large, small] {
            var packet: UnsafeMutablePointer<AVPacket>? = packet
            av_packet_free(&packet)
        }
    }
}
