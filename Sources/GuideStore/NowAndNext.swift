/// What is on a channel, and what follows; either may be missing where the guide has a gap.
package struct NowAndNext: Hashable, Sendable {
    package var now: Programme?
    package var next: Programme?

    package init(now: Programme? = nil, next: Programme? = nil) {
        self.now = now
        self.next = next
    }
}
