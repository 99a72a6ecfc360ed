import Languages
import MediaCore

// What is said of each screen that takes keys.

extension ListScreen {
    var spoken: SpokenLabel? {
        guard let row = focused else { return SpokenLabel(.notice, Strings.noChannels, heading: heading) }
        let position = SpokenLabel.Position(focusedIndex, of: state.rows.count)
        guard state.kind == .channels else {
            return SpokenLabel(
                .row, row.title,
                states: [
                    row.note, row.detail, row.isEnabled ? nil : Strings.spokenUnavailable,
                    row.isAdjustable && row.isEnabled ? Strings.spokenAdjust : nil,
                ], position: position, heading: heading)
        }
        let standing = row.id == state.current ? state.standing.map(Strings.standing) : nil
        return SpokenLabel(
            .channel, Self.channel(row).heading, states: [row.note, standing, row.next], position: position,
            heading: heading)
    }
}

extension OverlayScreen {
    var spoken: SpokenLabel? {
        guard let page else { return nil }
        guard let (row, index) = focused else {
            let texts = page.rows.map { row in if case .text(let text) = row.content { text } else { row.title ?? "" } }
            guard hasPages else { return SpokenLabel(.notice, page.title, states: texts) }
            return SpokenLabel(
                .tab, page.title, states: texts, position: SpokenLabel.Position(pageIndex, of: state.pages.count))
        }
        return Self.spoken(row, index, heading: row.title.map { "\(page.title). \($0)" } ?? page.title)
    }

    /// What is said of a thing in a row.
    static func spoken(_ row: OverlayState.Row, _ index: Int, heading: String) -> SpokenLabel {
        let position = SpokenLabel.Position(index, of: row.count)
        switch row.content {
        case .buttons(let buttons):
            return SpokenLabel(.button, buttons[index].label, position: position, heading: heading)
        case .cards(let cards):
            let card = cards[index]
            switch card.kind {
            case .channel:
                return SpokenLabel(
                    .channel, card.channel.heading,
                    states: [
                        card.programme?.title, card.isPlaying ? Strings.playing : nil,
                        card.isLocked ? Strings.locked : nil,
                    ], position: position, heading: heading)
            case .programme:
                return SpokenLabel(
                    .row, card.programme?.title ?? card.channel.heading,
                    states: [card.programme?.times, card.isLocked ? Strings.locked : nil], position: position,
                    heading: heading)
            case .addFavourite:
                return SpokenLabel(
                    .button, Strings.addFavourite, states: [card.channel.heading], position: position, heading: heading)
            case .removeFavourite:
                return SpokenLabel(
                    .button, Strings.removeFavourite, states: [card.channel.heading], position: position,
                    heading: heading)
            }
        case .text, .picture: return SpokenLabel(.notice, heading)
        }
    }
}

extension InfoScreen {
    var spoken: SpokenLabel? {
        guard let tab else { return SpokenLabel(.notice, state.channel.heading) }
        guard let place, let row = focused else {
            return SpokenLabel(
                .tab, tab.title, states: contents(of: tab),
                position: SpokenLabel.Position(
                    state.tabs.firstIndex { $0.id == tab.id }, of: state.tabs.count), heading: state.channel.heading)
        }
        let column = tab.columns[place.column]
        return SpokenLabel(
            row.command == nil ? .row : .button, row.title,
            states: [
                row.note, row.isChosen ? Strings.spokenChosen : nil, row.isAdjustable ? Strings.spokenAdjust : nil,
            ], position: SpokenLabel.Position(place.row, of: column.rows.count), heading: column.title ?? tab.title)
    }

    /// What a tab tells by itself: of the programme all that is read, of how it plays nothing, as that changes always.
    private func contents(of tab: InfoTab) -> [String?] {
        guard let programme = tab.programme else { return [] }
        return [
            programme.label?.title, programme.episode, programme.label?.times, programme.rating, programme.genre,
            programme.description, programme.people,
            programme.next.map { [Strings.next, $0.times, $0.title].compactMap(\.self).joined(separator: " ") },
        ]
    }
}

extension TransportScreen {
    var spoken: SpokenLabel? {
        switch place {
        case .timeline:
            // The place itself moves all the time; that which is looked for is said as it changes.
            if state.timeline?.target != nil {
                return SpokenLabel(
                    .timeline, state.targetText ?? "",
                    states: [state.targetTitle, Strings.spokenKey(Strings.ok, Strings.playHere)],
                    heading: state.title ?? state.channel.heading)
            }
            return SpokenLabel(
                .timeline, state.title ?? state.channel.heading,
                states: [
                    state.subtitle, state.isAtLive ? Strings.live : nil, state.isPaused ? Strings.spokenPaused : nil,
                ]
            )
        case .menus(let index):
            guard state.menus.indices.contains(index) else { return nil }
            let menu = state.menus[index]
            return SpokenLabel(
                menu.entries.count > 1 ? .menu : .button, menu.title, states: [menu.value],
                position: SpokenLabel.Position(index, of: state.menus.count))
        case .entries(let index, let entry):
            guard state.menus.indices.contains(index), state.menus[index].entries.indices.contains(entry) else {
                return nil
            }
            let menu = state.menus[index]
            return SpokenLabel(
                .row, menu.entries[entry].title, states: [menu.entries[entry].isChosen ? Strings.spokenChosen : nil],
                position: SpokenLabel.Position(entry, of: menu.entries.count), heading: menu.title)
        }
    }
}

