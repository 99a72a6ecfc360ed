import Devices
import MediaCore

/// Follows the steering server: plays on the pathway that it puts first, and on the next one while that fails.
extension HLSSession {
    /// The longest steering manifest, in bytes.
    private static let longestManifest = 1 << 20

    /// Begins to follow, where the multivariant playlist says so.
    mutating func beginSteering(_ now: HostTime) {
        steering = multivariant.playlist.contentSteering.map { ContentSteering($0, at: now) }
    }

    /// Asks for the manifest when it is due, and goes to another pathway when that is better; called at every event.
    mutating func steer(_ now: HostTime) {
        // What nobody sees may be on any pathway.
        guard let steering, isPlaying, !sampling.isOn, !downloads.isHolding, !orders.saidEnded else { return }
        if steering.isDue(at: now) { loadSteering(now) }
        guard timeline.isJoined, !streams.hasPending(.main), !streams.hasPending(.audio), let main = streams.main,
            main.isPlaced, let pathway = self.steering?.pathway(among: pathways, at: now)
        else { return }
        adaptation.prefer([pathway] + (self.steering?.priority ?? []))
        guard adaptation.variants[main.variant].pathway != pathway,
            let next = adaptation.variant(on: pathway, insteadOf: main.variant, options, at: now)
        else { return }
        adaptation.switched(from: main.variant, to: next, at: now)
        open(variant: next, isPending: true)
    }

    private var pathways: Set<String> { Set(multivariant.playlist.variants.map(\.pathway)) }

    private mutating func loadSteering(_ now: HostTime) {
        guard let url = steering?.url else { return }
        steering?.loads()
        if let bytes = DataURL.bytes(url) { return read(bytes, from: url, now) }
        guard HLSSession.isSupported(url) else {
            steering?.failed(nil, at: now)
            return
        }
        let pathway = streams.main.map { adaptation.variants[$0.variant].pathway } ?? ""
        var request = playlistRequest(
            steering?.request(playing: pathway, throughput: adaptation.throughput) ?? url)
        request.maximumBytes = Self.longestManifest
        orders.give(.loadPlaylist(orders.open(.steering), request))
    }

    mutating func steeringLoaded(_ loaded: LoadedPlaylist, _ now: HostTime) { read(loaded.body, from: loaded.url, now) }

    mutating func steeringFailed(_ error: FetchError, _ now: HostTime) {
        steering?.failed(error, at: now)
        orders.warn(.playlistUnavailable(error))
    }

    private mutating func read(_ body: [UInt8], from url: String, _ now: HostTime) {
        guard let manifest = try? SteeringManifest(body, url: url) else {
            steering?.failed(nil, at: now)
            return
        }
        steering?.accept(manifest, at: now)
        guard !manifest.clones.isEmpty else { return }
        multivariant.clone(manifest.clones)
        adaptation.add(multivariant.playlist.variants)
    }

    /// Leaves the pathway of a variant that failed alone for a while, where there is another to go to.
    mutating func leavePathway(of variant: Int, _ now: HostTime) {
        guard steering != nil, adaptation.variants.indices.contains(variant) else { return }
        let failed = adaptation.variants[variant].pathway
        var after = steering
        after?.penalise(failed, at: now)
        guard let next = after?.pathway(among: pathways.subtracting([failed]), at: now) else { return }
        steering = after
        adaptation.prefer([next] + (after?.priority ?? []))
    }
}
