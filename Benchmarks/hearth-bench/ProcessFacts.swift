import FlipMeasures
import Foundation
import Glibc

/// Facts about a process, from /proc.
enum ProcessFacts {
    static func sample(_ processID: pid_t, seconds: Double, flips: Int) -> ResourceSample {
        let place = "/proc/\(processID)"
        let files = FileManager.default
        let descriptors = (try? files.contentsOfDirectory(atPath: place + "/fd")) ?? []
        let sockets = descriptors.count {
            (try? files.destinationOfSymbolicLink(atPath: "\(place)/fd/\($0)"))?.hasPrefix("socket:") ?? false
        }
        return ResourceSample(
            seconds: seconds, flips: flips,
            threads: (try? files.contentsOfDirectory(atPath: place + "/task"))?.count ?? 0,
            descriptors: descriptors.count, sockets: sockets,
            residentMegabytes: ProcessMemory.residentMegabytes(of: processID) ?? 0)
    }
}

extension ResourceSample {
    var row: [(String, Double)] {
        [
            ("s", seconds.rounded()), ("flips", Double(flips)), ("threads", Double(threads)),
            ("fds", Double(descriptors)),
            ("sockets", Double(sockets)), ("rss_mb", residentMegabytes),
        ]
    }
}
