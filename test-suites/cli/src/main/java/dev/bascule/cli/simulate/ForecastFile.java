package dev.bascule.cli.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.json.Json;
import dev.bascule.scheduling.simulate.engine.Knowledge;
import dev.bascule.scheduling.simulate.forecast.Forecast;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A forecast as a file, with the SHA-256 of all else that is in it, so that it can be seen whether it was changed. Stateless. */
final class ForecastFile {
    private ForecastFile() {}

    /** Never over a file that is there: a forecast is made once. */
    static String write(Path file, Forecast forecast) {
        ObjectNode document = document(forecast);
        String hash = hash(document);
        document.put("sha256", hash);
        try {
            Files.writeString(file, document.toPrettyString() + "\n", StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.USAGE_ERROR,
                    "the forecast '%s' cannot be written: %s".formatted(file, FileErrorText.why(e)),
                    "name a file that is not there yet");
        }
        return hash;
    }

    private static ObjectNode document(Forecast forecast) {
        ObjectNode document = Json.MAPPER.createObjectNode();
        document.put("schemaVersion", 1).put("what", "forecast").put("simulated", true);
        document.put("at", forecast.at().toString()).put("fleetSha256", forecast.fleet());
        document.put("times", forecast.times().word());
        ArrayNode workloads = document.putArray("workloads");
        forecast.workloads().forEach(workload -> {
            ObjectNode node = workloads.addObject();
            node.put("name", workload.name()).put("sha256", workload.sha256()).put("baseline", workload.baseline());
            ArrayNode policies = node.putArray("policies");
            workload.policies().forEach(policy -> {
                ArrayNode makespans =
                        policies.addObject().put("policy", policy.policy()).putArray("simulatedMakespanSeconds");
                policy.makespans().forEach(makespans::add);
            });
        });
        return document;
    }

    private static String hash(ObjectNode document) {
        return Sha256.of(document.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** @throws BasculeException {@link ErrorCode#RECORD_INVALID} of what is no forecast, or was changed */
    static Forecast read(Path file) {
        JsonNode node;
        try {
            node = Json.MAPPER.readTree(InputFile.text(file, InputFile.TEXT));
        } catch (JsonProcessingException e) {
            throw invalid(file, "no JSON: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw invalid(file, FileErrorText.why(e));
        }
        if (!node.path("what").asText().equals("forecast")
                || node.path("schemaVersion").asInt() != 1) {
            throw invalid(file, "it is no forecast of version 1");
        }
        List<Forecast.OfWorkload> workloads = new ArrayList<>();
        for (JsonNode each : node.path("workloads")) {
            List<Forecast.OfPolicy> policies = new ArrayList<>();
            for (JsonNode policy : each.path("policies")) {
                List<Double> makespans = new ArrayList<>();
                policy.path("simulatedMakespanSeconds").forEach(value -> makespans.add(value.asDouble()));
                policies.add(new Forecast.OfPolicy(policy.path("policy").asText(), makespans));
            }
            workloads.add(new Forecast.OfWorkload(
                    each.path("name").asText(),
                    each.path("sha256").asText(),
                    each.path("baseline").asText(),
                    policies));
        }
        Forecast forecast;
        try {
            forecast = new Forecast(
                    Instant.parse(node.path("at").asText()),
                    node.path("fleetSha256").asText(),
                    Knowledge.of(node.path("times").asText())
                            .orElseThrow(() -> invalid(file, "it does not say what times policies were told")),
                    workloads);
        } catch (DateTimeException e) {
            throw invalid(file, "it does not say when it was made");
        }
        if (!hash(document(forecast)).equals(node.path("sha256").asText())) {
            throw invalid(file, "it was changed since it was written: its hash is another");
        }
        return forecast;
    }

    private static BasculeException invalid(Path file, String message) {
        return new BasculeException(
                ErrorCode.RECORD_INVALID,
                "'%s': %s".formatted(file, message),
                "take the forecast as simulate --forecast wrote it");
    }
}
