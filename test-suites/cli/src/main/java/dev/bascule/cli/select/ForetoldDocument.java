package dev.bascule.cli.select;

import dev.bascule.prediction.predict.Interval;
import dev.bascule.prediction.select.Foretold;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An answer by what is known, as JSON. Stateless. */
final class ForetoldDocument {
    private static final int SCHEMA_VERSION = 1;

    private ForetoldDocument() {}

    static Map<String, @Nullable Object> of(ForetoldSelection selection) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("schemaVersion", SCHEMA_VERSION);
        document.put("model", selection.model());
        document.put("sha256", selection.sha256());
        document.put("objective", "latency");
        document.put("unit", "ms");
        document.put("ending", "FORETOLD");
        document.put(
                "chosen",
                selection.choice().chosen().map(each -> each.target().label()).orElse(null));
        List<Foretold> chosen = selection.choice().chosen().stream().toList();
        document.put(
                "foretold",
                Stream.of(
                                chosen.stream().map(each -> target(each, "CHOSEN")),
                                selection.choice().rivals().stream().map(each -> target(each, "MAY_BE_AS_GOOD")),
                                selection.choice().others().stream().map(each -> target(each, "OTHER")))
                        .flatMap(part -> part)
                        .toList());
        return document;
    }

    private static Map<String, @Nullable Object> target(Foretold each, String fate) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("label", each.target().label());
        part.put("target", each.target().target());
        part.put("threads", each.target().threads());
        part.put("fate", fate);
        part.put("measuredMs", each.knowledge() instanceof Foretold.Measured measured ? measured.millis() : null);
        part.put("toldMs", each.knowledge() instanceof Foretold.Told told ? told.millis() : null);
        part.put("predicted", each.knowledge() instanceof Foretold.Predicted predicted ? predicted(predicted) : null);
        part.put("why", each.knowledge() instanceof Foretold.Excluded excluded ? excluded.reason() : null);
        return part;
    }

    private static Map<String, @Nullable Object> predicted(Foretold.Predicted predicted) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("ms", predicted.time().millis());
        part.put("lowMs", predicted.time().interval().map(Interval::low).orElse(null));
        part.put("highMs", predicted.time().interval().map(Interval::high).orElse(null));
        part.put("doubt", predicted.doubt().orElse(null));
        return part;
    }
}
