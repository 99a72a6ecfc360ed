import Foundation

/// A channel list of painted channels in a file of its own, which is there as long as this is.
final class DoorList: Sendable {
    private let url = URL(fileURLWithPath: "/tmp/hearth-doors-\(UInt64.random(in: 0 ... .max)).m3u")
    var path: String { url.path }

    init(_ channels: [PaintedChannel]) throws {
        var text = "#EXTM3U\n"
        for (index, channel) in channels.enumerated() {
            let number = index + 1
            text += "#EXTINF:-1 tvg-id=\"c\(number)\" tvg-chno=\"\(number)\" \(channel.attributes),Grey \(number)\n"
            text += "http://origin/\(number).m3u8\n"
        }
        try Data(text.utf8).write(to: url)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
