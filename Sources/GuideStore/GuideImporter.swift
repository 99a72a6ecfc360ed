import XMLTV

/// Reads a guide's file into its database.
package enum GuideImporter {
    package enum Trouble: Error, CustomStringConvertible {
        /// It ends in the middle: whoever makes it is at it still, or has failed.
        case notWhole(programmes: Int)
        /// It has no programme at all.
        case empty

        package var description: String {
            switch self {
            case .notWhole(let programmes): "the guide breaks off behind \(programmes) programmes"
            case .empty: "the guide has no programmes"
            }
        }
    }

    /// Does the job, in constant memory; the calling thread is busy for as long as that takes. On an error the guide
    /// that was there stays.
    package static func read(_ job: GuideJob) throws -> GuideWriter.Report {
        let wanted = GuideWants(job.channels)
        let writer = try job.writer(wanted)
        // Channels that were told of are known by the writer; of another only its id can tell.
        var isWanted: [String: Bool] = [:]
        let importer = XMLTVImporter(
            handlers: XMLTVReader.Handlers(
                wants: { id in
                    if let known = isWanted[id] { return known }
                    let wants = wanted.contains(XMLTVChannel(id: id))
                    isWanted[id] = wants
                    return wants
                },
                channel: { channel in
                    isWanted[channel.id] = isWanted[channel.id] == true || wanted.contains(channel)
                    try writer.add(channel)
                },
                programme: { try writer.add($0) }))
        let found = try importer.read(path: job.path).guide
        guard found.isWhole else { throw Trouble.notWhole(programmes: found.programmes + found.unwanted) }
        // A guide of channels that nobody has is none the less one; of no programmes at all it is somebody's mishap.
        guard found.programmes + found.unwanted > 0 else { throw Trouble.empty }
        var report = try writer.finish()
        report.unwanted += found.unwanted
        return report
    }
}
