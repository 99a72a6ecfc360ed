/// Tells a follower of a change: one HTTP request, `NOTIFY` (UPnP Device Architecture 1.1, 4.3.2).
package enum EventPoster {
    /// What came of it.
    package enum Outcome: Sendable, Hashable { case taken, failed }

    /// Tells the first address that takes it. Blocks, for some seconds at most for each address.
    package static func post(_ delivery: EventSubscriptions.Delivery) -> Outcome {
        for callback in delivery.callbacks {
            let answer = try? HomeHTTP.exchange(
                "NOTIFY", callback,
                headers: [
                    "CONTENT-TYPE: text/xml; charset=\"utf-8\"", "NT: upnp:event", "NTS: upnp:propchange",
                    "SID: \(delivery.id)", "SEQ: \(delivery.key)",
                ], body: delivery.body)
            if let answer, (200..<300).contains(answer.status) { return .taken }
        }
        return .failed
    }
}
