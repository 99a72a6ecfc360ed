import MediaCore

/// The steering manifest that EXT-X-CONTENT-STEERING points to (§7, draft-pantos-content-steering): it says
/// which pathway to prefer.
package struct SteeringManifest: Sendable, Hashable {
    /// An entry of PATHWAY-CLONES: a pathway that is made from another by changing its URIs.
    package struct Clone: Sendable, Hashable {
        package var baseID: String
        package var id: String
        /// The host that replaces that of each URI.
        package var host: String?
        /// Query parameters, by their names in UTF-8 order; they replace those of the same name.
        package var parameters: [Parameter]
        /// Absolute URLs that replace a variant's, by STABLE-VARIANT-ID and STABLE-RENDITION-ID.
        package var variantURLs: [String: String]
        package var renditionURLs: [String: String]
    }

    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var value: String
    }

    package enum Fault: Error, Sendable, Hashable {
        case notJSON(offset: Int)
        /// VERSION is not 1, or is missing.
        case unsupportedVersion
        /// PATHWAY-PRIORITY is missing.
        case noPriority
    }

    /// How long until the manifest is loaded again.
    package var timeToLive: Duration
    /// The absolute URL to load next; nil: where this one came from.
    package var reloadURL: String?
    /// The pathways in order of preference: the first one that exists and works is taken.
    package var priority: [String]
    package var clones: [Clone]

    /// - Parameter url: where the body came from after redirects.
    package init(_ body: [UInt8], url: String) throws(Fault) {
        let json: JSONText
        do throws(JSONText.Fault) {
            json = try JSONText(body)
        } catch {
            throw .notJSON(offset: error.offset)
        }
        guard json["VERSION"]?.number == 1 else { throw .unsupportedVersion }
        guard let pathways = json["PATHWAY-PRIORITY"]?.array?.compactMap(\.string), !pathways.isEmpty else {
            throw .noPriority
        }
        let reference = URLReference(base: url)
        let seconds = json["TTL"]?.number.flatMap { $0 > 0 ? $0 : nil } ?? 300
        timeToLive = .seconds(clamping: seconds)
        reloadURL = json["RELOAD-URI"]?.string.map(reference.resolve)
        priority = pathways
        clones = (json["PATHWAY-CLONES"]?.array ?? []).compactMap { SteeringManifest.clone($0, reference) }
    }

    /// Reads one clone; nil, and skipped, when it lacks its base, its ID or its replacement.
    private static func clone(_ json: JSONText, _ reference: URLReference) -> Clone? {
        guard let baseID = json["BASE-ID"]?.string, let id = json["ID"]?.string, !id.isEmpty,
            let replacement = json["URI-REPLACEMENT"]
        else { return nil }
        func urls(_ name: String) -> [String: String] {
            (replacement[name]?.object ?? [:]).compactMapValues { $0.string.map(reference.resolve) }
        }
        let parameters = (replacement["PARAMS"]?.object ?? [:]).compactMap { name, value in
            value.string.map { Parameter(name: name, value: $0) }
        }
        return Clone(
            baseID: baseID, id: id, host: replacement["HOST"]?.string.flatMap { $0.isEmpty ? nil : $0 },
            parameters: parameters.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) },
            variantURLs: urls("PER-VARIANT-URIS"), renditionURLs: urls("PER-RENDITION-URIS"))
    }
}
