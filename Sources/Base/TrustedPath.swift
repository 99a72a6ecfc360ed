import Glibc

/// Says whether a program may be trusted to be what its owner put there.
package enum TrustedPath {
    /// The part of a path that others may change than root and the user that runs this, or that is not there; nil: none.
    package static func alterable(_ path: String) -> String? {
        var place = path
        while !place.isEmpty {
            var status = stat()
            guard stat(place, &status) == 0 else { return place }
            let isShared = status.st_mode & S_IFMT == S_IFDIR && status.st_mode & S_ISVTX != 0
            let isOthers = status.st_uid != 0 && status.st_uid != geteuid()
            if isOthers || (status.st_mode & (S_IWGRP | S_IWOTH) != 0 && !isShared) { return place }
            guard place != "/" else { return nil }
            place = place.lastIndex(of: "/").map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? ""
        }
        return nil
    }
}
