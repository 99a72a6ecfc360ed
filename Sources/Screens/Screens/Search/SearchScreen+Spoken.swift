extension SearchScreen {
    var spoken: SpokenLabel? {
        switch place {
        case .key(let place):
            let name =
                switch SearchKeyboard.key(at: place) {
                case .letter(let letter): String(letter)
                case .space: Strings.space
                case .erase: Strings.spokenDelete
                case .clear: Strings.clearText
                }
            // What is typed is said with each key, as nobody sees the field.
            return SpokenLabel(.button, name, states: [field.text], heading: Strings.search)
        case .word(let index):
            guard state.words.indices.contains(index) else { return SpokenLabel(.notice, Strings.search) }
            return SpokenLabel(
                .button, state.words[index], position: .init(index, of: state.words.count), heading: Strings.search)
        case .result(let index):
            guard let result = focused else { return SpokenLabel(.notice, Strings.nothingFound) }
            return SpokenLabel(
                result.start == nil ? .channel : .row, result.title,
                states: [result.note, result.isOn && result.start != nil ? Strings.onNow : nil],
                position: .init(index, of: state.results.count), heading: Strings.search)
        }
    }
}
