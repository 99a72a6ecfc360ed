/// A queue in one array: amortised constant time at both ends.
package struct FIFO<Element> {
    private var storage: [Element?] = []
    private var head = 0

    package init() {}

    package var count: Int { storage.count - head }
    package var isEmpty: Bool { count == 0 }
    package var first: Element? { isEmpty ? nil : storage[head] }

    package mutating func append(_ element: Element) {
        storage.append(element)
    }

    package mutating func popFirst() -> Element? {
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

    package mutating func removeAll() {
        storage.removeAll()
        head = 0
    }

    package func forEach(_ body: (Element) -> Void) {
        for index in head..<storage.count {
            if let element = storage[index] { body(element) }
        }
    }
}

extension FIFO: Sendable where Element: Sendable {}
