package dev.bascule.models.classify;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * How often the rules were right, by question and strength of the evidence. Immutable.
 *
 * @param schemaVersion {@value #VERSION}
 * @param how it was counted
 * @param rows the counts
 */
public record Calibration(int schemaVersion, String how, List<Row> rows) {
    static final int VERSION = 1;
    private static final String SHIPPED = "calibration.json";

    /**
     * @param axis id of what was asked
     * @param strength id of how strong the evidence was
     * @param from where the models are from
     * @param heldOut whether the rules were written without them in view: probabilities rest on these alone
     */
    public record Row(
            String axis, String strength, String from, boolean heldOut, int right, int networks, int models) {}

    public Calibration {
        rows = List.copyOf(rows);
    }

    /** The one that the product brings. */
    public static Calibration shipped() {
        try (InputStream stream = Calibration.class.getResourceAsStream(SHIPPED)) {
            if (stream == null) {
                throw new IllegalStateException(SHIPPED + " is missing");
            }
            return read(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException(SHIPPED + " cannot be read", e);
        }
    }

    static Calibration read(String text) {
        try {
            Calibration read = Json.MAPPER.readValue(text, Calibration.class);
            Optional<Row> impossible = read.rows.stream()
                    .filter(row -> row.right() < 0 || row.right() > row.networks() || row.networks() > row.models())
                    .findFirst();
            if (read.schemaVersion != VERSION || impossible.isPresent()) {
                throw invalid(impossible
                        .map(row -> "impossible counts in " + row)
                        .orElse("it has version %d, and this is made for %d".formatted(read.schemaVersion, VERSION)));
            }
            return read;
        } catch (JsonProcessingException e) {
            throw invalid(String.valueOf(e.getOriginalMessage()));
        }
    }

    private static BasculeException invalid(String why) {
        return new BasculeException(
                ErrorCode.RECORD_INVALID,
                "the counts of right classifications are none: " + why,
                "install Bascule anew");
    }

    /** Of models that were held out, for the question and the strength. */
    Likelihood of(Axis axis, Strength strength) {
        return rows.stream()
                .filter(Row::heldOut)
                .filter(row -> row.axis().equals(axis.id()) && row.strength().equals(strength.id()))
                .map(row -> new Likelihood(row.right(), row.networks(), row.models()))
                .reduce(Likelihood.NOTHING, Likelihood::plus);
    }
}
