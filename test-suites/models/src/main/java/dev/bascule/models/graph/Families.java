package dev.bascule.models.graph;

import dev.bascule.fallback.cases.Family;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What kind of model a file holds, told from the names and shapes of its inputs as exporters write them. Stateless. */
public final class Families {
    private static final Set<String> SOUND =
            Set.of("input_features", "input_values", "audio", "audio_signal", "pcm", "waveform", "mel", "sr");

    private Families() {}

    public static Family guess(ModelInspection model) {
        Set<String> names = model.inputs().stream()
                .map(port -> port.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        boolean text = names.contains("input_ids");
        boolean picture =
                names.contains("pixel_values") || model.inputs().stream().anyMatch(Families::isPicture);
        if (text && picture) {
            return Family.MULTIMODAL;
        }
        if (names.stream().anyMatch(SOUND::contains)) {
            return Family.AUDIO;
        }
        if (text) {
            boolean generates = model.outputNames().stream().anyMatch(name -> name.startsWith("present"));
            return generates ? Family.TEXT_GENERATION : Family.EMBEDDING;
        }
        return picture ? Family.VISION : Family.OTHER;
    }

    /** Four dimensions of which one is 1 or 3 channels, and sides that are more than a few pixels. */
    private static boolean isPicture(Port port) {
        boolean cache = port.name().startsWith("past");
        if (cache
                || !(port.type() instanceof ValueType.TensorType tensor)
                || tensor.dims().isEmpty()) {
            return false;
        }
        List<Dim> dims = tensor.dims().get();
        if (dims.size() != 4) {
            return false;
        }
        boolean channelsFirst = isChannels(dims.get(1)) && isSide(dims.get(2)) && isSide(dims.get(3));
        boolean channelsLast = isChannels(dims.get(3)) && isSide(dims.get(1)) && isSide(dims.get(2));
        return channelsFirst || channelsLast;
    }

    private static boolean isChannels(Dim dim) {
        return dim instanceof Dim.Fixed fixed && (fixed.size() == 1 || fixed.size() == 3);
    }

    private static boolean isSide(Dim dim) {
        return !(dim instanceof Dim.Fixed fixed) || fixed.size() >= 16;
    }
}
