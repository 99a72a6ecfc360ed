import Base
import Channels
import Commands
import ControlProtocol
import Devices
import Glibc
import GuideStore
import Logging
import MediaCore
import Overlays
import Paint
import Screens

/// Shows the owner's overlays, and does what their buttons say.
extension Box {
    /// How often an open page looks at its folder, and at how far programmes are.
    private static let lookInterval = Duration.seconds(2)
    /// What follows on a channel is asked for that far ahead, in seconds.
    private static let horizon: Int64 = 24 * 3600

    /// Opens the overlays.
    ///
    /// - Parameter page: by its id; nil: the first
    func showOverlay(_ page: String? = nil) -> CommandResult {
        if let page, !overlays.pages(in: .overlay).contains(where: { $0.id == page }) {
            readOverlays()
            return .failed("there is no page of overlays called \(page); 'hearthctl overlays list' has them")
        }
        readOverlays()
        askGuideForOverlays()
        tell(.showOverlay(overlayState(page)))
        lookAtListings()
        wake(.overlay, at: now + Self.lookInterval)
        return .done
    }

    /// Brings what is open up to date, and looks again after a while.
    func refreshOverlay() {
        guard interface.shownOverlay != nil else { return }
        readOverlays()
        renewOverlay()
        wake(.overlay, at: now + Self.lookInterval)
    }

    /// Shows what has changed in the overlays, where they are open.
    func renewOverlay() {
        renewHome()
        guard interface.shownOverlay != nil else { return }
        askGuideForOverlays()
        tell(.overlay(overlayState(nil)))
    }

    private func overlayState(_ page: String?) -> OverlayState {
        let state = inWords { OverlayState(overlays, page: page, tuner, listings, wall: WallClock.seconds) }
        for page in state.pages where page.id == (interface.shownOverlay ?? state.page ?? state.pages.first?.id) {
            for row in page.rows { wantArtwork(of: row) }
        }
        return state
    }

    private func wantArtwork(of row: OverlayState.Row) {
        switch row.content {
        case .cards(let cards): for card in cards.prefix(24) { wantArtwork(of: card.channel) }
        case .picture(let key): wantPicture(key)
        case .buttons, .text: break
        }
    }

    /// The channels that open overlays speak of, or may with the next key.
    var overlayChannels: [Channel.ID] {
        let ids: [String] =
            if let tab = interface.shownInfoTab { tab.owner.map { [$0] } ?? [] } else {
                interface.shownOverlay.map { [$0] } ?? []
            }
        guard let page = overlays.pages.first(where: { ids.contains($0.id) }) else { return [] }
        let cards = OverlayCards(overlays, tuner, listings, wall: 0)
        return page.rows.flatMap { row -> [Channel.ID] in
            guard case .cards(let source, let limit) = row.content else { return [] }
            return (cards.channels(of: source, limit) ?? []).map(\.id)
        }
    }

    // MARK: What is read

    /// Looks whether the folder has changed.
    func readOverlays() {
        guard let shelf = overlayShelf else { return }
        errands.begin { [weak self] in
            guard let news = (try? await blocking(on: "hearth-file") { shelf.changes() }) ?? nil else { return }
            await self?.tellOverlays(.read(news))
        }
    }

    /// Asks the guide for what the pages show of it.
    func askGuideForOverlays() {
        guard let guide = devices.guide else { return }
        let wall = WallClock.seconds
        for (source, limit) in overlays.sources {
            switch source {
            case .next:
                guard let channel = tuner.watching else { continue }
                let known = overlays.coming.flatMap { $0.channel == channel ? $0.programmes : nil }
                errands.begin { [weak self] in
                    // What is on comes with it, and is left out where the cards are made.
                    let cells = await guide.programmes(on: channel, in: wall..<wall + Self.horizon).prefix(limit + 1)
                    // Asked every two seconds while the page is open: the same ones are not looked up again.
                    let isKnown = known?.elementsEqual(cells) {
                        $0.start == $1.start && $0.stop == $1.stop && $0.title == $1.title
                    }
                    if isKnown == true { return }
                    var programmes: [Programme] = []
                    for cell in cells {
                        let told = await guide.nowAndNext([channel], at: cell.start)[channel]?.now
                        // Where two lie over each other it may be another.
                        let whole = told.flatMap { $0.start == cell.start && $0.title == cell.title ? $0 : nil }
                        programmes.append(whole ?? Programme(start: cell.start, stop: cell.stop, title: cell.title))
                    }
                    await self?.tellOverlays(.coming(programmes, on: channel))
                }
            case .genre(let genre):
                errands.begin { [weak self] in
                    let starts = await guide.starts(of: genre, in: wall..<wall + 1)
                    await self?.found(on: Set(starts.filter { !$0.value.isEmpty }.keys), for: source)
                }
            case .search(let words):
                errands.begin { [weak self] in
                    let found = await guide.search(words, from: wall, limit: limit)
                    await self?.tellOverlays(
                        .found(found.map { OverlayFinding(channel: $0.channel, programme: $0.programme) }, source))
                }
            case .favourites, .all, .group, .channels: break
            }
        }
    }

