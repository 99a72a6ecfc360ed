import Testing

@testable import HLS

@Suite("Delivery directives")
struct DeliveryDirectivesTests {
    @Test("They stand in the order of their names, behind the parameters that an address has, and replace their like")
    func order() {
        let all = DeliveryDirectives(mediaSequence: 7, part: 2, skip: .segmentsAndDateRanges)
        #expect(
            all.applied(to: "http://h/l.m3u8?token=a%26b&x")
                == "http://h/l.m3u8?token=a%26b&x&_HLS_msn=7&_HLS_part=2&_HLS_skip=v2")
        #expect(
            all.applied(to: "http://h/l?_HLS_part=9&_HLS_msn=1&_HLS_msnx=1")
                == "http://h/l?_HLS_msnx=1&_HLS_msn=7&_HLS_part=2&_HLS_skip=v2")
        #expect(DeliveryDirectives(skip: .segments).applied(to: "http://h/l") == "http://h/l?_HLS_skip=YES")
        #expect(
            DeliveryDirectives(part: 3).applied(to: "http://h/l?a") == "http://h/l?a", "no part without its segment")
    }
}
