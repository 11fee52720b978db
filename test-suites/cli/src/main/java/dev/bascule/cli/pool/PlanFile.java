package dev.bascule.cli.pool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.json.Json;
import dev.bascule.prediction.pool.PoolLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A plan that {@code pool plan --json} or {@code --write-plan} wrote, read as anything from outside. Its figures are only told
 * where they differ from what is known here: those known here count. Immutable.
 *
 * @param machine fingerprint of the one that it was made on
 * @param memory the most that all replicas may take; empty for what is free
 */
record PlanFile(String machine, List<Model> models, PoolLimits limits, OptionalLong memory, List<Entry> placements) {
    private static final int MOST_MODELS = 1000;
    private static final int MOST_REPLICAS = 256;
    private static final double MOST_RATE = 1e6;
    private static final double MOST_OVERHEAD = 1e6;

    PlanFile {
        models = List.copyOf(models);
        placements = List.copyOf(placements);
    }

    /** A model that is to be served. */
    record Model(String name, String reference, String sha256, double rate) {}

    /**
     * Replicas of a model.
     *
     * @param share of the model's requests
     * @param measured whether what requests take beside computing was measured for it
     */
    record Entry(String model, String target, String device, int replicas, double share, boolean measured) {}

    /** Whether it was made with what requests take beside computing, so that this has to be measured again to serve it. */
    boolean isMeasured() {
        return placements.stream().anyMatch(Entry::measured);
    }

    /** Whether a word of a command line names a plan and not a model. */
    static boolean isNamedBy(List<String> words) {
        return words.size() == 1 && words.get(0).endsWith(".json");
    }

    /** @throws BasculeException {@link ErrorCode#RECORD_INVALID} of what is no plan, or has values that none may have */
    static PlanFile read(Path file) {
        try {
            return new Reader(file.toString()).of(Json.MAPPER.readTree(InputFile.text(file, InputFile.TEXT)));
        } catch (JsonProcessingException e) {
            throw BasculeException.because(
                    e, ErrorCode.RECORD_INVALID, "'%s' is no JSON: %s".formatted(file, e.getOriginalMessage()));
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.RECORD_INVALID, "'%s' cannot be read: %s".formatted(file, FileErrorText.why(e)));
        }
    }

    /** @param name of the file, for people */
    private record Reader(String name) {

        PlanFile of(JsonNode plan) {
            only(plan, "the plan", PlanKeys.PLAN);
            if (plan.path("schemaVersion").asInt() != PlanDocument.SCHEMA_VERSION) {
                throw invalid("it is of version %s, not of %d"
                        .formatted(plan.path("schemaVersion"), PlanDocument.SCHEMA_VERSION));
            }
            if (!plan.path("outcome").asText().equals("planned")) {
                throw invalid("it says that there is no plan");
            }
            List<Model> models = new ArrayList<>();
            for (JsonNode each : array(plan, "models", MOST_MODELS)) {
                only(each, "a model", PlanKeys.MODEL);
                models.add(new Model(
                        text(each, "name"),
                        text(each, "reference"),
                        text(each, "sha256"),
                        number(each, "ratePerSecond", Double.MIN_VALUE, MOST_RATE)));
            }
            List<Entry> placements = new ArrayList<>();
            for (JsonNode each : array(plan, "placements", MOST_MODELS)) {
                placements.add(entry(each));
            }
            JsonNode limits = plan.path("limits");
            only(limits, "limits", PlanKeys.LIMITS);
            plan.path("devices").forEach(each -> only(each, "a device", PlanKeys.DEVICE));
            only(plan.path("host"), "host", PlanKeys.HOST);
            if (models.isEmpty() || placements.isEmpty()) {
                throw invalid("it has no models or no placements");
            }
            return new PlanFile(
                    text(plan, "machine"),
                    models,
                    new PoolLimits(
                            number(limits, "load", Double.MIN_VALUE, 1),
                            limits.path("deadlineMs").isNull()
                                    ? Optional.empty()
                                    : Optional.of(
                                            Duration.ofNanos((long) (1e6 * number(limits, "deadlineMs", 1e-3, 1e9)))),
                            limits.path("replicas").isNull()
                                    ? OptionalInt.empty()
                                    : OptionalInt.of((int) number(limits, "replicas", 1, MOST_REPLICAS))),
                    limits.path("memoryBytes").isNull()
                            ? OptionalLong.empty()
                            : OptionalLong.of((long) number(limits, "memoryBytes", 0, Long.MAX_VALUE)),
                    placements);
        }

        private Entry entry(JsonNode each) {
            only(each, "a placement", PlanKeys.PLACEMENT);
            JsonNode measured = each.path("measured");
            only(measured, "measured", PlanKeys.MEASURED);
            only(each.path("told"), "told", PlanKeys.TOLD);
            only(each.path("predicted"), "predicted", PlanKeys.PREDICTED);
            only(each.path("planned"), "planned", PlanKeys.PLANNED);
            double replicas = number(each, "replicas", 1, MOST_REPLICAS);
            if (replicas != Math.rint(replicas)) {
                throw invalid("%s replicas".formatted(replicas));
            }
            return new Entry(
                    text(each, "model"),
                    text(each, "target"),
                    text(each, "device"),
                    (int) replicas,
                    number(each.path("planned"), "share", Double.MIN_VALUE, 1),
                    hasNumber(measured, "overheadMs") && hasNumber(measured, "overheadProcessorMs"));
        }

        private Iterable<JsonNode> array(JsonNode of, String key, int most) {
            JsonNode array = of.path(key);
            if (!array.isArray() || array.size() > most) {
                throw invalid("%s is no list of at most %d".formatted(key, most));
            }
            return array;
        }

        private String text(JsonNode of, String key) {
            if (!of.path(key).isTextual()) {
                throw invalid("%s is no text".formatted(key));
            }
            return of.path(key).asText();
        }

        private double number(JsonNode of, String key, double least, double most) {
            JsonNode node = of.path(key);
            double value = node.asDouble();
            if (!node.isNumber() || !(value >= least && value <= most)) {
                throw invalid("%s is %s".formatted(key, node.isMissingNode() ? "missing" : node));
            }
            return value;
        }

        private boolean hasNumber(JsonNode of, String key) {
            return !of.path(key).isNull() && number(of, key, 0, MOST_OVERHEAD) >= 0;
        }

        private void only(JsonNode of, String what, Set<String> keys) {
            if (!of.isObject()) {
                throw invalid(what + " is missing");
            }
            Set<String> others = new HashSet<>();
            of.fieldNames().forEachRemaining(others::add);
            others.removeAll(keys);
            if (!others.isEmpty()) {
                throw invalid("%s has %s, which no plan has"
                        .formatted(
                                what, String.join(", ", others.stream().sorted().toList())));
            }
        }

        private BasculeException invalid(String why) {
            return new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "'%s' is no plan that can be served: %s".formatted(name, why),
                    "bascule pool plan MODEL[=RATE]… --write-plan FILE makes one");
        }
    }
}
