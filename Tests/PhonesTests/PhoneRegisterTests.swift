import MediaCore
import TestSupport
import Testing

@testable import Phones

@Suite("Phones: pairing and coming in")
struct PhoneRegisterTests {
    private static let start = HostTime(nanoseconds: 1_000_000_000)

    private func offered(_ phones: [Phone] = []) throws -> PhoneRegister {
        var register = PhoneRegister(phones)
        try register.offer(secret: "5ec2e7", code: "480915", at: Self.start)
        return register
    }

    @Test("What the screen shows pairs one phone, by the secret or by the digits; the offer is over then")
    func pairing() throws {
        for proof in [Pairing.Proof.secret("5ec2e7"), .code("480915")] {
            var register = try offered()
            let (phone, token) = try register.pair(proof, name: " Anna’s \u{202e}phone\n", at: Self.start, wall: 7)
            #expect(phone.name == "Anna’s phone" && phone.added == 7)
            #expect(register.phone(with: token) == phone && register.pairing == nil)
            #expect(throws: PhoneRegister.Refusal.notOffered) {
                try register.pair(proof, name: nil, at: Self.start, wall: 8)
            }
            // What is kept opens nothing.
            let kept = try #require(PhoneRegister.text(of: register.phones))
            #expect(!kept.contains(token) && PhoneRegister.phones(from: kept) == register.phones)
            #expect(register.phone(with: phone.digest) == nil && register.phone(with: phone.id) == nil)
        }
    }

    @Test("The wrong kind of proof, an old offer, or none pairs nobody")
    func refusals() throws {
        var register = try offered()
        #expect(throws: PhoneRegister.Refusal.wrong(triesLeft: 4)) {
            try register.pair(.code("5ec2e7"), name: nil, at: Self.start, wall: 0)
        }
        #expect(throws: PhoneRegister.Refusal.wrong(triesLeft: 3)) {
            try register.pair(.secret("480915"), name: nil, at: Self.start, wall: 0)
        }
        let late = Self.start + Pairing.patience
        #expect(throws: PhoneRegister.Refusal.notOffered) {
            try register.pair(.code("480915"), name: nil, at: late, wall: 0)
        }
        register = try offered()
        register.withdraw()
        #expect(throws: PhoneRegister.Refusal.notOffered) {
            try register.pair(.code("480915"), name: nil, at: Self.start, wall: 0)
        }
        #expect(PhoneRegister.phones(from: "no JSON") == [] && PhoneRegister.phones(from: nil) == [])
    }

    @Test("Guessing the digits: the fifth wrong one ends the offer, and the right one comes too late")
    func guessing() throws {
        var register = try offered()
        for number in 0..<Pairing.mostTries {
            #expect(throws: PhoneRegister.Refusal.wrong(triesLeft: Pairing.mostTries - 1 - number)) {
                try register.pair(.code("00000\(number)"), name: nil, at: Self.start, wall: 0)
            }
        }
        #expect(throws: PhoneRegister.Refusal.notOffered) {
            try register.pair(.code("480915"), name: nil, at: Self.start, wall: 0)
        }
        #expect(register.phones == [])
    }

    @Test("Names differ; there is an end to them; who is shut out is out, by name or id")
    func revoking() throws {
        var register = PhoneRegister()
        var tokens: [String] = []
        for _ in 0..<PhoneRegister.most {
            try register.offer(secret: "5ec2e7", code: "480915", at: Self.start)
            tokens.append(try register.pair(.secret("5ec2e7"), name: "Phone", at: Self.start, wall: 0).token)
        }
        #expect(Set(register.phones.map(\.name)).count == PhoneRegister.most)
        #expect(throws: PhoneRegister.Refusal.full) { try register.offer(at: Self.start) }
        let first = try #require(register.phone(with: tokens[0]))
        #expect(register.revoke("nobody") == nil)
        #expect(register.revoke(first.id) == first && register.phone(with: tokens[0]) == nil)
        #expect(register.revoke("Phone 2") != nil && register.phone(with: tokens[1]) == nil)
        #expect(register.phone(with: tokens[2])?.name == "Phone 3")
        try register.offer(at: Self.start)
    }

    @Test(
        "Whatever happens in whatever order: who is in was paired by a proof of an open offer, and not shut out since")
    func anyOrder() throws {
        var random = SplitMix(seed: 19)
        var (register, now) = (PhoneRegister(), Self.start)
        var (inside, outside): (Set<String>, Set<String>) = ([], [])
        var (secret, code, opened, tries): (String, String, HostTime?, Int) = ("", "", nil, 0)
        var paired = 0
        for step in 0..<20_000 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                (secret, code) = ("s\(step)", "\(100_000 + step)")
                if (try? register.offer(secret: secret, code: code, at: now)) != nil { (opened, tries) = (now, 5) }
            case 1:
                register.withdraw()
                opened = nil
            case 2...6:
                let isRight = Bool.random(using: &random)
                let proof: Pairing.Proof =
                    Bool.random(using: &random)
                    ? .code(isRight ? code : "000000") : .secret(isRight ? secret : "guess")
                let isOpen = opened.map { now < $0 + Pairing.patience } ?? false
                let result = try? register.pair(proof, name: "p", token: "t\(step)", at: now, wall: 0)
                #expect((result != nil) == (isOpen && isRight))
                if result != nil {
                    inside.insert("t\(step)")
                    (opened, paired) = (nil, paired + 1)
                } else if isOpen {
                    tries -= 1
                    if tries == 0 { opened = nil }
                }
            case 7: now = now + .seconds(Int.random(in: 0...90, using: &random))
            default:
                if let token = inside.randomElement(using: &random), let phone = register.phone(with: token) {
                    register.revoke(phone.id)
                    inside.remove(token)
                    outside.insert(token)
                }
            }
            #expect(inside.count == register.phones.count && register.phones.count <= PhoneRegister.most)
            if let token = inside.randomElement(using: &random) { #expect(register.phone(with: token) != nil) }
            if let token = outside.randomElement(using: &random) { #expect(register.phone(with: token) == nil) }
        }
        #expect(paired > 500)
    }

    @Test("A digest is SHA-256")
    func digest() {
        // FIPS 180-4's example.
        #expect(
            Secrets.digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(Secrets.token().utf8.count == 32 && Secrets.token() != Secrets.token())
        #expect(Secrets.code().utf8.count == 6 && Secrets.code().allSatisfy(\.isNumber))
    }
}
