extension OverlayPage {
    /// The pages that are there where the owner has no folder of them: the same as the files that ship.
    package static let shipped = [favourites, upNext]

    package static let favourites = OverlayPage(
        id: "favourites", title: OverlayText(["en": "Favourites", "ko": "즐겨찾기"]),
        rows: [OverlayRow(.cards(.favourites, limit: 60))])

    package static let upNext = OverlayPage(
        id: "up-next", title: OverlayText(["en": "Up next on this channel", "ko": "이 채널의 다음 프로그램"]),
        rows: [
            OverlayRow(
                .cards(.next, limit: 12),
                empty: OverlayText([
                    "en": "The guide says nothing about this channel.", "ko": "이 채널의 편성 정보가 없습니다.",
                ]))
        ])
}
