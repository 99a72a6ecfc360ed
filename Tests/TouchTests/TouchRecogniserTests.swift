import Commands
import Devices
import Foundation
import MediaCore
import Testing
import Touch

@Suite("Touch gestures")
struct TouchRecogniserTests {
    private typealias Kind = TouchGesture.Kind

    // MARK: Swipes of the picture

    @Test(
        "A swipe is reached on the way, completed when the finger is lifted, and along one axis only",
        arguments: [
            (0.2, 0.5, 0.8, 0.55, Command.Direction.right), (0.8, 0.5, 0.2, 0.45, .left), (0.5, 0.8, 0.45, 0.2, .up),
            (0.5, 0.2, 0.55, 0.8, .down),
        ])
    func swipe(_ x: Double, _ y: Double, _ endX: Double, _ endY: Double, _ direction: Command.Direction) {
        var finger = Finger(.swipes)
        finger.swipe(from: (x, y), to: (endX, endY), over: 200)
        #expect(finger.kinds == [.swipe(direction, .reached), .swipe(direction, .completed)])
        #expect(finger.gestures[0].time < finger.gestures[1].time)
        #expect(finger.gestures[0].device == Finger.device)
        #expect(finger.recogniser.nextWake == nil)
    }

    @Test("Where the screen follows the finger, a swipe to the left leads to the right")
    func natural() {
        var settings = TouchSettings()
        settings.isNatural = true
        var finger = Finger(.swipes, settings: settings)
        finger.swipe(from: (0.8, 0.5), to: (0.2, 0.5), over: 200)
        #expect(finger.kinds.first == .swipe(.right, .reached))
    }

    @Test("A short quick one counts, as long and as slow ones do not")
    func flick() {
        var finger = Finger(.swipes)
        finger.swipe(from: (0.5, 0.5), to: (0.7, 0.5), over: 80)
        #expect(finger.kinds == [.swipe(.right, .reached), .swipe(.right, .completed)])
        finger.forget()
        finger.swipe(from: (0.5, 0.5), to: (0.7, 0.5), over: 400)
        finger.swipe(from: (0.1, 0.5), to: (0.9, 0.5), over: 4_000)
        #expect(finger.kinds.isEmpty)
    }

    @Test("Neither way: a diagonal is no swipe until it has a direction")
    func diagonal() {
        var finger = Finger(.swipes)
        finger.swipe(from: (0.2, 0.2), to: (0.8, 0.8), over: 200)
        #expect(finger.kinds.isEmpty)
    }

    @Test("Where a swipe commits, going back takes it back, and what is lifted there is none")
    func takenBack() {
        var settings = TouchSettings()
        settings.previews = false
        var finger = Finger(.swipes, settings: settings)
        finger.down(0.2, 0.5)
        finger.slide(to: 0.7, 0.5, over: 200)
        finger.pass(500)
        finger.slide(to: 0.25, 0.5, over: 200)
        finger.pass(100)
        finger.up()
        #expect(finger.kinds == [.swipe(.right, .reached), .swipe(.right, .takenBack)])
    }

