import Guide

extension LineupNames {
    /// The indices of the channels in whose names words begin with all of the words, in the order of the lineup, those
    /// first whose names begin with the first word. Digits also stand for the letters on them.
    func matches(byKeys words: [String]) -> [Int] {
        let wanted = words.map { Array($0.utf8) }
        guard let first = wanted.first else { return [] }
        var best: [Int] = []
        var others: [Int] = []
        for index in foldedEnds.indices {
            let name = (index == 0 ? 0 : foldedEnds[index - 1])..<foldedEnds[index]
            let starts = self.words[(index == 0 ? 0 : wordEnds[index - 1])..<wordEnds[index]]
            guard wanted.allSatisfy({ word in starts.contains { begins(with: word, at: $0, in: name) } }) else {
                continue
            }
            if begins(with: first, at: name.lowerBound, in: name) { best.append(index) } else { others.append(index) }
        }
        return best + others
    }

    private func begins(with word: [UInt8], at place: Int, in name: Range<Int>) -> Bool {
        guard name.upperBound - place >= word.count else { return false }
        for (offset, wanted) in word.enumerated() {
            let letter = folded[place + offset]
            guard letter == wanted || TelephoneKeys.digit(of: letter) == wanted else { return false }
        }
        return true
    }

    /// The words of the names that were typed with these digits, each once, in the order of the lineup.
    /// - Parameters:
    ///   - limit: no more than so many
    ///   - isWanted: whether the name of the channel with this index may be told
    func words(byKeys digits: String, limit: Int, where isWanted: (Int) -> Bool) -> [String] {
        let wanted = Array(digits.utf8)
        var found: [String] = []
        for index in foldedEnds.indices {
            let name = (index == 0 ? 0 : foldedEnds[index - 1])..<foldedEnds[index]
            for place in words[(index == 0 ? 0 : wordEnds[index - 1])..<wordEnds[index]]
            where begins(with: wanted, at: place, in: name) && isWanted(index) {
                let letters = folded[place..<name.upperBound].prefix { TelephoneKeys.digit(of: $0) != nil }
                let word = String(decoding: letters, as: UTF8.self)
                if !found.contains(word) { found.append(word) }
                if found.count >= limit { return found }
            }
        }
        return found
    }
}
