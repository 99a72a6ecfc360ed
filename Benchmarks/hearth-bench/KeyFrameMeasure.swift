import CFFmpeg
import FlipMeasures
import Foundation
import Glibc
import OriginKit

/// Measures a cell's media for the lower bound: the bytes to the end of a segment's key frame, and the time one
/// thread takes to decode it without delay.
struct KeyFrameMeasure {
    let scratch: String
    private let origin: Origin

    init(scratch: String) throws {
        self.scratch = scratch
        let contents = OriginProfile.standard.channels(count: nil)
        let cache = ContentCache()
        try cache.prepare(contents) { _ in }
        origin = Origin(library: PieceLibrary(channels: contents, cache: cache))
    }

    /// The lower bound of a cell, from the largest rung; the mean of the channels that are flipped to.
    func bound(of cell: FlipCell) throws -> FlipBound {
        var bytes: [Int] = []
        var times: [Double] = []
        for channel in FlipPlan.channels {
            let segment = try segment(channel, cell)
            let path = "\(scratch)/key-frame.\(cell.container)"
            try Data(segment.initial + segment.media).write(to: URL(fileURLWithPath: path))
            let frame = try KeyFrame(path: path)
            bytes.append(frame.end - segment.initial.count)
            times += try (0..<5).map { _ in try frame.decodingSeconds() }
        }
        return FlipBound(
            roundTrip: Double(cell.roundTrip) / 1000, rate: cell.rate.map { Double($0) * 1000 },
            keyFrameBytes: bytes.reduce(0, +) / bytes.count, decoding: Percentiles(times)[0.5])
    }

    /// The channel's newest segment.
    private func segment(_ channel: Int, _ cell: FlipCell) throws -> (initial: [UInt8], media: [UInt8]) {
        let now = Date().timeIntervalSince1970
        let query = "container=\(cell.container)&segment=\(cell.segment)"
        func get(_ path: String) throws -> [UInt8] {
            guard let bytes = origin.bytes(path: path, query: query, now: now) else { throw BenchError("no \(path)") }
            return bytes
        }
        let folder = "/ch/\(channel)/"
        let playlist = String(decoding: try get(folder + "720.m3u8"), as: UTF8.self).split(separator: "\n")
        guard let last = playlist.last(where: { !$0.hasPrefix("#") }) else { throw BenchError("an empty playlist") }
        let initial = playlist.first { $0.hasPrefix("#EXT-X-MAP:") }.flatMap {
            $0.split(separator: "\"").dropFirst().first
        }
        func path(_ name: Substring) -> String {
            let plain = name.prefix { $0 != "?" }
            return plain.hasPrefix("/") ? String(plain) : folder + plain
        }
        return (try initial.map { try get(path($0)) } ?? [], try get(path(last)))
    }
}

/// The first video packet of a file.
private final class KeyFrame {
    /// The offset in the file at which the next picture begins.
    let end: Int
    private var packet: UnsafeMutablePointer<AVPacket>?
    private var parameters: UnsafeMutablePointer<AVCodecParameters>?

    init(path: String) throws {
        var input: UnsafeMutablePointer<AVFormatContext>?
        guard avformat_open_input(&input, path, nil, nil) >= 0 else { throw BenchError("\(path) can't be opened") }
        defer { avformat_close_input(&input) }
        guard let input, avformat_find_stream_info(input, nil) >= 0 else { throw BenchError("\(path) says nothing") }
        let index = av_find_best_stream(input, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        guard index >= 0, let stream = input.pointee.streams[Int(index)] else {
            throw BenchError("\(path) has no pictures")
        }
        parameters = avcodec_parameters_alloc()
        avcodec_parameters_copy(parameters, stream.pointee.codecpar)
        packet = av_packet_alloc()
        var next = av_packet_alloc()
        defer { av_packet_free(&next) }
        var found = 0
        var end = 0
        while found < 2, av_read_frame(input, next) >= 0 {
            if let next, next.pointee.stream_index == index {
                if found == 0 { av_packet_ref(packet, next) }
                end = Int(next.pointee.pos)
                found += 1
            }
            av_packet_unref(next)
        }
        guard found == 2, end > 0 else { throw BenchError("\(path) is too short") }
        self.end = end
    }

    deinit {
        av_packet_free(&packet)
        avcodec_parameters_free(&parameters)
    }

    func decodingSeconds() throws -> Double {
        var frame = av_frame_alloc()
        defer { av_frame_free(&frame) }
        let start = Self.seconds
        guard let parameters, let decoder = avcodec_find_decoder(parameters.pointee.codec_id) else {
            throw BenchError("no decoder")
        }
        var context = avcodec_alloc_context3(decoder)
        defer { avcodec_free_context(&context) }
        avcodec_parameters_to_context(context, parameters)
        context?.pointee.thread_count = 1
        context?.pointee.flags |= AV_CODEC_FLAG_LOW_DELAY
        guard avcodec_open2(context, decoder, nil) >= 0, avcodec_send_packet(context, packet) >= 0 else {
            throw BenchError("the key frame can't be decoded")
        }
        if avcodec_receive_frame(context, frame) < 0 {
            // The decoder holds the picture back for reordering: flush it.
            avcodec_send_packet(context, nil)
            guard avcodec_receive_frame(context, frame) >= 0 else { throw BenchError("the key frame gives no picture") }
        }
        return Self.seconds - start
    }

    private static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
