package dev.bascule.prediction.file;

import dev.bascule.fallback.text.PlainText;
import dev.bascule.prediction.fit.LayerDecision;
import dev.bascule.prediction.fit.Level;
import dev.bascule.prediction.fit.Method;
import dev.bascule.prediction.interval.ShareLimits;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What validation said of a data file's set when it was written. Immutable.
 *
 * @param createdAt when that was
 * @param tool which version said it
 * @param machines words for the fingerprint of each, such as its CPU; blank where nobody said
 * @param rows over all targets together, by scheme and method; of medians
 * @param undisturbed the same of minima; none where the data have none
 * @param layers which layers answered on which machine; empty of a file of an older version, which does not tell. It is told to people:
 *     whoever predicts decides anew, of these data and all others at hand
 */
public record StoredValidation(
        Instant createdAt,
        String tool,
        Map<String, String> machines,
        List<Row> rows,
        List<Row> undisturbed,
        Optional<List<Layer>> layers) {
    private static final double LIMITS = 0.95;
    /** How far a share of six digits may be from a whole number of trials. */
    private static final double NEARLY = 0.01;

    public StoredValidation {
        machines = Map.copyOf(machines);
        rows = List.copyOf(rows);
        undisturbed = List.copyOf(undisturbed);
        layers = layers.map(List::copyOf);
    }

    /**
     * Whether a layer answered.
     *
     * @param machine fingerprint
     * @param without the method in its place where it is left out
     * @param meanWith mean error on new architectures with it, as a share of the measured time; this and what follows is empty where too
     *     few architectures told
     * @param meanWithout likewise without it
     * @param noise standard error of the difference
     */
    public record Layer(
            String machine,
            LayerDecision.Figure figure,
            LayerDecision.Layer layer,
            Level level,
            String method,
            String without,
            boolean used,
            Optional<Double> meanWith,
            Optional<Double> meanWithout,
            Optional<Double> noise) {

        /** Whether a method gives no medians there because of this. */
        private boolean isAgainst(Method other) {
            return !used
                    && switch (layer) {
                        case LEVEL -> level == other.level();
                        case BY_MINIMUM -> method.equals(other.id());
                        case MINIMUM -> false;
                    };
        }
    }

    /**
     * Whether medians came from a method on any machine that a layer is told of. A file without layers speaks against none.
     *
     * @param method of {@link dev.bascule.prediction.fit.Methods#used}
     */
    public boolean answers(Method method) {
        List<Layer> medians = layers.stream()
                .flatMap(List::stream)
                .filter(layer -> layer.figure() == LayerDecision.Figure.MEDIAN)
                .toList();
        List<String> told = medians.stream().map(Layer::machine).distinct().toList();
        return told.isEmpty()
                || told.stream()
                        .anyMatch(machine -> medians.stream()
                                .filter(layer -> layer.machine().equals(machine))
                                .noneMatch(layer -> layer.isAgainst(method)));
    }

    /**
     * A method on what it never saw.
     *
     * @param scheme what was left out, in words
     * @param level such as {@code L1}
     * @param trials how many times were predicted
     * @param architectures of how many networks
     * @param medianError as a share of the measured time
     * @param meanError likewise
     * @param coverage90 share of the intervals of 90 % that held; empty where none was made
     * @param halfWidth90 their median half-width as a share; likewise
     */
    public record Row(
            String scheme,
            String method,
            String level,
            int trials,
            int architectures,
            double medianError,
            double meanError,
            Optional<Double> coverage90,
            Optional<Double> halfWidth90) {

        /**
         * The coverage with its limits of 95 %. A file has the share alone: where it is no whole number of the trials, not all of
         * them had an interval, and nobody can tell how many had.
         */
        public Optional<ShareLimits> held() {
            return coverage90
                    .map(share -> share * trials)
                    .filter(hits -> Math.abs(hits - Math.round(hits)) < NEARLY)
                    .map(hits -> ShareLimits.of((int) Math.round(hits), trials, LIMITS));
        }
    }

    static StoredValidation of(DataDocument document) {
        Map<String, String> machines = new LinkedHashMap<>();
        document.machines()
                .forEach(machine ->
                        machines.put(PlainText.line(machine.fingerprint()), PlainText.line(machine.words())));
        return new StoredValidation(
                document.createdAt(),
                PlainText.line(document.tool()),
                machines,
                document.validation().stream().map(StoredValidation::row).toList(),
                document.undisturbed().stream()
                        .flatMap(List::stream)
                        .map(StoredValidation::row)
                        .toList(),
                document.layers()
                        .map(layers -> layers.stream()
                                .map(part -> LayerParts.layer(part, document.machines()))
                                .toList()));
    }

    private static Row row(DataDocument.ValidationPart part) {
        return new Row(
                PlainText.line(part.scheme()),
                PlainText.line(part.method()),
                PlainText.line(part.level()),
                part.trials(),
                part.architectures(),
                part.medianError(),
                part.meanError(),
                part.coverage90(),
                part.halfWidth90());
    }
}
