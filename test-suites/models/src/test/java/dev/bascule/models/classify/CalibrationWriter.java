package dev.bascule.models.classify;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.json.Json;
import dev.bascule.models.classify.Calibration.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Counts anew and writes {@code calibration.json}: {@code CalibrationWriter FILE}. */
final class CalibrationWriter {
    static final String ZOO = "zoo";
    static final String FIRST_LOOK = "first look";
    private static final String HOW =
            "The rules on models of known kind, names and metadata taken from them. With the suites zoo and sizes in view they were"
                    + " written. Each real model is counted as the rules were when they first met it; what it taught them came"
                    + " after that and is not counted.";

    private CalibrationWriter() {}

    public static void main(String[] arguments) throws IOException {
        List<Row> rows = new ArrayList<>(Trials.rows(Trials.of(LabelledModels.zoo()), ZOO, false));
        rows.addAll(Trials.rows(FirstLook.trials(), FIRST_LOOK, true));
        Files.writeString(Path.of(arguments[0]), text(new Calibration(Calibration.VERSION, HOW, rows)));
    }

    static List<Row> shipped(String from) {
        return Calibration.shipped().rows().stream()
                .filter(row -> row.from().equals(from))
                .toList();
    }

    /** One row a line. */
    private static String text(Calibration calibration) throws JsonProcessingException {
        StringBuilder text = new StringBuilder("{\n  \"schemaVersion\": %d,\n  \"how\": %s,\n  \"rows\": [\n"
                .formatted(calibration.schemaVersion(), Json.MAPPER.writeValueAsString(calibration.how())));
        String next = "";
        for (Row row : calibration.rows()) {
            text.append(next).append("    ").append(Json.MAPPER.writeValueAsString(row));
            next = ",\n";
        }
        return text.append("\n  ]\n}\n").toString();
    }
}
