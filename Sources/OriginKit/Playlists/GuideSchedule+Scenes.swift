import OriginScenes

extension GuideSchedule {
    /// Programmes of an hour each, of which the second, from `start` on, is rated 18, and the others are for all.
    static func evening(from start: Int64) -> [Slot] {
        let shows = [
            Show(
                title: "Morning Harbour", category: "Documentary", minutes: 60, text: "Boats go out.", isSeries: false),
            Show(
                title: "Deep Water", category: "Film", minutes: 60, text: "One does not come back.", rating: 18,
                isSeries: false),
            Show(title: "Late Market", category: "Talk", minutes: 60, text: "What is left.", isSeries: false),
        ]
        return shows.enumerated().map { index, show in
            let begin = start + Int64(index - 1) * 3600
            return Slot(start: begin, stop: begin + 3600, show: show, episode: nil, isNew: false)
        }
    }

    /// What a channel shows whose pictures are that scene.
    static func shows(_ scene: Scene) -> [Show] {
        switch scene {
        case .news: news
        case .dusk: films.filter { ($0.rating ?? 0) < 16 }
        case .night: films.filter { ($0.rating ?? 0) >= 16 } + lateFilms
        case .weather: weather
        case .music: music
        case .children: children
        case .sport: sport
        }
    }

    private static let lateFilms: [Show] = [
        Show(
            title: "The Night Tower", category: "Film", minutes: 108,
            text: "Somebody waits under a lamp, and the light in the tower goes up one stair too many.",
            people: [("director", "Ada Lindqvist"), ("actor", "Tomas Reyl")], rating: 18, isSeries: false),
        Show(
            title: "Thirteen Steps Down", category: "Thriller", minutes: 52,
            text: "The harbour police find a door that is on no plan.",
            people: [("actor", "Ilse Farrow"), ("actor", "Dov Harte")], rating: 18),
    ]

    private static let weather: [Show] = [
        Show(title: "Weather for the Coast", category: "News", minutes: 15, text: "Wind, tides & what to wear."),
        Show(title: "Roads and Ferries", category: "News", minutes: 15, text: "What runs, what is late, what is shut."),
        Show(
            title: "The Map Room", category: "Science", minutes: 30,
            text: "Where a cold front comes from, and why it is always on a Wednesday.",
            people: [("presenter", "Hanne Okoro")], rating: 0),
    ]

    private static let music: [Show] = [
        Show(
            title: "Night Ferry Sessions", category: "Music", minutes: 60,
            text: "Glass Garden play Low Tide from end to end, on a ship that does not sail.",
            people: [("actor", "Glass Garden")]),
        Show(title: "One Song, Four Ways", category: "Music", minutes: 30, text: "A tune goes round the table."),
        Show(title: "Vinyl Hour", category: "Music", minutes: 60, text: "Only what crackles."),
    ]

    private static let children: [Show] = [
        Show(
            title: "Pip and the Hill", category: "Children", minutes: 15,
            text: "Pip is round, the hill is steep, and the snail knows a shorter way.", rating: 0),
        Show(
            title: "Song Garden", category: "Children", minutes: 20, text: "Sing, clap and water the flowers.",
            rating: 0),
        Show(
            title: "The Otter & the Kite", category: "Children", minutes: 25,
            text: "A kite has lost its wind.", rating: 0),
        Show(
            title: "Small Trains", category: "Children", minutes: 15, text: "Where do the carriages sleep?", rating: 0),
    ]

    private static let sport: [Show] = [
        Show(
            title: "Cup: Hafen – Bergstadt", category: "Sport", minutes: 120,
            text: "The semi-final, from the harbour ground.",
            people: [("commentator", "Piet Marrow")], isSeries: false),
        Show(title: "Highlights", category: "Sport", minutes: 30, text: "All the goals, and the one that was none."),
        Show(title: "On Two Wheels", category: "Sport", minutes: 60, text: "The coast stage, wind from the left."),
    ]
}
