import Foundation
import GRDB
import Guide
import HLS

extension Store {
    /// Makes all that moves between boxes what it is in `state`, all of it or nothing.
    ///
    /// - Parameter lineup: whose numbers they are; nil: the box has no list
    package func move(_ state: MovedState, lineup: String?) async throws(StoreError) {
        try await write { database in
            try Self.write(favourites: state.favourites, database)
            try database.execute(sql: "DELETE FROM channel_edit; DELETE FROM resume_point; DELETE FROM track_choice")
            try Self.write(pictures: state.pictures, database)
            try Self.write(edits: state.edits, database)
            for point in state.resumePoints { try Self.write(point, database) }
            try Self.write(tracks: state.tracks, last: state.lastTracks, database)
            if let volume = state.volume { try Self.write(volume: volume, isMuted: state.isMuted ?? false, database) }
            if let lineup, let numbers = state.numbers {
                try Self.write(numbers, from: lineup, database)
            }
        }
    }
}
