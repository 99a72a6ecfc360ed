/// The black bars above and below a film that is wider than the screen.
enum CinemaBars {
    static func draw(_ canvas: SceneCanvas) {
        canvas.rectangle(0, 0, 1920, 130, .black)
        canvas.rectangle(0, 964, 1920, 116, .black)
    }
}
