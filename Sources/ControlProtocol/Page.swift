/// A link that opens the loopback page, once: `{"url": "http://127.0.0.1:43210/#5ec2e7"}`.
package struct PageLink: Codable, Sendable, Equatable {
    /// The page's address, with the ticket as its fragment.
    package var url: String

    package init(url: String) {
        self.url = url
    }
}

/// A link's ticket, from which the page gets its token: `{"ticket": "5ec2e7"}`.
package struct PageTicket: Codable, Sendable, Equatable {
    package var ticket: String

    package init(ticket: String) {
        self.ticket = ticket
    }
}

/// What the page sends with its requests, as `Authorization: Bearer`, until the daemon stops.
package struct PageToken: Codable, Sendable, Equatable {
    package var token: String

    package init(token: String) {
        self.token = token
    }
}
