package dev.bascule.studies.reduce.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.numerics.ElementTolerance;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.reports.format.HtmlText;
import dev.bascule.studies.reduce.FailureOrigin;
import dev.bascule.studies.reduce.Reduction;
import dev.bascule.studies.reduce.trial.FailureSignature;
import dev.bascule.studies.reduce.trial.MessageNormalizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The page that shows a failure: one script, no network but for the files beside it. Stateless. */
final class ReproPage {
    private static final String TEMPLATE = "/dev/bascule/studies/reduce/report/repro.html";

    private ReproPage() {}

    static String html(Reduction.Reduced reduced, FailureOrigin origin, ReproEngine engine) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("build", engine.build());
        data.put("bundle", engine.entry());
        data.put("version", origin.target().engine().version());
        data.put("executionProviders", List.of(provider(origin)));
        data.put("graphOptimization", origin.graphOptimization().word());
        List<Object> inputs = new ArrayList<>();
        reduced.repro().inputs().forEach((name, tensor) -> inputs.add(tensor(name, tensor)));
        data.put("inputs", inputs);
        List<Object> outputs = new ArrayList<>();
        for (String name : reduced.repro().outputs()) {
            Optional.ofNullable(reduced.finding().expected().get(name)).ifPresent(tensor -> {
                Tolerance tolerance = reduced.criterion()
                        .tolerances()
                        .of(name, tensor, reduced.repro().lineages().of(name));
                Map<String, Object> output = tensor(name, tensor);
                output.putAll(perElement(tolerance.perElement()));
                output.put("tolerance", tolerance.basis());
                outputs.add(output);
            });
        }
        data.put("outputs", outputs);
        // The words of an error that a page can catch; what takes the page down, or has no end, leaves none.
        data.put(
                "error",
                reduced.finding().signature() instanceof FailureSignature.Fell
                        ? reduced.finding()
                                .fault()
                                .filter(Fault.Refused.class::isInstance)
                                .map(Fault.Refused.class::cast)
                                .<Object>map(refused ->
                                        MessageNormalizer.normalised(refused.name() + ": " + refused.message()))
                                .orElse(NullNode.instance)
                        : NullNode.instance);
        Map<String, String> found = new LinkedHashMap<>();
        found.put("target", origin.target().id());
        found.put(origin.target().engine().name(), origin.target().engine().version());
        found.put("failure", reduced.finding().signature().text());
        found.put("made of", origin.name());
        found.put("machine", origin.machine().os());
        origin.target().browser().ifPresent(browser -> found.put("flags", String.join(" ", browser.flags())));
        data.put("found", found);
        return template()
                .replace("@TITLE@", HtmlText.escaped(EngineIssue.title(reduced, origin)))
                .replace("@DATA@", json(data));
    }

    /** As the page reckons it; {@link ElementTolerance} says what it means. */
    private static Map<String, Object> perElement(ElementTolerance perElement) {
        if (perElement instanceof ElementTolerance.Ulps) {
            throw new IllegalArgumentException("no case that can be reduced has a tolerance in ulp");
        }
        boolean isClose = perElement instanceof ElementTolerance.Close;
        return Map.of(
                "relative",
                perElement.relativePart(),
                "absolute",
                perElement instanceof ElementTolerance.Close close
                        ? close.absolute()
                        : perElement instanceof ElementTolerance.Scaled scaled ? scaled.floor() : 0.0,
                "scaled",
                !isClose);
    }

    private static Object provider(FailureOrigin origin) {
        String backend = origin.target().backend().id();
        return origin.webNnDevice()
                .<Object>map(device -> Map.of("name", backend, "deviceType", device))
                .orElse(backend);
    }

    private static Map<String, Object> tensor(String name, Tensor tensor) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("name", name);
        words.put("dtype", tensor.dtype().wireName());
        words.put("dims", tensor.shape().dims());
        if (tensor.dtype() == DType.STRING) {
            words.put("strings", tensor.asStrings());
        } else {
            words.put("base64", Base64.getEncoder().encodeToString(tensor.bytes()));
        }
        return words;
    }

    /** A script ends at the first {@code </script}, in a string as well. */
    private static String json(Object value) {
        try {
            return Json.MAPPER.writeValueAsString(value).replace("<", "\\u003c");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("text and numbers can be written", e);
        }
    }

    private static String template() {
        try (InputStream stream = ReproPage.class.getResourceAsStream(TEMPLATE)) {
            if (stream == null) {
                throw new IllegalStateException("the jar has no " + TEMPLATE);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
