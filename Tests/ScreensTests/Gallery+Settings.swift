import Layout

@testable import Screens

/// The settings on the screen.
extension Gallery {
    /// One section of the settings, with all kinds of rows.
    static let settings: ListState = {
        func row(_ id: String, _ title: String, _ note: String?, _ detail: String? = nil, isSet: Bool = true)
            -> ListState.Row
        {
            var row = ListState.Row(id: "setting:tracks/\(id)", title: title)
            row.note = note
            row.detail = detail
            row.staysOpen = true
            row.isAdjustable = isSet
            row.isFact = !isSet
            return row
        }
        var sections = ListState(
            .settings,
            rows: ["Language and look", "Sound and subtitles", "Remotes"].map { title in
                var row = ListState.Row(id: "setting:\(title)", title: title)
                row.staysOpen = true
                return row
            })
        sections.current = sections.rows[1].id
        var state = ListState(
            .settings,
            rows: [
                row("sound-language", "Sound language", "As the channel says"),
                row("subtitle-language", "Subtitle language", "Português (BR)"), row("volume", "Volume", "80"),
                row("night", "Night mode", "Off"),
                row(
                    "output", "Sound comes from", "hw:CARD=HDMI,DEV=0", "Administrator: [audio] device", isSet: false),
            ])
        state.group = "tracks"
        state.title = "Sound and subtitles"
        state.above = [sections]
        return state
    }()

    static let captionSettings: ListState = {
        var state = settings
        state.title = "How captions look"
        state.group = "captions"
        var style = CaptionStyle()
        (style.size, style.color, style.face) = (1.5, Color(0xffff00), .serif)
        state.sample = style
        return state
    }()
}
