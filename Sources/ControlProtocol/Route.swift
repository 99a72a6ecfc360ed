/// Everything the control API can be asked, in one table for the server and its clients.
///
/// HTTP/1.1 with JSON bodies (UTF-8, snake_case keys) on the daemon's UNIX socket. An answer that
/// is not 2xx carries an `ErrorBody`. Streams are server-sent events.
package enum Route: String, CaseIterable, Sendable {
    /// → `Status`
    case status
    /// → `ChannelList`
    case channels
    /// `TuneRequest` → `ChannelInfo` of the channel that is being tuned
    case tune
    /// `PressRequest` → `Done`
    case press
    /// → `CommandList`
    case commands
    /// `CommandRequest` → `CommandAnswer`
    case command
    /// `PlayRequest` → `ChannelInfo`
    case play
    /// → `Done`
    case stop
    /// `VolumeRequest` → `SoundLevel`
    case volume
    /// `MuteRequest` → `SoundLevel`
    case mute
    /// → `TrackList`
    case tracks
    /// `TrackRequest` → `TrackList`
    case audio
    /// `TrackRequest` → `TrackList`
    case subtitles
    /// → `FlipList`; `?channel=` a number, a name or an id, `?last=` how many of the newest
    case flips
    /// → metrics in the OpenMetrics text format; also at `/metrics`, where scrapers look
    case metrics
    /// `DiagnosticsRequest` → `DiagnosticsInfo`
    case diagnostics
    /// → `CECLogList`; `?last=` how many of the newest
    case cec
    /// → `CECDeviceList`: asks every address on the CEC line; seconds
    case cecScan = "cec/scan"
    /// `LearnRequest` → `Done`: teaches a remote from here on, by `ControlEvent.lesson`
    case remoteLearn = "remote/learn"
    /// `LessonRequest` → `Done`
    case remoteLesson = "remote/lesson"
    /// → a PNG of what is on the screen now; `?width=` in pixels scales it down
    case shot
    /// → `SoundMeter`
    case meter
    /// `FavouriteRequest` → `ChannelInfo` as it is after
    case favourite
    /// `PasscodeRequest` → `Done`
    case passcode
    /// → a stream of `ControlEvent`
    case events
    /// → a stream of log lines, first the newest ones there are; `?follow=0` ends after them
    case log

    package enum Method: String, Sendable { case get = "GET", post = "POST" }

    package var method: Method {
        switch self {
        case .status, .channels, .commands, .tracks, .flips, .metrics, .cec, .shot, .meter, .events, .log: .get
        case .tune, .press, .command, .play, .stop, .volume, .mute, .audio, .subtitles, .diagnostics, .cecScan,
            .remoteLearn, .remoteLesson, .favourite, .passcode: .post
        }
    }

    package var path: String { "/v1/\(rawValue)" }
}
