import Foundation

/// A film of six seconds with a tone inside, and other sounds beside it: made by the `ffmpeg` program, once per machine.
enum SoundFixtures {
    /// The tone of each sound, in hertz. `inside` is muxed with the picture: AAC, stereo, 48 kHz.
    static let tones = ["inside": 440.0, "high": 1000.0, "surround": 2000.0, "mono": 3200.0]

    private static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-fixtures-sound-1")

    /// The files by address: `http://test/main.m3u8` and everything it names.
    static let files: [String: [UInt8]] = {
        do {
            if !FileManager.default.fileExists(atPath: folder.appendingPathComponent("done").path) { try make() }
            var all: [String: [UInt8]] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                all["http://test/\(name)"] = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            }
            all["http://test/main.m3u8"] = Array(main.utf8)
            return all
        } catch {
            print("fixtures: \(error)")
            return [:]
        }
    }()

    private static let main = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="inside",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="high",LANGUAGE="de",AUTOSELECT=YES,URI="high.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="surround",LANGUAGE="fr",AUTOSELECT=YES,CHANNELS="6",URI="surround.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="mono",LANGUAGE="sv",AUTOSELECT=YES,CHANNELS="1",URI="mono.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.64000d,mp4a.40.2",AUDIO="a"
        inside.m3u8

        """

    private static func make() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func tone(_ name: String) -> [String] {
            ["-f", "lavfi", "-i", "sine=frequency=\(Int(tones[name] ?? 0)):sample_rate=48000:duration=8,volume=4"]
        }
        func hls(_ name: String, _ seconds: String) -> [String] {
            [
                "-t", "8", "-f", "hls", "-hls_time", seconds, "-hls_list_size", "0", "-hls_segment_filename",
                folder.appendingPathComponent("\(name)%d.ts").path, folder.appendingPathComponent("\(name).m3u8").path,
            ]
        }
        let head = ["-v", "error", "-y"]
        let picture = ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=8"]
        let video = [
            "-c:v", "libx264", "-preset", "veryfast", "-g", "25", "-keyint_min", "25", "-sc_threshold", "0", "-bf", "0",
        ]
        let runs = [
            head + picture + tone("inside") + video + ["-c:a", "aac", "-ac", "2"] + hls("inside", "1"),
            head + tone("high") + ["-c:a", "aac", "-ac", "2"] + hls("high", "1"),
            head + tone("surround") + ["-c:a", "ac3", "-ac", "6", "-b:a", "448k", "-af", "pan=5.1|FL=c0|FR=c0|FC=c0"]
                + hls("surround", "2"),
            head + tone("mono") + ["-c:a", "libmp3lame", "-ac", "1", "-ar", "44100"] + hls("mono", "3"),
        ]
        for arguments in runs where !PlaybackFixtures.run(arguments) { throw CocoaError(.fileWriteUnknown) }
        try Data().write(to: folder.appendingPathComponent("done"))
    }
}
