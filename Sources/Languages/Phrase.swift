/// The texts of the interface, each by the name under which a catalogue has it.
///
/// `key` is the name in a file of texts; `english` is what stands there where no file says otherwise.
package enum Phrase: String, Hashable, Sendable, CaseIterable {
    // Lists and the menu.
    case favourites, noFavourites, howToAddFavourite, addFavourite, removeFavourite, choose, watch, close,
        channels, allChannels, groups, information, menu, channelList, previousChannel, otherChannel, playing,
        starting, doesNotPlay, figures, keyTest, pressAnyKey, noMeaning, standby, nameless, on, off, none
    // Keys of the remote.
    case ok, back, left, right, channelKeys, holdOK, holdBack, digits, cancel, channelUpKey, channelDownKey,
        volumeUpKey, volumeDownKey, lastChannelKey, playKey, guideKey
    // What plays.
    case now, next, soundOnly, muted, sound, subtitles, volume, pause, goOn, live, place, speed, whatDidSheSay,
        toLive, startOver, resumedAt, nextEpisode, nextUp, noInformation, playNow, notNow, playsIn, leftOut, move,
        playHere,
        stayHere, notThere, passedOver, unplayableSound, unplayablePicture, tryNow, waiting, keepTyping, pressOK, then,
        from,
        noChannel, tryingNow, tryingAgain, breakOnly, breakPart, skip, skipIn
    // The info panel, picture and sound.
    case nowTab, tracksTab, pictureTab, detailsTab, picture, pictureInPicture, soundDelay, night, longSoundDelay,
        longNight,
        overscan, output, forced, modeAutomatic, modeFit, modeFill, modeZoom, mono, stereo, soundChannels,
        season, episode, episodeTitle, actors, presenters, directors
    // The guide: the page of a programme, reminders.
    case genres, alsoShown, remindMe, doNotRemind, toChannel, menuLeadsThere, watchReminded
    // The search.
    case home, continueWatching, onNowHere, search, searchPrompt, searchHelp, searching, nothingFound, onNow, space,
        clearText, asOnTelephone
    // The settings.
    case settings, settingsLook, settingsTracks, settingsCaptions, settingsPicture, settingsRemotes,
        settingsSources, settingsParental, settingsNetwork, settingsAbout, administrator, asOwnerSet, language,
        asSystem, textSize, percent, contrast, normal, high, movement, movementFull, movementReduced, clock,
        asLanguage, twelveHours, twentyFourHours, readingDirection, fromLeft, fromRight, spokenInterface,
        spokenForPrograms, spokenAloud, pictureBeside, besideGuide, besideAll, asSent, captionSample, captionSize,
        captionLetters,
        lettersSans, lettersSerif, lettersMono, captionColor, captionEdge, edgeOutline, edgeShadow, edgeRaised,
        edgeDepressed, captionGround, captionOpacity, captionPlace, placeBottom, placeTop, colorWhite, colorBlack,
        colorRed, colorGreen, colorBlue, colorYellow, colorMagenta, colorCyan, soundLanguage, asChannel,
        subtitleLanguage, asSound, audioDescription, forDeaf, keyPlan, televisionRemote, battery, readLists,
        readGuides, channelCount, programmeCount, notReadYet, withoutGuide, passcode, passcodeSet, passcodeNotSet,
        lockedFrom, lockedChannels, lockAgain, boxName, address, notConnected, lineRate, version, system, runsFor,
        updates, notInOrder
    // Figures.
    case nothingPlays, decoder, variant, variantOf, network, buffer, buffered, behindLive, trouble, keptReady,
        lastFlip, lastFlips, noFlips, keyToPicture, warm, cold, bitRate, dropped, stalls, screen, droppedFrames,
        stallCount, readyPlaylist, readyMedia, readyPicture, readyAll, stepSettle, stepPlaylist, stepMedia,
        stepDecode, stepReveal, stepScreen, stepMotion, stepSound, flipFailed, flipFailedWaiting, flipSlow,
        flipSlowTook, flipLongest, flipLongestTook, usualHereWarm, usualHereCold, usualAllWarm, usualAllCold
    // A remote that is taught.
    case learnRemote, leaveOut, keyBefore, enough, withAnotherRemote, keepingRemote, nothingLearnt,
        learningFailed, lowBattery, teaching, pressKey, remoteKept, noteHeard, noteDifferent, noteLearnt,
        noteTaken, noteLeftOut, noteUnwanted, noteOtherProtocol, noteUndecodable
    // Phones.
    case pairPhone, pairByCamera, pairByHand, phonePaired, phoneNotPaired, phones
    case castAsks, castOnce, castAlways, castNever, castFrom, castFailed, playsOn, playElsewhere, lookingForRenderers,
        noRenderers, howToFindRenderers, bringBack, asksRenderer, playsNotOn
    // Codes and locks.
    case enterPasscode, checking, wrongCode, attemptsLeft, locked, lockedForGood, lockedUnchecked, lockedChannel,
        lockedFor, isLocked, backTo, reasonAdult, reasonAge, reasonProgrammeAge, reasonProgrammeAdult,
        reasonUnrated, reasonChosen, reasonHours, reasonWoundBack
    // The channel list.
    case loadingChannels, noChannels, howToAddChannels, channelsUnreadable
    // Failures: the title, what helps, and in one line what happened.
    case noNetwork, noNetworkHelp, noNetworkReason, unreachable, unreachableHelp, unreachableReason, notFound,
        notFoundHelp, notFoundReason, refused, refusedHelp, refusedReason, serverTrouble, serverTroubleHelp,
        serverTroubleReason, timedOut, timedOutHelp, timedOutReason, notAChannel, notAChannelHelp,
        notAChannelReason, noInput, noInputHelp, noInputReason, damaged, damagedHelp, damagedReason, unsupported,
        unsupportedReason, ended,
        endedHelp, endedReason, device, deviceHelp, deviceReason, otherFailure
    // Lengths of time.
    case seconds, minutes, minutesSeconds, hours, hoursMinutes
    // What is spoken.
    case spokenPosition, spokenChosen, spokenUnavailable, spokenAdjust, spokenPaused, spokenDelete,
        spokenTyped, spokenKey, roleChannel, roleButton, roleTab, roleMenu, roleTimeline
    // Times and dates.
    case timeOfDay, timeOfHalfDay, beforeNoon, afterNoon, date, sunday, monday, tuesday, wednesday,
        thursday, friday, saturday, january, february, march, april, may, june, july, august, september,
        october, november, december

    /// The name in a file of texts: `no_favourites`.
    package var key: String {
        let letters = Array(rawValue)
        var key = ""
        for (index, letter) in letters.enumerated() {
            // A capital begins a word, but for one within several: `pressOK`, `notAChannel`.
            let begins =
                letter.isUppercase && index > 0
                && (!letters[index - 1].isUppercase
                    || (letters.indices.contains(index + 1) && letters[index + 1].isLowercase))
            key += (begins ? "_" : "") + letter.lowercased()
        }
        return key
    }

    /// The text of a name in a file; nil: there is none.
    package init?(key: String) {
        guard let phrase = Self.byKey[key] else { return nil }
        self = phrase
    }

    private static let byKey = Dictionary(uniqueKeysWithValues: allCases.map { ($0.key, $0) })
}
