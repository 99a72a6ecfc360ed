extension HomeScreen {
    var spoken: SpokenLabel? {
        switch place {
        case .deed(let index):
            guard state.deeds.indices.contains(index) else { return SpokenLabel(.notice, Strings.home) }
            return SpokenLabel(
                .button, Strings.name(of: state.deeds[index]),
                states: index == 0 ? [state.playing?.heading, state.programme?.title] : [],
                position: .init(index, of: state.deeds.count), heading: Strings.home)
        case .row:
            guard let (row, index) = focused else { return SpokenLabel(.notice, Strings.home) }
            return OverlayScreen.spoken(row, index, heading: row.title ?? Strings.home)
        }
    }
}
