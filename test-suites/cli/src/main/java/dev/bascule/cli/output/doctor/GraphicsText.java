package dev.bascule.cli.output.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A browser's graphics in a line or two, out of the facts that it has in many. Stateless. */
final class GraphicsText {
    private GraphicsText() {}

    /** Lines without indentation; none where nothing is known. */
    static List<String> of(Map<String, String> graphics) {
        List<String> lines = new ArrayList<>();
        List<String> drawing = new ArrayList<>();
        fact(graphics, "gpu.angleBackend").ifPresent(backend -> drawing.add("ANGLE on " + backend));
        fact(graphics, "gpu.driver").ifPresent(driver -> drawing.add("driver " + driver));
        fact(graphics, "gpu.compositing").ifPresent(how -> drawing.add("compositing by " + how));
        if (!drawing.isEmpty()) {
            lines.add("graphics: " + String.join(", ", drawing));
        }
        fact(graphics, "dawn.adapters").ifPresent(adapters -> lines.add("Dawn's adapters: " + adapters));
        fact(graphics, "wgpu.adapter")
                .ifPresent(adapter -> lines.add("wgpu's adapter: %s by %s%s"
                        .formatted(
                                adapter,
                                graphics.getOrDefault("wgpu.backend", "an unnamed API"),
                                fact(graphics, "wgpu.driver")
                                        .map(driver -> ", driver " + driver)
                                        .orElse(""))));
        fact(graphics, "gpu.libraries").ifPresent(libraries -> lines.add("libraries mapped: " + libraries));
        fact(graphics, "gpu.librariesUnknown").ifPresent(reason -> lines.add("libraries mapped: unknown, " + reason));
        return lines;
    }

    private static Optional<String> fact(Map<String, String> graphics, String name) {
        return Optional.ofNullable(graphics.get(name));
    }
}
