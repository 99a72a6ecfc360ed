/// A queue in one array: amortised constant time at both ends.
///
/// Inlinable, as `Locked` and `Monitor` are: what every picture goes through is not looked up by its type each time.
package struct FIFO<Element> {
    @usableFromInline var storage: [Element?] = []
    @usableFromInline var head = 0

    @inlinable package init() {}

    @inlinable package var count: Int { storage.count - head }
    @inlinable package var isEmpty: Bool { count == 0 }
    @inlinable package var first: Element? { isEmpty ? nil : storage[head] }

    @inlinable package mutating func append(_ element: Element) {
        storage.append(element)
    }

    @inlinable package mutating func popFirst() -> Element? {
        guard head < storage.count else { return nil }
        let element = storage[head]
        storage[head] = nil
        head += 1
        if head == storage.count {
            storage.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 64, head * 2 >= storage.count {
            storage.removeFirst(head)
            head = 0
        }
        return element
    }

    @inlinable package mutating func removeAll() {
        storage.removeAll()
        head = 0
    }

    @inlinable package func forEach(_ body: (Element) -> Void) {
        for index in head..<storage.count {
            if let element = storage[index] { body(element) }
        }
    }
}

extension FIFO: Sendable where Element: Sendable {}
