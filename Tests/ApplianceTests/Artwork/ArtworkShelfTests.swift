import Testing

@testable import Appliance

@Suite("Artwork that is kept on the disk")
struct ArtworkShelfTests {
    private static let megabyte = 1 << 20

    @Test("What was not used for longest goes, with some more, once all is too much; what is new stays")
    func capacity() {
        var shelf = ArtworkShelf()
        for number in 0..<64 {
            #expect(shelf.wrote("\(number)", bytes: Self.megabyte, at: Int64(number)) == [])
        }
        shelf.used("0", at: 100)
        let gone = shelf.wrote("new", bytes: Self.megabyte, at: 101)
        #expect(gone == (1...8).map { "\($0)" })
        // There is room again.
        #expect(shelf.wrote("next", bytes: Self.megabyte, at: 102) == [])
    }

    @Test("A file that is written again counts once")
    func again() {
        var shelf = ArtworkShelf()
        for _ in 0..<200 { #expect(shelf.wrote("same", bytes: Self.megabyte, at: 1) == []) }
        #expect(shelf.wrote("large", bytes: ArtworkShelf.capacity, at: 2) == ["same"])
    }

    @Test("However small they are, there are not too many files")
    func count() {
        let old = (0..<ArtworkShelf.mostFiles).map { ("\($0)", ArtworkShelf.File(bytes: 1, used: Int64($0))) }
        var shelf = ArtworkShelf(Dictionary(uniqueKeysWithValues: old))
        let gone = shelf.wrote("new", bytes: 1, at: 5000)
        #expect(gone.count == 401 && gone.first == "0" && !gone.contains("new"))
    }

    @Test("A record is read as it was written, by the address it is of alone, and not when it was damaged")
    func record() throws {
        let record = ArtworkRecord(
            url: "http://h/a.png", checked: 1000, headers: ["etag": "\"x\"", "last-modified": "Tue"], bytes: [1, 10, 3])
        #expect(ArtworkRecord(file: record.file, url: "http://h/a.png") == record)
        #expect(ArtworkRecord(file: record.file, url: "http://h/b.png") == nil)
        #expect(record.conditions == ["If-None-Match": "\"x\"", "If-Modified-Since": "Tue"])
        for index in record.file.indices {
            _ = ArtworkRecord(file: Array(record.file.prefix(index)), url: "http://h/a.png")
            var other = record.file
            other[index] ^= 0x3f
            _ = ArtworkRecord(file: other, url: "http://h/a.png")
        }
        #expect(ArtworkRecord(file: [], url: "http://h/a.png") == nil)
    }

    @Test("A header that would break a line, or is absurd, is not kept")
    func headers() {
        let record = ArtworkRecord(
            url: "u", checked: 0,
            headers: ["etag": "a\nb", "last-modified": String(repeating: "x", count: 2000)], bytes: [])
        #expect(record.conditions.isEmpty)
    }

    @Test("It is used unasked for a day; a clock that was set back makes it no younger")
    func fresh() {
        let record = ArtworkRecord(url: "u", checked: 1_000_000, headers: [:], bytes: [])
        #expect(record.isFresh(at: 1_000_000) && record.isFresh(at: 1_000_000 + 86_399))
        #expect(!record.isFresh(at: 1_000_000 + 86_400) && !record.isFresh(at: 999_999))
    }
}
