import MediaCore
import OriginScenes

/// One channel of the origin: what is painted, how it is encoded.
package struct ChannelContent: Sendable, Hashable {
    /// One rung of the ladder.
    package struct Rung: Sendable, Hashable {
        /// The rung's name in its URL: the height.
        package let name: String
        package let size: PixelSize
        /// The bit rate of the video, in kbit/s.
        package let kilobits: Int
    }

    /// The duration of each piece, which begins with an IDR picture.
    package static let pieceSeconds = 1

    /// The channel's number, 1…99; also the pitch of the beep and the pattern's channel.
    package let number: Int
    package let name: String
    package let framesPerSecond: Int
    /// The length of the loop: a multiple of 8 s, in which AAC frames (1024 samples at 48 kHz) and
    /// pictures both come out even.
    package let loopSeconds: Int
    /// The rungs, best first; the first one's size is the painted size.
    package let rungs: [Rung]
    package let group: String
    /// The age below which the channel is not meant; nil: for all.
    package let rating: Int?
    var video = VideoCodec.h264
    var audio = AudioCodec.aac
    /// The television that it shows; nil: numbers and a texture, for measuring.
    package var scene: Scene?

    package var piecesPerLoop: Int { loopSeconds / Self.pieceSeconds }
    package var framesPerLoop: Int { loopSeconds * framesPerSecond }
    package var framesPerPiece: Int { Self.pieceSeconds * framesPerSecond }
    package var beepHertz: Int { 400 + 100 * number }

    package func rung(named name: String) -> Rung? { rungs.first { $0.name == name } }

    /// Whether a frame shows the white box and sounds the beep: those that begin in the first 100 ms of
    /// a second.
    package func isFlash(frame: Int) -> Bool {
        frame % framesPerSecond * 10 < framesPerSecond
    }

    /// A name of the encoded content: whatever changes the bytes must be in here.
    var cacheKey: String {
        let ladder = rungs.map { "\($0.size.width)x\($0.size.height)@\($0.kilobits)" }.joined(separator: "+")
        let codecs = video == .h264 && audio == .aac ? "" : " \(video.rawValue) \(audio.rawValue)"
        let shows = scene.map { " \($0.rawValue) 1" } ?? ""
        return "v4 \(number) \(framesPerSecond) \(loopSeconds) \(ladder)\(codecs)\(shows)"
    }
}
