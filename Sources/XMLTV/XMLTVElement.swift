import Glibc

/// The elements of a guide that are read; all else is `other`.
enum XMLTVElement: UInt8 {
    case tv, channel, programme
    case displayName, icon, image, url
    case title, subTitle, desc, date, category, keyword, length, episodeNum
    case credits, person
    case previouslyShown, premiere, new, live
    case rating, starRating, value
    case other

    init(_ name: Bytes) {
        func named(_ text: StaticString) -> Bool {
            // Of the same length: only such are asked.
            guard let start = name.baseAddress else { return false }
            return memcmp(start, text.utf8Start, name.count) == 0
        }
        self = .other
        switch name.count {
        case 2: if named("tv") { self = .tv }
        case 3:
            if named("url") { self = .url } else if named("new") { self = .new }
        case 4:
            if named("desc") {
                self = .desc
            } else if named("icon") {
                self = .icon
            } else if named("date") {
                self = .date
            } else if named("live") {
                self = .live
            }
        case 5:
            if named("title") {
                self = .title
            } else if named("value") {
                self = .value
            } else if named("image") {
                self = .image
            } else if named("actor") || named("guest") {
                self = .person
            }
        case 6:
            if named("rating") {
                self = .rating
            } else if named("length") {
                self = .length
            } else if named("writer") || named("editor") {
                self = .person
            }
        case 7:
            if named("credits") {
                self = .credits
            } else if named("channel") {
                self = .channel
            } else if named("keyword") {
                self = .keyword
            } else if named("adapter") {
                self = .person
            }
        case 8:
            if named("category") {
                self = .category
            } else if named("premiere") {
                self = .premiere
            } else if named("director") || named("producer") || named("composer") {
                self = .person
            }
        case 9:
            if named("programme") {
                self = .programme
            } else if named("sub-title") {
                self = .subTitle
            } else if named("presenter") {
                self = .person
            }
        case 11:
            if named("episode-num") {
                self = .episodeNum
            } else if named("star-rating") {
                self = .starRating
            } else if named("commentator") {
                self = .person
            }
        case 12: if named("display-name") { self = .displayName }
        case 16: if named("previously-shown") { self = .previouslyShown }
        default: break
        }
    }
}
