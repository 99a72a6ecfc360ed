import MediaCore

/// What X-ASSET-LIST leads to (Appendix D): the assets of one interstitial, played one behind the other.
package struct AssetList: Sendable, Hashable {
    package struct Asset: Sendable, Hashable {
        /// The absolute URL of the asset's playlist.
        package var url: String
        package var duration: Duration
    }

    package enum Fault: Error, Sendable, Hashable {
        case notJSON(offset: Int)
        /// There is no member ASSETS that is an array.
        case noAssets
        /// The asset of this index, from 0, has no URI or no DURATION.
        case malformedAsset(Int)
    }

    /// The assets in playing order; empty means that the interstitial is over at once.
    package var assets: [Asset]
    /// The skip button that the list asks for; it overrides that of the date range.
    package var skipControl: SkipControl?

    /// - Parameter url: where the body came from after redirects.
    package init(_ body: [UInt8], url: String) throws(Fault) {
        let json: JSONText
        do throws(JSONText.Fault) {
            json = try JSONText(body)
        } catch {
            throw .notJSON(offset: error.offset)
        }
        guard let entries = json["ASSETS"]?.array else { throw .noAssets }
        let reference = URLReference(base: url)
        assets = []
        for (index, entry) in entries.enumerated() {
            guard let uri = entry["URI"]?.string, !uri.isEmpty, let seconds = entry["DURATION"]?.number, seconds >= 0
            else { throw .malformedAsset(index) }
            assets.append(Asset(url: reference.resolve(uri), duration: .seconds(clamping: seconds)))
        }
        guard let control = json["SKIP-CONTROL"] else { return }
        func seconds(_ name: String) -> Duration? {
            control[name]?.number.flatMap { $0 >= 0 ? .seconds(clamping: $0) : nil }
        }
        skipControl = SkipControl(
            offset: seconds("OFFSET"), duration: seconds("DURATION"), labelID: control["LABEL-ID"]?.string)
    }
}
