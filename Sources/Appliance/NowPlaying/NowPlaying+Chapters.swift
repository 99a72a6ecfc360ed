import ControlProtocol
import HLS
import MediaCore
import Playback

/// Tells in which chapter of a film it is, and when another one begins.
extension NowPlaying {
    /// A chapter, and its place among all.
    struct ChapterPlace: Sendable, Equatable {
        var chapter: Chapter
        /// From 1.
        var number: Int
        var count: Int
        /// Where the next begins, or the film ends.
        var end: Duration
    }

    /// The chapter at the place that is played; nil: it has none there.
    var chapter: ChapterPlace? {
        guard let (place, length) = filmPlace, let index = chapters.lastIndex(where: { $0.start <= place }) else {
            return nil
        }
        let next = chapters.indices.contains(index + 1) ? chapters[index + 1].start : length
        return ChapterPlace(
            chapter: chapters[index], number: index + 1, count: chapters.count, end: max(chapters[index].start, next))
    }

    /// After how much time another chapter begins, as it plays now; nil: none does.
    var untilNextChapter: Duration? {
        guard state == .playing, speedPercent > 0, let place = filmPlace?.place,
            let next = chapters.first(where: { $0.start > place })
        else { return nil }
        return (next.start - place) * 100 / speedPercent
    }

    /// Where it is after the film's beginning, and how long the film is.
    private var filmPlace: (place: Duration, length: Duration)? {
        guard !chapters.isEmpty, isSettled, let status = itemStatus, let position = status.position,
            let window = status.window, !window.isLive
        else { return nil }
        return (max(.zero, position - window.start), max(.zero, window.end - window.start))
    }
}
