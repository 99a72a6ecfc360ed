/// Numbers and texts in a row of bytes: numbers in groups of seven bits, texts behind their length.
enum StoredBytes {
    enum Broken: Error { case notWhole }

    struct Writer {
        var bytes: [UInt8] = []

        /// Appends a number that is not negative.
        mutating func write(_ number: Int) {
            var rest = UInt(bitPattern: number)
            while rest >= 0x80 {
                bytes.append(UInt8(rest & 0x7f) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }

        /// Appends a number of either sign, or none.
        mutating func write(signed number: Int?) {
            write(number == nil ? 0 : (number ?? 0) < 0 ? 2 : 1)
            if let number { write(Int(clamping: number.magnitude)) }
        }

        mutating func write(_ text: String) {
            write(text.utf8.count)
            bytes += text.utf8
        }

        mutating func write(optional text: String?) {
            write((text?.utf8.count ?? -1) + 1)
            if let text { bytes += text.utf8 }
        }

        mutating func write(_ texts: [String]) {
            write(texts.count)
            for text in texts { write(text) }
        }

        mutating func write(_ values: [String: String]) {
            write(values.count)
            if values.isEmpty { return }
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                write(name)
                write(value)
            }
        }
    }

    struct Reader {
        private let bytes: [UInt8]
        private var index: Int

        init(_ bytes: [UInt8], from index: Int) {
            self.bytes = bytes
            self.index = index
        }

        mutating func number() throws(Broken) -> Int {
            var number: UInt = 0
            for shift in stride(from: UInt(0), to: 63, by: 7) {
                guard index < bytes.count else { throw .notWhole }
                let byte = bytes[index]
                index += 1
                number |= UInt(byte & 0x7f) << shift
                if byte < 0x80 { return Int(clamping: number) }
            }
            throw .notWhole
        }

        /// A number of things that follow, each of at least one byte.
        mutating func count() throws(Broken) -> Int {
            let count = try number()
            guard count <= bytes.count - index else { throw .notWhole }
            return count
        }

        mutating func signed() throws(Broken) -> Int? {
            switch try number() {
            case 0: nil
            case 1: try number()
            case 2: -(try number())
            default: throw .notWhole
            }
        }

        mutating func text() throws(Broken) -> String { text(of: try count()) }

        mutating func optionalText() throws(Broken) -> String? {
            let size = try number() - 1
            guard size >= 0 else { return nil }
            guard size <= bytes.count - index else { throw .notWhole }
            return text(of: size)
        }

        private mutating func text(of size: Int) -> String {
            let end = index + size
            defer { index = end }
            return String(decoding: bytes[index..<end], as: UTF8.self)
        }

        mutating func texts() throws(Broken) -> [String] {
            let count = try count()
            var texts: [String] = []
            for _ in 0..<count { texts.append(try text()) }
            return texts
        }

        mutating func dictionary() throws(Broken) -> [String: String] {
            let count = try count()
            var values: [String: String] = [:]
            for _ in 0..<count {
                let name = try text()
                values[name] = try text()
            }
            return values
        }
    }
}
