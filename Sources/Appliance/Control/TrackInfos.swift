import ControlProtocol
import HLS

extension TrackList {
    init(_ menu: TrackMenu) {
        self.init(audio: TrackList.list(menu.audio), subtitles: TrackList.list(menu.texts))
    }

    private static func list(_ entries: [TrackMenu.Entry]) -> [TrackInfo] {
        entries.enumerated().map { index, entry in
            TrackInfo(
                number: index + 1, name: entry.name, language: entry.rendition.language,
                kind: entry.rendition.kind.info, characteristics: entry.rendition.characteristics,
                selected: entry.isSelected)
        }
    }
}

extension Rendition.Kind {
    fileprivate var info: TrackInfo.Kind {
        switch self {
        case .audio, .video: .audio
        case .subtitles: .subtitles
        case .closedCaptions: .captions
        }
    }
}