    @Test("Where a swipe is a preview, another may follow without lifting the finger")
    func again() {
        var finger = Finger(.swipes)
        finger.down(0.1, 0.5)
        finger.slide(to: 0.45, 0.5, over: 150)
        finger.pass(300)
        finger.slide(to: 0.9, 0.5, over: 150)
        finger.up()
        #expect(
            finger.kinds == [
                .swipe(.right, .reached), .swipe(.right, .completed), .swipe(.right, .reached),
                .swipe(.right, .completed),
            ])
    }

    @Test("A wide surface needs the same way of the finger in both directions")
    func aspect() {
        for (aspect, width, height) in [(2.0, 0.1, 0.2), (0.5, 0.2, 0.1)] {
            var finger = Finger(.list, aspect: aspect)
            finger.swipe(from: (0.4, 0.5), to: (0.4 + width, 0.5), over: 300)
            finger.swipe(from: (0.5, 0.4), to: (0.5, 0.4 + height), over: 300)
            #expect(finger.kinds == [.step(.right), .step(.down)], "\(aspect)")
        }
    }

    @Test("Sensitivity: twice as much is half the way")
    func sensitivity() {
        var settings = TouchSettings()
        settings.sensitivity = 2
        var finger = Finger(.swipes, settings: settings)
        finger.swipe(from: (0.4, 0.5), to: (0.56, 0.5), over: 150)
        #expect(finger.kinds.first == .swipe(.right, .reached))
        settings.sensitivity = 0.5
        finger = Finger(.swipes, settings: settings)
        finger.swipe(from: (0.3, 0.5), to: (0.7, 0.5), over: 300)
        #expect(finger.kinds.isEmpty)
    }

    // MARK: Steps

    @Test("Through a list the focus goes on by one each step, and no faster than it can be followed")
    func steps() {
        var finger = Finger(.list)
        finger.down(0.5, 0.05)
        finger.slide(to: 0.5, 0.95, over: 1_500)
        finger.pass(100)
        finger.up()
        #expect(
            finger.kinds == Array(repeating: .step(.down), count: 4)
                || finger.kinds == Array(repeating: .step(.down), count: 5))
        let gaps = zip(finger.gestures.dropFirst(), finger.gestures).map { $0.time - $1.time }
        #expect(gaps.allSatisfy { $0 >= .milliseconds(90) })
        finger = Finger(.list)
        finger.down(0.05, 0.5)
        finger.slide(to: 0.95, 0.5, over: 100)
        finger.pass(300)
        finger.up()
        #expect(finger.gestures.count <= 2)
    }

    @Test("To go back takes more than to go on")
    func reversal() {
        var finger = Finger(.list)
        finger.down(0.2, 0.5)
        finger.slide(to: 0.39, 0.5, over: 150)
        #expect(finger.kinds == [.step(.right)])
        finger.slide(to: 0.2, 0.5, over: 120)
        #expect(finger.kinds == [.step(.right)])
        finger.slide(to: 0.14, 0.5, over: 40)
        #expect(finger.kinds == [.step(.right), .step(.left)])
    }

    @Test("A flick goes on through a list, slower and slower; a touch stops it")
    func glide() throws {
        var finger = Finger(.list)
        finger.swipe(from: (0.5, 0.2), to: (0.5, 0.6), over: 100)
        let during = finger.gestures.count
        #expect(during >= 1)
        finger.pass(5_000)
        let steps = finger.gestures.dropFirst(during)
        #expect((2...8).contains(steps.count))
        let gaps = zip(steps.dropFirst(), steps).map { $0.time - $1.time }
        #expect(zip(gaps.dropFirst(), gaps).allSatisfy { $0 > $1 })
        #expect(finger.kinds.allSatisfy { $0 == .step(.down) })
        #expect(finger.recogniser.nextWake == nil)

        finger.swipe(from: (0.5, 0.2), to: (0.5, 0.6), over: 100)
        #expect(finger.recogniser.nextWake != nil)
        finger.down(0.5, 0.5)
        #expect(finger.recogniser.nextWake == nil)
    }

    @Test("A flick of the keypad is one step, and of what is no list none goes on")
    func flickOfSteps() {
        var finger = Finger(.steps)
        finger.swipe(from: (0.5, 0.5), to: (0.66, 0.5), over: 72)
        finger.pass(2_000)
        #expect(finger.kinds == [.step(.right)])
    }

    @Test("When the focus goes elsewhere the finger must be lifted before it means anything there, and a flick ends")
    func focus() {
        var finger = Finger(.swipes)
        finger.down(0.5, 0.9)
        finger.slide(to: 0.5, 0.5, over: 150)
        #expect(finger.kinds == [.swipe(.up, .reached)])
        finger.forget()
        finger.use(.list)
        finger.slide(to: 0.5, 0.0, over: 200)
        finger.up()
        finger.pass(1_000)
        #expect(finger.kinds.allSatisfy { $0 == .swipe(.up, .takenBack) })
        finger.swipe(from: (0.5, 0.9), to: (0.5, 0.4), over: 80)
        #expect(finger.recogniser.nextWake != nil)
        finger.use(.swipes)
        #expect(finger.recogniser.nextWake == nil)
    }

    // MARK: Taps, clicks and rests

    @Test("A tap is one where it is asked for, or where nothing can be clicked")
    func tap() {
        for (tap, hasButton, isOne) in [
            (TouchSettings.Tap.automatic, true, false), (.automatic, false, true), (.on, true, true),
            (.off, false, false),
        ] {
            var settings = TouchSettings()
            settings.tap = tap
            var finger = Finger(.swipes, settings: settings, hasButton: hasButton)
            finger.down(0.5, 0.5)
            finger.pass(80)
            finger.up()
            #expect(finger.kinds == (isOne ? [.tap] : []), "\(tap) \(hasButton)")
        }
        var finger = Finger(.swipes, hasButton: false)
        finger.down(0.5, 0.5)
        finger.pass(10)
        finger.up()
        finger.pass(100)
        finger.down(0.5, 0.5)
        finger.pass(600)
        finger.up()
        #expect(finger.kinds.isEmpty)
    }

    @Test(
        "A click is OK in the middle and an arrow at the rim",
        arguments: [
            (0.5, 0.5, Key.confirm), (0.35, 0.6, .confirm), (0.05, 0.5, .left), (0.95, 0.55, .right), (0.45, 0.1, .up),
            (0.5, 0.95, .down),
        ])
    func click(_ x: Double, _ y: Double, _ key: Key) {
        var finger = Finger(.steps)
        finger.down(x, y)
        finger.pass(200)
        let (press, release) = finger.click()
        #expect(press == key && release == key)
        finger.up()
        #expect(finger.kinds.isEmpty)
    }

    @Test("Over a preview a click is OK wherever it is, as it is without a finger, and at the end of a movement")
    func clickIsOK() {
        var finger = Finger(.swipes)
        #expect(finger.click().0 == nil)
        finger.swipe(from: (0.2, 0.5), to: (0.9, 0.5), over: 150)
        #expect(finger.click().0 == .confirm)
        finger.down(0.95, 0.5)
        #expect(finger.click(isOK: true).0 == .confirm)
        finger.up()
        finger.down(0.4, 0.5)
        finger.slide(to: 0.9, 0.5, over: 150)
        #expect(finger.click().0 == .confirm)
    }

    @Test("A click ends the movement, and the finger may go on after it")
    func clickEnds() {
        var finger = Finger(.list)
        finger.down(0.5, 0.3)
        finger.slide(to: 0.5, 0.4, over: 100)
        finger.click()
        finger.slide(to: 0.5, 0.5, over: 100)
        #expect(finger.kinds.isEmpty)
        finger.slide(to: 0.5, 0.65, over: 100)
        #expect(finger.kinds == [.step(.down)])
    }

    @Test("Another key of the same remote ends the movement too; it is no click")
    func otherKey() {
        var finger = Finger(.swipes)
        finger.down(0.2, 0.5)
        finger.slide(to: 0.4, 0.5, over: 100)
        #expect(finger.click(code: 115).0 == nil)
        finger.slide(to: 0.6, 0.5, over: 100)
        finger.pass(100)
        finger.up()
        #expect(finger.kinds.isEmpty)
    }

    @Test("A thumb that rests at an edge asks for a hint until it moves or is lifted; in the middle it does not")
    func rest() {
        var finger = Finger(.swipes)
        finger.down(0.1, 0.5)
        finger.pass(299)
        #expect(finger.kinds.isEmpty)
        finger.pass(1)
        #expect(finger.kinds == [.rest(.left)])
        finger.pass(2_000)
        finger.up()
        #expect(finger.kinds == [.rest(.left), .rest(nil)])
        finger.forget()
        finger.down(0.9, 0.5)
        finger.pass(400)
        finger.slide(to: 0.4, 0.5, over: 150)
        finger.up()
        #expect(finger.kinds == [.rest(.right), .rest(nil), .swipe(.left, .reached), .swipe(.left, .completed)])
        finger.forget()
        finger.down(0.5, 0.5)
        finger.pass(5_000)
        finger.up()
        #expect(finger.kinds.isEmpty)
        finger.down(0.05, 0.5)
        finger.pass(500)
        #expect(finger.click() == (.left, .left))
        #expect(finger.kinds == [.rest(.left), .rest(nil)])
    }

    @Test("Two fingers mean nothing, until both are lifted")
    func twoFingers() {
        var finger = Finger(.swipes)
        finger.down(0.2, 0.5)
        finger.slide(to: 0.3, 0.5, over: 60)
        finger.down(0.8, 0.5)
        finger.slide(to: 0.2, 0.5, over: 200)
        finger.up()
        #expect(finger.kinds.isEmpty)
    }

    @Test("A finger that hardly presses is not there, and one that lets go has been lifted")
    func pressure() {
        var finger = Finger(.swipes)
        finger.pressure = 0.03
        finger.swipe(from: (0.1, 0.5), to: (0.9, 0.5), over: 200)
        #expect(finger.kinds.isEmpty)
        finger.down(0.2, 0.5)
        finger.pressure = 0.2
        finger.slide(to: 0.6, 0.5, over: 150)
        finger.pressure = 0.02
        finger.slide(to: 0.7, 0.5, over: 50)
        #expect(finger.kinds == [.swipe(.right, .reached)])
        finger.pressure = 0.01
        finger.move(0.7, 0.5)
        #expect(finger.kinds == [.swipe(.right, .reached), .swipe(.right, .completed)])
        finger.up()
        #expect(finger.kinds.count == 2)
    }

    // MARK: Turns

    @Test("Round the rim of the transport bar's surface: notches, clockwise where positive")
    func turn() {
        for isClockwise in [true, false] {
            var finger = Finger(.transport)
            finger.pressure = 0.5
            finger.down(0.5, 0.05)
            for degree in stride(from: 0, through: 360, by: 4) {
                finger.pass(8)
                let angle = Double(isClockwise ? degree : -degree) * .pi / 180
                finger.move(0.5 + 0.45 * sin(angle), 0.5 - 0.45 * cos(angle))
            }
            finger.up()
            let notches = finger.kinds.map { if case .turn(let notches) = $0 { notches } else { 1_000 } }
            #expect(abs(notches.reduce(0, +) - (isClockwise ? 30 : -30)) <= 1)
            #expect(notches.count < 10)
        }
        // A straight move from the rim gives steps.
        var finger = Finger(.transport)
        finger.swipe(from: (0.05, 0.5), to: (0.6, 0.5), over: 400)
        #expect(finger.kinds.allSatisfy { $0 == .step(.right) } && !finger.kinds.isEmpty)
    }
}
