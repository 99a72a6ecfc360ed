import MediaCore

/// One channel of the origin: what is painted, how it is encoded.
package struct ChannelContent: Sendable, Hashable {
    /// One rung of the ladder.
    package struct Rung: Sendable, Hashable {
        /// As in its URL: the height.
        package let name: String
        package let size: PixelSize
        /// Of the video, in kbit/s.
        package let kilobits: Int
    }

    /// All pieces last this long, and begin with an IDR picture.
    package static let pieceSeconds = 1

    /// 1…99; also the pitch of the beep and the pattern's channel.
    package let number: Int
    package let name: String
    package let framesPerSecond: Int
    /// A multiple of 8 s, in which AAC frames (1024 samples at 48 kHz) and pictures both come out even.
    package let loopSeconds: Int
    /// Best first; the first one's size is the painted size.
    package let rungs: [Rung]
    package let group: String
    /// The age below which the channel is not meant; nil: for all.
    package let rating: Int?
    var video = VideoCodec.h264
    var audio = AudioCodec.aac

    package var piecesPerLoop: Int { loopSeconds / Self.pieceSeconds }
    package var framesPerLoop: Int { loopSeconds * framesPerSecond }
    package var framesPerPiece: Int { Self.pieceSeconds * framesPerSecond }
    package var beepHertz: Int { 400 + 100 * number }

    package func rung(named name: String) -> Rung? { rungs.first { $0.name == name } }

    /// Which frames show the white box and sound the beep: those that begin in the first 100 ms of
    /// a second.
    package func isFlash(frame: Int) -> Bool {
        frame % framesPerSecond * 10 < framesPerSecond
    }

    /// Identifies the encoded content: whatever changes the bytes must be in here.
    var cacheKey: String {
        let ladder = rungs.map { "\($0.size.width)x\($0.size.height)@\($0.kilobits)" }.joined(separator: "+")
        let codecs = video == .h264 && audio == .aac ? "" : " \(video.rawValue) \(audio.rawValue)"
        return "v4 \(number) \(framesPerSecond) \(loopSeconds) \(ladder)\(codecs)"
    }
}
