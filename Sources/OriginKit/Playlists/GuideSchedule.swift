/// What the demo channels show, as a function of the day: the same for every client, and other programmes every day.
struct GuideSchedule {
    /// A programme of the demo's guide.
    struct Slot {
        /// Seconds since 1970 in UTC.
        var start: Int64
        var stop: Int64
        var show: Show
        /// The season and episode, from 1; nil: it is no series.
        var episode: (season: Int, number: Int)?
        var isNew: Bool
    }

    struct Show {
        var title: String
        var category: String
        var minutes: Int64
        var text: String
        var people: [(job: String, name: String)] = []
        /// The age below which it is not meant.
        var rating: Int?
        var isSeries = true
    }

    let channel: ChannelContent

    /// The programmes of a day, counted from 1970-01-01; they fill it from midnight to midnight (UTC).
    func slots(day: Int64) -> [Slot] {
        let shows = channel.scene.map(Self.shows) ?? (channel.group == "Films" ? Self.films : Self.news)
        var slots: [Slot] = []
        var time = day * 86_400
        let end = time + 86_400
        // Each channel and day begins elsewhere in the table.
        var index = Int((day + Int64(channel.number) * 3) % Int64(shows.count))
        while time < end {
            let show = shows[index % shows.count]
            let stop = min(time + show.minutes * 60, end)
            // A rest too short for a programme goes to the one before.
            if end - time < 600, !slots.isEmpty {
                slots[slots.count - 1].stop = end
                break
            }
            let episode = show.isSeries ? (season: Int(day / 365 % 40) + 1, number: Int(day % 365) + 1) : nil
            slots.append(Slot(start: time, stop: stop, show: show, episode: episode, isNew: index % 3 == 0))
            time = stop
            index += 1
        }
        return slots
    }

    static let news: [Show] = [
        Show(
            title: "Hearth News", category: "News", minutes: 30, text: "The day's news from near and far.",
            people: [("presenter", "Mina Adler")]),
        Show(title: "Weather for the Coast", category: "News", minutes: 10, text: "Wind, tides & what to wear."),
        Show(
            title: "The Long Table", category: "Talk", minutes: 50,
            text: "Four guests, one question, and a pot of tea. Tonight: what is a city for?",
            people: [("presenter", "Jonas Okafor"), ("guest", "Lea Brandt")]),
        Show(
            title: "Small Machines", category: "Documentary", minutes: 45,
            text: "How a lock, a zip and a pencil sharpener came to be.", people: [("presenter", "Ruth Halloran")]),
        Show(
            title: "The Otter & the Kite", category: "Children", minutes: 25,
            text: "Otter learns that wind has a mind.",
            rating: 0),
        Show(
            title: "Evening Strings", category: "Music", minutes: 60, text: "Chamber music from the old mill.",
            people: [("presenter", "Ines Duarte")]),
        Show(
            title: "North Sea Line", category: "Drama", minutes: 55,
            text: "A ferry leaves on time, and one passenger is not on it.",
            people: [("actor", "Tom Feld"), ("actor", "Aya Kimura"), ("director", "P. Lindqvist")], rating: 12),
    ]

    static let films: [Show] = [
        Show(
            title: "The Lamplighter", category: "Film", minutes: 112,
            text: "In a town that has lost its electricity, an old man is needed again.",
            people: [("director", "E. Sandoval"), ("actor", "Marta Quist")], rating: 6, isSeries: false),
        Show(
            title: "Paper Harbour", category: "Film", minutes: 97,
            text: "Two sisters build a boat from everything their father ever wrote.",
            people: [("director", "Noor Vance"), ("actor", "Ida Morel"), ("actor", "Sol Grant")], rating: 12,
            isSeries: false),
        Show(
            title: "Short Cuts: Three Films", category: "Film", minutes: 38,
            text: "Ten minutes each, and not one word.",
            rating: 0, isSeries: false),
        Show(
            title: "Night Shift", category: "Film", minutes: 124,
            text: "A lift stops between two floors, and somebody on the radio knows everybody's name.",
            people: [("director", "K. Arden"), ("actor", "Leo Martens")], rating: 18, isSeries: false),
        Show(
            title: "On the Making of", category: "Documentary", minutes: 29,
            text: "What the camera did not see.", people: [("presenter", "Ruth Halloran")]),
        Show(
            title: "Eleven Winters", category: "Film", minutes: 131,
            text: "A ski resort waits for snow, and a marriage for spring.",
            people: [("director", "O. Brandvold"), ("actor", "Mina Adler")], rating: 16, isSeries: false),
    ]
}