extension PasscodeScreen {
    /// What is typed is never said, nor which digit of the keypad has the focus: who types it there would say it aloud.
    var spoken: SpokenLabel? {
        let prompt = entry.prompt
        let heading = [Strings.isLocked(prompt.channel), prompt.reason.map(Strings.reason)].compactMap(\.self)
            .joined(separator: ". ")
        let typed = Strings.spokenTyped(entry.typedCount, of: prompt.length)
        let back = Strings.spokenKey(Strings.back, prompt.back.map(Strings.backTo) ?? Strings.cancel)
        let notice: String? =
            switch entry.notice {
            case .checking: Strings.checking
            case .wrong(let attemptsLeft): attemptsLeft.map(Strings.attemptsLeft) ?? Strings.wrongCode
            case nil: nil
            }
        return switch entry.focusedKey {
        case .digit: SpokenLabel(.question, Strings.enterPasscode, states: [notice, typed, back], heading: heading)
        case .cancel: SpokenLabel(.button, Strings.cancel, states: [notice, typed], heading: heading)
        case .delete: SpokenLabel(.button, Strings.spokenDelete, states: [notice, typed], heading: heading)
        }
    }
}

extension InterstitialScreen {
    var spoken: SpokenLabel? {
        switch state.phase {
        case .searching:
            return state.to.map { SpokenLabel(.channel, $0.heading, states: [state.programme?.title]) }
        case .typing(let digits):
            guard let channel = state.to else { return SpokenLabel(.question, digits, states: [Strings.keepTyping]) }
            return SpokenLabel(.channel, channel.heading, states: [Strings.pressOK])
        case .unknownNumber(let digits): return SpokenLabel(.notice, Strings.noChannel(digits))
        case .previewing:
            return state.to.map {
                SpokenLabel(
                    .channel, $0.heading,
                    states: [state.programme?.title, Strings.spokenKey(Strings.ok, Strings.watch)])
            }
        case .failed(let reason, _):
            return SpokenLabel(
                .button, Strings.tryNow,
                heading: [state.to?.heading, Strings.reason(reason)].compactMap(\.self)
                    .joined(separator: ". "))
        }
    }
}

extension FailureScreen {
    /// The countdown is not said: it would never end.
    var spoken: SpokenLabel? {
        let words = Strings.failure(state.reason, of: state.channel)
        let back = state.canGoBack ? state.back.map(Strings.backTo) ?? Strings.previousChannel : nil
        return SpokenLabel(
            .button, Strings.tryNow, states: [back.map { Strings.spokenKey(Strings.back, $0) }],
            heading: "\(words.title). \(words.help)")
    }
}

extension ResumeScreen {
    var spoken: SpokenLabel? {
        SpokenLabel(
            .button, Strings.startOver,
            heading: "\(offer.channel.heading). \(Strings.resumed(at: TransportState.time(offer.place)))")
    }
}

extension BreakScreen {
    var spoken: SpokenLabel? {
        SpokenLabel(.button, Strings.skip, heading: Strings.breakPart(state.number, of: state.count))
    }
}

extension ProposalScreen {
    var spoken: SpokenLabel? {
        SpokenLabel(
            .button, Strings.playNow, states: [state.title, state.subtitle],
            heading: state.kind == .episode ? Strings.nextEpisode : Strings.nextUp)
    }
}

extension GuideScreen {
    var spoken: SpokenLabel? {
        if let filters, state.filters.indices.contains(filters.index) {
            let filter = state.filters[filters.index]
            return SpokenLabel(
                .button, Strings.name(of: filter), states: [filter == state.filter ? Strings.spokenChosen : nil],
                position: .init(filters.index, of: state.filters.count), heading: filters.heading(state.filters))
        }
        guard let channel else { return SpokenLabel(.notice, Strings.noChannels, heading: Strings.guide) }
        let details = state.details.flatMap { $0.channel == channel.id && $0.start == focused?.start ? $0 : nil }
        let title = focused.flatMap { $0.title.isEmpty ? nil : $0.title } ?? Strings.noInformation
        return SpokenLabel(
            .row, title,
            states: [
                details?.programme.label?.times, state.locked.contains(channel.id) ? Strings.locked : nil,
            ], heading: channel.heading)
    }
}

extension PairingScreen {
    var spoken: SpokenLabel? {
        guard let offer = state.offer else { return nil }
        return SpokenLabel(
            .question, Strings.say(.pairPhone),
            states: [Strings.say(.pairByHand), offer.address, offer.code.map(String.init).joined(separator: " ")])
    }
}

extension LearningScreen {
    var spoken: SpokenLabel? {
        var position: SpokenLabel.Position?
        if case .asking(_, let number) = state.phase { position = .init(number - 1, of: state.count) }
        return SpokenLabel(
            .question, LearningPanel.headline(state), states: [state.note.map(Strings.learning)], position: position,
            heading: Strings.teaching(state.remote))
    }
}

extension ProgrammeScreen {
    var spoken: SpokenLabel? {
        let heading = [state.programme.label?.title ?? state.channel.heading, state.programme.label?.times]
            .compactMap(\.self).joined(separator: ", ")
        switch place {
        case .deed(let index):
            guard state.deeds.indices.contains(index) else { return SpokenLabel(.notice, heading) }
            return SpokenLabel(
                .button, Strings.name(of: state.deeds[index]),
                position: SpokenLabel.Position(index, of: state.deeds.count), heading: heading)
        case .showing(let index):
            guard state.showings.indices.contains(index) else { return SpokenLabel(.notice, heading) }
            let showing = state.showings[index]
            return SpokenLabel(
                .row, showing.title, states: [showing.times, showing.channel.heading],
                position: SpokenLabel.Position(index, of: state.showings.count), heading: Strings.alsoShown)
        }
    }
}
