import Foundation
import Testing

@testable import XMLTV

@Suite("Times of guides")
struct XMLTVTimeTests {
    private static let evening: Int64 = 1_795_456_800  // 2026-11-23 18:00:00 UTC

    @Test(
        "a full time in each way to tell the zone",
        arguments: [
            ("20261123180000 +0000", 0), ("20261123180000 +0100", -3600), ("20261123180000 -0500", 18000),
            ("20261123180000 +0545", -20700), ("20261123180000 +05:45", -20700), ("20261123180000 +01", -3600),
            ("20261123180000 +1", -3600), ("20261123180000 +100", -3600), ("20261123180000+0100", -3600),
            ("20261123180000 Z", 0), ("20261123180000Z", 0), ("20261123180000 UTC", 0), ("20261123180000 GMT", 0),
            ("20261123180000 utc", 0), ("20261123180000 BST", -3600), ("20261123180000 CET", -3600),
            ("20261123180000 CEST", -7200), ("20261123180000 EST", 18000), ("20261123180000 ACST", -34200),
            ("20261123180000 NST", 12600), ("20261123180000 GMT+0100", -3600), ("20261123180000 UTC-3", 10800),
            ("20261123180000 +0100 CET", -3600), ("  20261123180000   +0100  ", -3600),
            ("20261123180000.000 +0100", -3600), ("2026-11-23T18:00:00Z", 0), ("2026-11-23T18:00:00+01:00", -3600),
            ("2026-11-23 18:00:00 +0100", -3600), ("2026-11-23T18:00:00.123Z", 0), ("2026-11-23T18:00Z", 0),
            ("202611231800 +0100", -3600), ("2026112318 +0100", -3600),
        ])
    func zones(text: String, offset: Int64) {
        #expect(XMLTVTime(text)?.seconds == Self.evening + offset)
        #expect(XMLTVTime(text, defaultOffset: 7777)?.zone == .told)
        #expect(XMLTVTime(text, defaultOffset: 7777)?.seconds == Self.evening + offset)
    }

    @Test(
        "an initial part is the first moment of it",
        arguments: [
            ("2026", 1_767_225_600), ("202611", 1_793_491_200), ("20261123", 1_795_392_000),
            ("2026112318", 1_795_456_800), ("202611231830", 1_795_458_600), ("20261123183015", 1_795_458_615),
            ("2026-11-23", 1_795_392_000), ("19700101000000", 0), ("19691231235959", -1),
            ("20240229", 1_709_164_800), ("20000229000000", 951_782_400), ("20261123240000", 1_795_478_400),
            ("20261231235960", 1_798_761_600), ("00000101", -62_167_219_200), ("99991231235959", 253_402_300_799),
        ])
    func initialParts(text: String, seconds: Int64) {
        #expect(XMLTVTime(text) == XMLTVTime(text, defaultOffset: 0))
        #expect(XMLTVTime(text)?.seconds == seconds)
        #expect(XMLTVTime(text)?.zone == .missing)
        #expect(XMLTVTime(text, defaultOffset: 3600)?.seconds == seconds - 3600)
    }

    @Test(
        "a zone that says nothing is as none, and is told",
        arguments: [
            "20261123180000 IST", "20261123180000 Europe/Berlin", "20261123180000 +", "20261123180000 +9999",
            "20261123180000 +01000", "20261123180000 ?", "20261123180000 +0160", "20261123180000 +0100x",
            "20261123180000 AVERYLONGNAME", "20261123180000 GMT+x",
        ])
    func unknownZones(text: String) {
        #expect(XMLTVTime(text, defaultOffset: 3600)?.seconds == Self.evening - 3600)
        #expect(XMLTVTime(text)?.zone == .unknown)
    }

    @Test(
        "what is no time is none",
        arguments: [
            "", " ", "x", "202", "20261", "2026112", "202611231", "2026112318000", "202611231800001", "20261323",
            "20260023", "20260100", "20260132", "20260230", "20250229", "19000229", "20261123250000",
            "20261123240001", "20261123186000", "20261123180061", "+0100", "-2026", "2026-1-23", "2026-11-",
            "2026-11-23T18:0", "99999999999999999999999999", "２０２６", "2026-13-01",
        ])
    func none(text: String) {
        #expect(XMLTVTime(text) == nil)
    }

    @Test("no offset that a caller gives overflows")
    func extremes() {
        for offset in [Int.max, Int.min] {
            for text in ["00000101", "99991231235959"] { #expect(XMLTVTime(text, defaultOffset: offset) != nil) }
        }
    }

    @Test("every day of two centuries is the calendar's")
    func calendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        for day in stride(from: -25_567, to: 47_482, by: 1) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let number = (parts.year ?? 0) * 10_000 + (parts.month ?? 0) * 100 + (parts.day ?? 0)
            guard XMLTVTime("\(number)")?.seconds == Int64(day) * 86_400 else {
                Issue.record("\(number)")
                return
            }
        }
    }
}
