import Base
import Devices
import HLS
import MediaCore
import MediaEncryption

/// Takes the first picture that stands alone out of the bytes of a preview.
struct PreviewReading: Sendable {
    private let request: PreviewRequest
    private let section: [UInt8]?
    private let media: [UInt8]
    private let keys: [KeyIdentity: [UInt8]]

    /// - Parameters:
    ///   - section: the initialization section, as it came; nil: there is none.
    ///   - media: the bytes that were asked for, as they came.
    init(_ request: PreviewRequest, section: [UInt8]?, media: [UInt8], keys: [KeyIdentity: [UInt8]]) {
        self.request = request
        self.section = section
        self.media = media
        self.keys = keys
    }

    /// Demuxes and decodes; blocks meanwhile.
    func picture(by library: any CodecLibrary) throws(PreviewFailure) -> VideoFrame {
        var bytes =
            try section.map { section throws(PreviewFailure) in
                try clear(section, request.initialization?.encryption ?? .none, request.initializationCut)
            } ?? []
        bytes += try clear(media, request.encryption, request.cut)
        guard let container = ContainerSniffer.container(of: bytes) ?? request.container.declared else {
            throw .content
        }
        let (track, packet) = try key(in: bytes, container, library)
        var picture: VideoFrame?
        do throws(DecodeError) {
            let decoder = try library.makePictureDecoder(track)
            try decoder.decode(packet) { picture = picture ?? $0 }
            if picture == nil { decoder.drain { picture = picture ?? $0 } }
        } catch {
            throw .content
        }
        guard let picture else { throw request.isWhole ? .content : .cut }
        return picture
    }

    /// The first packet of pictures that stands alone. Of a segment's head it is known to be whole when another follows.
    private func key(
        in bytes: [UInt8], _ container: MediaContainer, _ library: any CodecLibrary
    ) throws(PreviewFailure) -> (Track, Packet) {
        var tracks: [Int: Track] = [:]
        var found: (Track, Packet)?
        do throws(DemuxError) {
            let demuxer = try library.makeDemuxer(
                container, source: MemorySource(bytes), expected: nil, samples: try sampleEncryption())
            loop: while true {
                switch try demuxer.next() {
                case .tracks(let known):
                    for track in known { if case .video = track.codec { tracks[track.id] = track } }
                case .packet(let packet):
                    guard let track = tracks[packet.track] else { continue }
                    if let found { return found }
                    if packet.isKey { found = (track, packet) }
                case .end: break loop
                }
            }
        } catch {
            // What came before the damage counts.
        }
        guard let found, request.isWhole else { throw request.isWhole ? .content : .cut }
        return found
    }

    private func sampleEncryption() throws(DemuxError) -> SampleEncryption? {
        guard request.encryption.isOfSamples, let key = request.encryption.key, let bytes = keys[key] else {
            return nil
        }
        if case .sampleAES(_, let vector) = request.encryption { return SampleEncryption(key: bytes, vector: vector) }
        return SampleEncryption(key: bytes, vector: [])
    }

    /// Opens a resource, or its head: what is cut off at the end counts for nothing.
    ///
    /// - Parameter cut: what of it is wanted; nil: all
    private func clear(
        _ bytes: [UInt8], _ encryption: SegmentEncryption, _ cut: PreviewRequest.Cut?
    ) throws(PreviewFailure) -> [UInt8] {
        guard let scheme = encryption.resourceScheme, let key = encryption.key else { return bytes }
        guard let secret = keys[key] else { throw .key }
        do throws(ResourceDecryptor.Fault) {
            var decryptor = try ResourceDecryptor(scheme, key: secret)
            let clear = decryptor.add(bytes[...])
            let all = clear + decryptor.finish().clear
            return cut.map { Array(all.dropFirst($0.lead).prefix($0.length)) } ?? all
        } catch {
            throw .key
        }
    }
}

/// Gives a demuxer bytes that are all here.
private final class MemorySource: ByteSource {
    private let bytes: [UInt8]
    private let place = Locked(0)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteSourceResult {
        place.withLock { place in
            let count = min(buffer.count, bytes.count - place)
            guard count > 0 else { return .end }
            buffer.copyBytes(from: bytes[place..<place + count])
            place += count
            return .bytes(count)
        }
    }
}
