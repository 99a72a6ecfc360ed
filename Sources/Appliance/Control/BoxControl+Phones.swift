import Channels
import ControlProtocol
import GuideStore
import MediaCore
import Screens

/// What phones ask besides a remote's keys: pairing, what is on everywhere, pictures.
extension BoxControl {
    package func phones() async -> PhoneList { await box.read { $0.phoneList } }

    package func offerPairing() async throws -> PhoneOffer {
        try await box.read { box in Result { () throws(ControlError) in try box.offerPairing() } }.get()
    }

    package func withdrawPairing() async { await box.withdrawPairing() }

    package func pair(_ request: PhonePairRequest) async throws -> PhoneToken {
        try await box.read { box in Result { () throws(ControlError) in try box.pair(request) } }.get()
    }

    package func revoke(_ request: PhoneRevokeRequest) async throws -> PhoneList {
        try await box.read { box in Result { () throws(ControlError) in try box.revoke(request) } }.get()
    }

    package func guideNow(toRemote: Bool) async -> GuideNow {
        let tuner = await box.read { $0.tuner }
        let channels = tuner.lineup.channels.filter { !toRemote || !tuner.hidesName(of: $0) }.map(\.id)
        let found = await box.devices.guide?.nowAndNext(channels, at: WallClock.seconds) ?? [:]
        return GuideNow(
            entries: channels.compactMap { id in
                found[id].map {
                    GuideNow.Entry(
                        channel: id, now: $0.now.map(ProgrammeInfo.init), next: $0.next.map(ProgrammeInfo.init))
                }
            })
    }

    package func artwork(of channel: String?, fitting room: PixelSize?, toRemote: Bool) async throws -> [UInt8] {
        let original = try await artwork(of: channel, toRemote: toRemote)
        guard let room else { return original }
        return await box.artwork.fitted(original, to: room)
    }

    private func artwork(of channel: String?, toRemote: Bool) async throws -> [UInt8] {
        let (tuner, listings) = await box.read { ($0.tuner, $0.listings) }
        let none = ControlError(.notFound, cause: "there is no picture of it", nextStep: "")
        guard let known = (channel ?? tuner.watching).flatMap({ tuner.lineup[$0] }),
            !toRemote || !tuner.hidesName(of: known)
        else { throw none }
        if channel == nil, let cover = await box.read({ $0.nowPlaying.cover }) { return cover }
        if channel == nil, let programme = listings[known.id]?.now,
            let picture = ProgrammePicture(of: programme, on: known.id), let guide = box.devices.guide
        {
            let request = ArtworkRequest(picture, reach: await guide.pictureReach(of: known.id))
            if let bytes = await box.artwork.original(request) { return bytes }
        }
        guard let logo = known.logo, let bytes = await box.artwork.original(ArtworkRequest(logo: logo, of: known))
        else {
            throw none
        }
        return bytes
    }
}