    /// Takes channels in the order of the lineup.
    private func found(on channels: Set<Channel.ID>, for source: OverlaySource) {
        let ordered = tuner.lineup.channels.lazy.map(\.id).filter(channels.contains)
        tellOverlays(.found(ordered.map { OverlayFinding(channel: $0) }, source))
    }

    /// Reads a picture that lies beside an overlay's file, once.
    func wantPicture(_ key: String) {
        guard let path = OverlayCards.path(ofKey: key), wantsArtwork(key) else { return }
        errands.begin { [weak self, codecs = devices.codecs, logger] in
            let read = try? await blocking(on: "hearth-art") { () -> Result<StillImage, any Error> in
                Result { try OverlayPicture.read(path, codecs) }
            }
            switch read {
            case .success(let image)?:
                if let artwork = ArtworkImage(image, as: .poster) { await self?.got(artwork, for: key) }
            case .failure(let error)?:
                logger.warning(
                    "an overlay's picture can't be shown", metadata: ["at": "\(path)", "reason": "\(error)"])
            case nil: break
            }
        }
    }

    // MARK: What comes of it

    func perform(_ effect: OverlayPages.Effect) {
        switch effect {
        case .warn(let page, let text): warn("overlay \(page)", text)
        case .renew:
            renewOverlay()
            renewInfo()
            if interface.showsTransport { refreshTransport() }
        case .renewMarks: showMarks()
        case .tell(let info): publish(.overlay(info))
        }
    }

    /// Does what a button of an overlay says.
    func perform(_ action: OverlayAction) {
        switch action {
        case .command(let command):
            switch perform(command, key: now) {
            case .notNow(let reason), .failed(let reason): say(reason)
            case .done, .nothingToDo: break
            }
        case .program(let name): run(program: name)
        case .close: tell(.closeEverything)
        }
    }

    /// Runs a program of the owner's, and says what it said, or why it did not.
    private func run(program name: String) {
        guard let programs = devices.programs else { return say(OwnerProgramFault.unknown.reason) }
        logger.notice("the overlay runs a program", metadata: ["command": "\(name)"])
        errands.begin { [weak self, logger] in
            do {
                if let line = try await programs.run(name) { await self?.say(line) }
            } catch let fault as OwnerProgramFault {
                logger.warning(
                    "the program did not do it", metadata: ["command": "\(name)", "reason": "\(fault.reason)"])
                await self?.say("\(name): \(fault.reason)")
            } catch {
                await self?.say("\(name): \(error)")
            }
        }
    }

    private func say(_ text: String) { tell(.track(TrackNotice(.words, text))) }
}

/// Reads pictures that owners put beside their overlays.
enum OverlayPicture {
    private static let largest = 8 << 20

    struct TooLarge: Error, CustomStringConvertible {
        var description: String { "it is larger than \(OverlayPicture.largest >> 20) MB, or no file" }
    }

    /// Reads a picture; blocks.
    static func read(_ path: String, _ codecs: any CodecLibrary) throws -> StillImage {
        let file = try OwnedDescriptor(open: path, flags: O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        var status = stat()
        guard fstat(file.raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            (1...largest).contains(Int(status.st_size))
        else { throw TooLarge() }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(file.raw, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemCallError(call: "read \(path)", errno: count < 0 ? errno : EIO) }
            filled += count
        }
        let side = ArtworkImage.Use.poster.side
        return try codecs.decodeImage(bytes, least: PixelSize(width: side, height: side))
    }
}
