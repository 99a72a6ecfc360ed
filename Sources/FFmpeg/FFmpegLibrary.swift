import Devices
import MediaCore

/// libavformat and libavcodec behind the protocols of `Devices`.
package struct FFmpegLibrary: CodecLibrary {
    package init() {
        FFmpegLog.install()
    }

    package func makeDemuxer(
        _ container: MediaContainer, source: any ByteSource, expected: MediaTime?
    ) throws(DemuxError) -> any Demuxer {
        try FFmpegDemuxer(container, source: source, expected: expected)
    }

    package func makeVideoDecoder(_ track: Track) throws(DecodeError) -> any VideoDecoder {
        try SoftwareVideoDecoder(track)
    }

    package func makeAudioDecoder(_ track: Track) throws(DecodeError) -> any AudioDecoder {
        try SoftwareAudioDecoder(track)
    }

    package func makeDecryptor(key: [UInt8], vector: [UInt8]) -> (any BlockDecryptor)? {
        AESDecryptor(key: key, vector: vector)
    }
}
