package dev.bascule.fallback.webnn;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.tensor.DType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which data types and ranks the operators of WebNN take: {@linkplain #required what every implementation has to}, by the
 * minimum set that goes with the specification, {@linkplain #specified what the specification lets it take}, or
 * {@linkplain #claimedBy what a browser's} {@code opSupportLimits()} claims. A page ships its claim as the adapter fact {@link #FACT} of the backend {@code webnn} (of its CPU context, or the
 * first device type that there is, and {@code opSupportLimits.gpu} or {@code .npu} where that differs), so it is kept with the target. Immutable.
 *
 * <p>All are JSON of one form: {@code limits} is a list of {@code {dataTypes, ranks: [least, most]}}, and {@code operators}
 * holds for each operator and argument (outputs too, as {@code output}, {@code outputs} or {@code output0}…) an index into
 * it; {@code graph} does so for the {@code input}, {@code constant} and {@code output} of whole graphs.
 *
 * @param operators by operator and argument, both as {@code opSupportLimits()} spells them
 * @param graph limits of graph inputs, constants and outputs; empty where nothing is said
 */
public record OpSupport(Map<String, Map<String, Limit>> operators, Map<String, Limit> graph) {
    /** The adapter fact that holds a browser's claim. */
    public static final String FACT = "opSupportLimits";

    private static final String REQUIRED = "required-limits.json";
    private static final String SPECIFIED = "specification-limits.json";

    /**
     * @param dataTypes none where nothing is required of an implementation
     * @param ranks absent where they are not told, or have no end
     */
    public record Limit(Set<DType> dataTypes, Optional<Ranks> ranks) {
        public Limit {
            dataTypes = dataTypes.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(dataTypes));
        }
    }

    /** From the least to the most dimensions. */
    public record Ranks(int least, int most) {}

    public OpSupport {
        Map<String, Map<String, Limit>> copy = new TreeMap<>();
        operators.forEach((name, arguments) -> copy.put(name, Collections.unmodifiableMap(new TreeMap<>(arguments))));
        operators = Collections.unmodifiableMap(copy);
        graph = Collections.unmodifiableMap(new TreeMap<>(graph));
    }

    /** Whether the operator takes this type as the argument; empty where nothing is said of either. */
    public Optional<Boolean> allows(String operator, String argument, DType dtype) {
        return Optional.ofNullable(operators.getOrDefault(operator, Map.of()).get(argument))
                .map(limit -> limit.dataTypes().contains(dtype));
    }

    /**
     * A browser's claim for a device, from the adapter facts of its {@code webnn} backend; empty where it made none. A page
     * ships a claim under a device type only where it differs from that of the first one.
     *
     * @throws BasculeException {@link ErrorCode#PROTOCOL_VIOLATION} when the fact is broken
     */
    public static Optional<OpSupport> claimedBy(Map<String, String> adapter, DeviceType device) {
        String own = FACT + "." + device.name().toLowerCase(Locale.ROOT);
        return Optional.ofNullable(adapter.get(own))
                .or(() -> Optional.ofNullable(adapter.get(FACT)))
                .map(OpSupport::parse);
    }

    /**
     * What every implementation has to support ({@code webnn/resources/minimum_datatype_set.json} of web-platform-tests; the
     * resource names its commit and the day that it was read). The specification allows more than it requires.
     */
    public static OpSupport required() {
        return parse(resource(REQUIRED));
    }

    /**
     * What an implementation may support: the constraints tables of the specification's {@linkplain #draft draft} (the
     * resource names its commit). By these it has to refuse other types, and may support fewer.
     */
    public static OpSupport specified() {
        return parse(resource(SPECIFIED));
    }

    /** The day of the draft that {@link #specified} follows; what a later one allows is not in it. */
    public static LocalDate draft() {
        try {
            return LocalDate.parse(
                    Json.MAPPER.readTree(resource(SPECIFIED)).path("draft").asText());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("broken in this build: " + SPECIFIED, e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = OpSupport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("not in this build: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads the JSON described above; words that are no data type of Bascule's are left out.
     *
     * @throws BasculeException {@link ErrorCode#PROTOCOL_VIOLATION} when it is of another form
     */
    public static OpSupport parse(String json) {
        try {
            JsonNode root = Json.MAPPER.readTree(json);
            List<Limit> limits = new ArrayList<>();
            root.path("limits").forEach(limit -> limits.add(limit(limit)));
            Map<String, Map<String, Limit>> operators = new TreeMap<>();
            root.path("operators")
                    .properties()
                    .forEach(operator -> operators.put(operator.getKey(), arguments(operator.getValue(), limits)));
            return new OpSupport(operators, arguments(root.path("graph"), limits));
        } catch (JsonProcessingException | IndexOutOfBoundsException e) {
            throw BasculeException.because(
                    e, ErrorCode.PROTOCOL_VIOLATION, "these are no limits of WebNN operators: " + e.getMessage());
        }
    }

    private static Map<String, Limit> arguments(JsonNode node, List<Limit> limits) {
        Map<String, Limit> arguments = new TreeMap<>();
        node.properties()
                .forEach(argument -> arguments.put(
                        argument.getKey(), limits.get(argument.getValue().asInt(-1))));
        return arguments;
    }

    private static Limit limit(JsonNode node) {
        Set<DType> dataTypes = EnumSet.noneOf(DType.class);
        node.path("dataTypes").forEach(word -> DType.ofWireName(word.asText()).ifPresent(dataTypes::add));
        JsonNode ranks = node.path("ranks");
        return new Limit(
                dataTypes,
                ranks.size() == 2
                        ? Optional.of(
                                new Ranks(ranks.get(0).asInt(), ranks.get(1).asInt()))
                        : Optional.empty());
    }
}
