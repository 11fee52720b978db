package dev.bascule.models.classify;

import dev.bascule.fallback.json.Json;
import dev.bascule.models.classify.Trials.Trial;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What the rules said of real models when they first saw them, as it was written down then. It stays as it is: rules that were mended
 * since would say more, but then these models would no longer be strangers to them.
 */
final class FirstLook {
    private FirstLook() {}

    /** @param truth {@code none} where no answer there was is right */
    private record Said(String strength, String said, String truth) {}

    private record Model(String model, String network, String source, String sha256, Map<String, Said> axes) {}

    static List<Trial> trials() throws IOException {
        try (InputStream stream = Objects.requireNonNull(FirstLook.class.getResourceAsStream("first-look.json"))) {
            List<Trial> trials = new ArrayList<>();
            for (Model model : Json.MAPPER.readValue(stream, Model[].class)) {
                model.axes()
                        .forEach((axis, said) -> trials.add(new Trial(
                                Axis.valueOf(axis.toUpperCase(Locale.ROOT)),
                                Strength.valueOf(said.strength().toUpperCase(Locale.ROOT)),
                                model.network(),
                                model.model(),
                                said.said(),
                                said.said().equals(said.truth()))));
            }
            return trials;
        }
    }
}
