/// Subtitles that are put inside the films of `PlaybackFixtures`: English as SubRip, German as ASS, and Korean that is forced.
enum FilmSubtitles {
    static let files = [
        "en.srt": """
        1
        00:00:00,500 --> 00:00:01,500
        Low <i>tide</i>

        2
        00:00:02,000 --> 00:00:03,000
        The ferry
        is late

        3
        00:00:04,000 --> 00:00:05,000
        {\\an8}Above

        """,
        "de.ass": """
        [Script Info]
        ScriptType: v4.00+
        PlayResX: 320
        PlayResY: 180

        [V4+ Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Underline, Alignment, MarginL, MarginR, MarginV
        Style: Default,Arial,18,&H00FFFFFF,0,0,0,2,10,10,10
        Style: Sign,Arial,18,&H00FFFFFF,0,-1,0,8,10,10,10

        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
        Dialogue: 0,0:00:00.50,0:00:01.50,Default,,0,0,0,,Ebbe, sagt er
        Dialogue: 0,0:00:02.00,0:00:03.00,Sign,,0,0,0,,Die Fähre\\Nkommt {\\fad(100,100)}spät
        Dialogue: 0,0:00:04.00,0:00:05.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0 100 100{\\p0}

        """,
        "ko.srt": """
        1
        00:00:03,200 --> 00:00:03,800
        섬

        """,
    ]

    static func inputs(_ path: (String) -> String) -> [String] {
        var arguments: [String] = []
        for name in ["en.srt", "de.ass", "ko.srt"] { arguments += ["-i", path(name)] }
        arguments += ["-map", "0:v", "-map", "1:a", "-map", "2:s", "-map", "3:s", "-map", "4:s"]
        arguments += ["-metadata:s:a:0", "language=eng"]
        for (number, language) in ["eng", "ger", "kor"].enumerated() {
            arguments += ["-metadata:s:s:\(number)", "language=\(language)"]
        }
        return arguments + ["-disposition:s:0", "default", "-disposition:s:2", "forced"]
    }
}
