/// Names of the kernel's key codes, without `KEY_`: what remotes, keyboards and CEC send.
enum KeyNames {
    /// By name. Two names may mean one code; the first is the one shown.
    static let codes = Dictionary(table, uniquingKeysWith: { first, _ in first })

    /// By code.
    static let names = Dictionary(table.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })

    private static let table: [(String, UInt16)] = [
        ("UP", 103), ("DOWN", 108), ("LEFT", 105), ("RIGHT", 106), ("RIGHT_UP", 0x266), ("RIGHT_DOWN", 0x267),
        ("LEFT_UP", 0x268), ("LEFT_DOWN", 0x269),
        ("OK", 0x160), ("SELECT", 0x161), ("ENTER", 28), ("KPENTER", 96),
        ("BACK", 158), ("EXIT", 174), ("ESC", 1), ("BACKSPACE", 14),
        ("HOMEPAGE", 172), ("HOME", 102), ("END", 107), ("MENU", 139), ("ROOT_MENU", 0x26a), ("SETUP", 141),
        ("CONFIG", 171), ("CONTEXT_MENU", 0x1b6), ("OPTION", 0x165), ("TITLE", 0x171), ("MEDIA_TOP_MENU", 0x26b),
        ("CHANNELUP", 0x192), ("CHANNELDOWN", 0x193), ("PAGEUP", 104), ("PAGEDOWN", 109), ("10CHANNELSUP", 0x1b8),
        ("10CHANNELSDOWN", 0x1b9), ("CHANNEL", 0x16b), ("LIST", 0x18b), ("FAVORITES", 0x16c),
        ("NEXT_FAVORITE", 0x270), ("TV", 0x179), ("TV2", 0x17a), ("RADIO", 0x181), ("TUNER", 0x182),
        ("LAST", 0x195), ("PREVIOUS", 0x19c), ("AGAIN", 129), ("FIRST", 0x194),
        ("NUMERIC_0", 0x200), ("NUMERIC_1", 0x201), ("NUMERIC_2", 0x202), ("NUMERIC_3", 0x203),
        ("NUMERIC_4", 0x204), ("NUMERIC_5", 0x205), ("NUMERIC_6", 0x206), ("NUMERIC_7", 0x207),
        ("NUMERIC_8", 0x208), ("NUMERIC_9", 0x209), ("NUMERIC_STAR", 0x20a), ("NUMERIC_POUND", 0x20b),
        ("NUMERIC_11", 0x26c), ("NUMERIC_12", 0x26d), ("NUMERIC_A", 0x20c), ("NUMERIC_B", 0x20d),
        ("NUMERIC_C", 0x20e), ("NUMERIC_D", 0x20f),
        ("0", 11), ("1", 2), ("2", 3), ("3", 4), ("4", 5), ("5", 6), ("6", 7), ("7", 8), ("8", 9), ("9", 10),
        ("KP0", 82), ("KP1", 79), ("KP2", 80), ("KP3", 81), ("KP4", 75), ("KP5", 76), ("KP6", 77), ("KP7", 71),
        ("KP8", 72), ("KP9", 73), ("DOT", 52), ("KPDOT", 83), ("KPPLUS", 78), ("KPMINUS", 74), ("DIGITS", 0x19d),
        ("PLAYPAUSE", 164), ("PLAY", 207), ("PLAYCD", 200), ("PAUSE", 119), ("PAUSECD", 201), ("STOP", 128),
        ("STOPCD", 166), ("REWIND", 168), ("FASTFORWARD", 208), ("FASTREVERSE", 0x275), ("SLOW", 0x199),
        ("SLOWREVERSE", 0x276), ("NEXTSONG", 163), ("NEXT", 0x197), ("FORWARD", 159), ("PREVIOUSSONG", 165),
        ("RECORD", 167), ("STOP_RECORD", 0x271), ("PAUSE_RECORD", 0x272), ("EJECTCD", 161),
        ("MEDIA_REPEAT", 0x1b7), ("SHUFFLE", 0x19a), ("FRAMEBACK", 0x1b4), ("FRAMEFORWARD", 0x1b5),
        ("VOLUMEUP", 115), ("VOLUMEDOWN", 114), ("MUTE", 113), ("UNMUTE", 0x274),
        ("POWER", 116), ("POWER2", 0x164), ("SLEEP", 142), ("WAKEUP", 143), ("SUSPEND", 205),
        ("INFO", 0x166), ("EPG", 0x16d), ("PROGRAM", 0x16a), ("PVR", 0x16e), ("HELP", 138), ("TIME", 0x167),
        ("VOD", 0x273),
        ("RED", 0x18e), ("GREEN", 0x18f), ("YELLOW", 0x190), ("BLUE", 0x191),
        ("SUBTITLE", 0x172), ("LANGUAGE", 0x170), ("AUDIO", 0x188), ("AUDIO_DESC", 0x26e), ("TEXT", 0x184),
        ("ANGLE", 0x173), ("FULL_SCREEN", 0x174), ("ZOOM", 0x174), ("ASPECT_RATIO", 0x177), ("SCREEN", 0x177),
        ("MODE", 0x175), ("VIDEO", 0x189), ("SOUND", 213), ("DATA", 0x277), ("3D_MODE", 0x26f),
        ("BRIGHTNESSUP", 225), ("BRIGHTNESSDOWN", 224),
        ("SEARCH", 217), ("ASSISTANT", 0x247), ("VOICECOMMAND", 0x246),
        ("VENDOR", 0x168), ("MHP", 0x16f), ("AUX", 0x186), ("SAT", 0x17d), ("CD", 0x17f), ("DVD", 0x185),
        ("TAPE", 0x180), ("VCR", 0x17b), ("PC", 0x178), ("CAMERA", 212), ("GAMES", 0x1a1), ("MEMO", 0x18c),
        ("CALENDAR", 0x18d), ("WWW", 150), ("MAIL", 155), ("BOOKMARKS", 156), ("DIRECTORY", 0x18a),
        ("CLEAR", 0x163), ("DELETE", 111), ("INSERT", 110), ("TAB", 15), ("SPACE", 57), ("SWITCHVIDEOMODE", 227),
        ("A", 30), ("B", 48), ("C", 46), ("D", 32), ("E", 18), ("F", 33), ("G", 34), ("H", 35), ("I", 23),
        ("J", 36), ("K", 37), ("L", 38), ("M", 50), ("N", 49), ("O", 24), ("P", 25), ("Q", 16), ("R", 19),
        ("S", 31), ("T", 20), ("U", 22), ("V", 47), ("W", 17), ("X", 45), ("Y", 21), ("Z", 44),
        ("F1", 59), ("F2", 60), ("F3", 61), ("F4", 62), ("F5", 63), ("F6", 64), ("F7", 65), ("F8", 66), ("F9", 67),
        ("F10", 68), ("F11", 87), ("F12", 88),
        ("MINUS", 12), ("EQUAL", 13), ("COMMA", 51), ("SLASH", 53), ("BACKSLASH", 43), ("SEMICOLON", 39),
        ("APOSTROPHE", 40), ("GRAVE", 41), ("LEFTBRACE", 26), ("RIGHTBRACE", 27), ("LEFTSHIFT", 42),
        ("RIGHTSHIFT", 54), ("LEFTCTRL", 29), ("RIGHTCTRL", 97), ("LEFTALT", 56), ("RIGHTALT", 100),
        ("LEFTMETA", 125), ("RIGHTMETA", 126), ("CAPSLOCK", 58), ("COMPOSE", 127),
    ]
}
