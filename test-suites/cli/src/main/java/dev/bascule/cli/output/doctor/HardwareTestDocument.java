package dev.bascule.cli.output.doctor;

import dev.bascule.execution.service.HardwareFindings.DeviceResult;
import dev.bascule.execution.service.HardwareTests;
import dev.bascule.execution.service.HardwareTests.Check;
import dev.bascule.execution.service.HardwareTests.Place;
import dev.bascule.execution.service.HardwareTests.Result;
import dev.bascule.fallback.numerics.Difference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** What the battery came to, in the document of {@code doctor --json}; what is not known is null with a reason. Stateless. */
final class HardwareTestDocument {
    private HardwareTestDocument() {}

    static Map<String, Object> of(HardwareTests tests) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("startedAt", tests.startedAt().toString());
        map.put("elapsedMs", tests.elapsed().toMillis());
        map.put("checks", tests.checks());
        map.put("interrupted", tests.interrupted());
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (Result result : Result.values()) {
            counts.put(result.id(), tests.count(result));
        }
        map.put("counts", counts);
        map.put("selfCheck", Map.of("corrupted", tests.corrupted(), "missed", tests.missed()));
        map.put(
                "places",
                tests.places().stream().map(HardwareTestDocument::place).toList());
        return map;
    }

    private static Map<String, Object> place(Place place) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("place", place.place());
        map.put("backend", place.backend());
        map.put("engine", place.engine());
        map.put("deviceType", place.device().map(seen -> seen.type().name().toLowerCase(Locale.ROOT)));
        map.put("software", place.device().map(seen -> seen.software()));
        map.put("reason", place.reason());
        Map<String, String> reasons = new TreeMap<>();
        String begun = place.reason().isEmpty() ? "no check was proven to run on this backend" : "no check was begun";
        reason(reasons, "engine", place.engine(), begun);
        reason(reasons, "deviceType", place.device(), begun + ", or no record shows on which device");
        reason(reasons, "software", place.device(), begun + ", or no record shows on which device");
        map.put("reasons", reasons);
        Map<String, Integer> counts = new LinkedHashMap<>();
        place.counts().forEach((result, count) -> counts.put(result.id(), count));
        map.put("counts", counts);
        map.put(
                "checks",
                place.checks().stream().map(HardwareTestDocument::check).toList());
        map.put(
                "arithmetic",
                place.arithmetic().stream().map(ArithmeticText::document).toList());
        return map;
    }

    private static Map<String, Object> check(Check check) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", check.id());
        map.put("title", check.title());
        map.put("result", check.result().id());
        map.put("ranOn", check.ranOn());
        map.put("proof", check.proof().name().toLowerCase(Locale.ROOT));
        map.put("nodes", check.nodes());
        map.put("difference", check.difference().map(HardwareTestDocument::difference));
        map.put("tolerance", check.tolerance());
        map.put("reason", check.reason());
        map.put("remedy", check.remedy());
        map.put("remark", check.remark());
        map.put("elapsedMs", check.elapsed().toNanos() / 1e6);
        map.put("shows", check.shows());
        Map<String, String> reasons = new TreeMap<>();
        reason(reasons, "ranOn", check.ranOn(), "no record of the engine's and no interface shows where it ran");
        reason(reasons, "difference", check.difference(), "there was no answer to compare");
        reason(reasons, "tolerance", check.tolerance(), "there was no answer to compare");
        map.put("reasons", reasons);
        return map;
    }

    private static void reason(Map<String, String> reasons, String name, Optional<?> value, String why) {
        if (value.isEmpty()) {
            reasons.put(name, why);
        }
    }

    private static Map<String, Object> difference(Difference difference) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("elements", difference.elements());
        map.put("outside", difference.outside());
        // JSON has no infinity: an answer of another shape, or no number, has no distance.
        map.put("maxAbs", finite(difference.maxAbs()));
        map.put("maxRel", finite(difference.maxRel()));
        OptionalDouble ulps = difference.maxUlp();
        map.put("maxUlp", ulps.isPresent() ? finite(ulps.getAsDouble()) : Optional.empty());
        map.put("worst", difference.worst());
        return map;
    }

    private static Optional<Double> finite(double value) {
        return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    }

    /** What was tried on devices, now or earlier in the machine's present state. */
    static List<Map<String, Object>> trials(List<DeviceResult> results) {
        return results.stream().map(HardwareTestDocument::trial).toList();
    }

    private static Map<String, Object> trial(DeviceResult about) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("device", about.device());
        map.put("capability", about.trial().capability());
        map.put("right", about.trial().right());
        map.put("by", about.trial().by());
        map.put("place", about.trial().place());
        map.put("backend", about.trial().backend());
        map.put("engine", about.trial().engine());
        map.put("at", about.trial().at().toString());
        map.put("evidence", about.trial().evidence());
        return map;
    }
}
