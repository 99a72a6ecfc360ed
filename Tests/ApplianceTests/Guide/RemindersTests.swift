import GuideStore
import MediaCore
import Store
import Testing

@testable import Appliance

@Suite("Reminders")
struct RemindersTests {
    private let start = HostTime.zero + .seconds(100)
    private let evening: Int64 = 1_764_010_800

    private func reminder(_ channel: String = "a", at minutes: Int64, title: String = "Film") -> Reminder {
        Reminder(
            channel: channel, start: evening + minutes * 60, stop: evening + (minutes + 90) * 60, title: title)
    }

    @Test("One is told a minute before, once, and stands in the menu until the programme is over")
    func told() {
        var room = Reminders()
        let film = reminder(at: 30)
        #expect(room.handle(.remind(film), at: start, wall: evening) == [.store([film]), .changed])
        #expect(room.contains("a", start: film.start))
        #expect(room.nextWake == start + .seconds(60))
        #expect(room.handle(.wake, at: start, wall: film.start - 61).isEmpty)
        #expect(room.nextWake == start + .seconds(1))
        #expect(
            room.handle(.wake, at: start, wall: film.start - 60) == [.store([]), .tell(film), .changed])
        #expect(room.all.isEmpty && room.told == [film])
        #expect(room.handle(.wake, at: start, wall: film.stop - 1).isEmpty)
        #expect(room.handle(.wake, at: start, wall: film.stop) == [.changed])
        #expect(room.told.isEmpty && room.nextWake == nil)
    }

    @Test("What began while the box was off is told as long as it is on; what is over is forgotten")
    func missed() {
        let (past, running) = (reminder("a", at: -200), reminder("b", at: -20))
        var room = Reminders([running, past])
        #expect(
            room.handle(.wake, at: start, wall: evening) == [.store([]), .tell(running), .changed])
        #expect(room.told == [running])
    }

    @Test("Taken back it is neither told nor kept; chosen twice it is there once")
    func forgotten() {
        var room = Reminders()
        let film = reminder(at: 30)
        _ = room.handle(.remind(film), at: start, wall: evening)
        #expect(room.handle(.remind(film), at: start, wall: evening).isEmpty)
        #expect(room.handle(.forget("a", start: film.start), at: start, wall: evening) == [.store([]), .changed])
        #expect(room.handle(.wake, at: start, wall: film.start).isEmpty && room.nextWake == nil)
    }

    @Test("A programme that the guide moves takes its reminder along, by its title, three hours at most")
    func moved() {
        let film = reminder(at: 30)
        func follow(_ cells: [(minutes: Int64, title: String)]) -> [Reminder] {
            var room = Reminders([film])
            let listed = cells.map {
                GuideReader.Cell(
                    start: evening + $0.minutes * 60, stop: evening + ($0.minutes + 60) * 60, title: $0.title)
            }
            _ = room.handle(
                .listed(listed, of: "a", in: evening - 86_400..<evening + 86_400), at: start, wall: evening - 7200)
            return room.all
        }
        #expect(follow([(30, "Film"), (200, "Film")]) == [film])
        #expect(follow([(30, "News"), (45, "Film"), (200, "Film")]).map(\.start) == [evening + 45 * 60])
        // Later than that it is another showing; and a guide that says nothing takes nothing away.
        #expect(follow([(30, "News"), (211, "Film")]) == [film])
        #expect(follow([]) == [film])
    }

    @Test("As many as are kept, and no more; times at the end of time do not trap")
    func bounds() {
        var room = Reminders()
        for index in 0..<Store.mostReminders + 5 {
            _ = room.handle(.remind(reminder("c\(index)", at: 60)), at: start, wall: evening)
        }
        #expect(room.all.count == Store.mostReminders)
        let edge = Reminder(channel: "x", start: .max - 1, stop: .max, title: "")
        var other = Reminders([edge, Reminder(channel: "y", start: .min, stop: .min + 1, title: "")])
        _ = other.handle(.wake, at: start, wall: evening)
        _ = other.handle(
            .listed([GuideReader.Cell(start: .min, stop: .max, title: "")], of: "x", in: 0..<Int64.max), at: start,
            wall: .max)
        #expect(other.nextWake == nil)
    }
}
