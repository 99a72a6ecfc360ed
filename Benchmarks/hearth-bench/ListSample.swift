import Glibc

/// Writes channel lists as providers send them: names of many scripts with marks of quality, five to ten attributes,
/// addresses that hold an account.
///
/// The same for the same number of entries, so that figures can be compared.
struct ListSample {
    private static let names: [[String]] = [
        words("News Sport Movies Cinema Kids Discovery Nature History Music Comedy Action Family Drama Classic World"),
        words("Télé Cinéma Événement Première Français Jeunesse Académie Découverte Régional Été Noël Québec"),
        words("Österreich Köln Straße Müller Größe Fernsehen Übertragung München Süd Schlager Dänemark Ångström"),
        words("España Acción Niños Educación Televisión São Coração Notícias Ação Público Señal Fútbol Región"),
        words("Первый Россия Новости Спорт Кино Детский Мир Культура Звезда Пятница Матч Страна Москва Наука"),
        words("الجزيرة الأخبار الرياضة السينما العربية الأطفال القرآن الكويت الوثائقية دبي المغرب الشرق"),
        words("中央电视台 新闻 体育 电影 湖南卫视 凤凰 香港 少儿 纪录 东方 音乐 財經 日本テレビ アニメ ニュース 映画"),
        words("Ελλάδα Ειδήσεις Αθλητικά Ταινίες Παιδικά Κόσμος Μουσική Ιστορία Πρώτο Θεσσαλονίκη"),
        words("한국방송 뉴스 스포츠 영화 어린이 음악 드라마 여행 역사 자연"),
    ]
    /// Of how many in a hundred names each script is.
    private static let shares = [40, 12, 8, 8, 12, 7, 6, 4, 3]
    private static let marks = [
        "", "", "", "", " HD", " FHD", " 4K", " SD", " ᴴᴰ", " ⓖ", " (backup)", " ⚽", " 🎬", " ᴿᴬᵂ",
    ]
    private static let countries = words("DE FR ES PT RU AE CN GR KR US UK IT PL TR NL SE BR AL RO IN")
    private static let kinds = words("Entertainment Sport Cinéma Kids News Документальные 电影 Music VOD Serien 24/7")

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

    private var state: UInt64 = 7

    private mutating func random(_ count: Int) -> Int {
        // xorshift64
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(count))
    }

    /// Writes a list.
    /// - Returns: names that are in it, for looking them up.
    mutating func write(_ path: String, entries: Int) throws -> [String] {
        guard let file = fopen(path, "w") else { throw BenchError("cannot write \(path)") }
        defer { fclose(file) }
        fputs("#EXTM3U x-tvg-url=\"http://guide.example.com/xmltv.php?username=viewer&password=secret\"\n", file)
        var group = ""
        var names: [String] = []
        for index in 0..<entries {
            // A group is some hundred entries long.
            if index % 150 == 0 {
                group = "\(Self.countries[random(Self.countries.count)]) | \(Self.kinds[random(Self.kinds.count)])"
            }
            let name = name()
            if index % max(1, entries / 200) == 0 { names.append(name) }
            fputs(entry(index, name: name, group: group), file)
        }
        return names
    }

    private mutating func name() -> String {
        var share = random(100)
        var script = 0
        while script < Self.shares.count - 1, share >= Self.shares[script] {
            share -= Self.shares[script]
            script += 1
        }
        let words = Self.names[script]
        let text = (0...random(3)).map { _ in words[random(words.count)] }.joined(separator: " ")
        let country = random(3) == 0 ? "\(Self.countries[random(Self.countries.count)]): " : ""
        return "\(country)\(text) \(random(900))\(Self.marks[random(Self.marks.count)])"
    }

    private mutating func entry(_ index: Int, name: String, group: String) -> String {
        let id = random(10) < 6 ? "channel\(index / 2).example" : ""
        var attributes = "tvg-id=\"\(id)\" tvg-name=\"\(name)\""
        attributes += " tvg-logo=\"http://logos\(random(9)).example.com/stalker_portal/misc/logos/320/\(index).png\""
        attributes += " group-title=\"\(group)\""
        switch random(10) {
        case 0...2: attributes += " catchup=\"xc\" catchup-days=\"7\" tvg-rec=\"7\""
        case 3: attributes += " catchup=\"append\" catchup-days=\"3\" catchup-source=\"?utc={utc}&lutc={lutc}\""
        case 4: attributes += " tvg-chno=\"\(index + 1)\" tvg-language=\"German\" tvg-country=\"DE\" timeshift=\"2\""
        case 5: attributes += " audio-track=\"fra\" aspect-ratio=\"16:9\" tvg-shift=\"-1\""
        case 6: attributes += " parent-code=\"\(random(4) == 0 ? "1234" : "")\" tvg-rating=\"TV-14\""
        default: break
        }
        var lines = "#EXTINF:-1 \(attributes),\(name)\n"
        if random(20) == 0 { lines += "#EXTVLCOPT:http-user-agent=Mozilla/5.0 (SmartHub; SMART-TV; Linux/SmartTV)\n" }
        let kind = ["live", "movie", "series"][random(3)]
        lines +=
            "http://line\(random(5)).provider.example:8080/\(kind)/viewer0123456789/secret0123456789/\(index + 100_000)"
        lines += kind == "live" ? ".ts" : ".mkv"
        if random(40) == 0 { lines += "|User-Agent=VLC%2F3.0.18&Referer=http://provider.example/" }
        return lines + "\n"
    }
}
