import CALSA
import Devices

extension SoundCapture {
    /// The devices of this machine that capture sound, in the order of their cards.
    static func survey() -> [InputDevices.Sound] {
        hearth_alsa_silence_messages()
        var found: [InputDevices.Sound] = []
        var card: Int32 = -1
        while snd_card_next(&card) == 0, card >= 0, found.count < 64 { found += devices(ofCard: card) }
        return found
    }

    private static func devices(ofCard card: Int32) -> [InputDevices.Sound] {
        var opened: OpaquePointer?
        guard snd_ctl_open(&opened, "hw:\(card)", 0) == 0, let control = opened else { return [] }
        defer { snd_ctl_close(control) }
        var cardInfo: OpaquePointer?
        var info: OpaquePointer?
        snd_ctl_card_info_malloc(&cardInfo)
        snd_pcm_info_malloc(&info)
        defer {
            snd_ctl_card_info_free(cardInfo)
            snd_pcm_info_free(info)
        }
        guard snd_ctl_card_info(control, cardInfo) == 0, let id = snd_ctl_card_info_get_id(cardInfo) else { return [] }
        let title = snd_ctl_card_info_get_name(cardInfo).map { String(cString: $0) } ?? ""
        var found: [InputDevices.Sound] = []
        var device: Int32 = -1
        while snd_ctl_pcm_next_device(control, &device) == 0, device >= 0, found.count < 64 {
            snd_pcm_info_set_device(info, UInt32(device))
            snd_pcm_info_set_subdevice(info, 0)
            snd_pcm_info_set_stream(info, SND_PCM_STREAM_CAPTURE)
            guard snd_ctl_pcm_info(control, info) == 0 else { continue }
            let name = snd_pcm_info_get_name(info).map { String(cString: $0) } ?? ""
            found.append(
                InputDevices.Sound(
                    device: "hw:CARD=\(String(cString: id)),DEV=\(device)",
                    name: [title, name].filter { !$0.isEmpty }.joined(separator: ", ")))
        }
        return found
    }
}
