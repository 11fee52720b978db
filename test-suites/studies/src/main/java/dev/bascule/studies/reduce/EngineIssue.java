package dev.bascule.studies.reduce;

import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.runner.Fault;
import dev.bascule.fallback.target.Browser;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * An issue in Markdown, ready to be filed where the engine is made.
 *
 * @param evidence what the engine showed of where it ran
 */
record EngineIssue(Reduction.Reduced reduced, Origin origin, Optional<RawEvidence> evidence) {
    private static final int MOST_LINES = 20;
    private static final int MOST_SHAPES = 3;
    private static final Pattern PLACEMENT =
            Pattern.compile("placed on|GetCapability|\\[E:onnxruntime|\\[W:onnxruntime");

    static String title(Reduction.Reduced reduced, Origin origin) {
        String where = "%s%s"
                .formatted(
                        origin.target().backend().id(),
                        origin.target()
                                .engine()
                                .build()
                                .map(build -> " (" + build + ")")
                                .orElse(""));
        // An operator's name is a word; what is none comes of a model that means mischief.
        String what = reduced.culprit()
                .map(culprit -> culprit.operator().replaceAll("[^\\w.-]", "?"))
                .orElse("model");
        Signature signature = reduced.finding().signature();
        String how = signature instanceof Signature.Wrong wrong
                ? switch (wrong.kind()) {
                    case VALUES -> "gives wrong values";
                    case SHAPE -> "gives an output of the wrong shape";
                    case TYPE -> "gives an output of the wrong type";
                    case ABSENT -> "gives no output";
                }
                : signature instanceof Signature.Late ? "does not come to an end" : "fails";
        return "[%s] %s %s%s".formatted(where, what, how, shapes(reduced));
    }

    private static String shapes(Reduction.Reduced reduced) {
        List<String> words = Parts.tensors(reduced.specimen()).values().stream()
                .map(Object::toString)
                .toList();
        return words.isEmpty()
                ? ""
                : " for "
                        + String.join(" and ", words.subList(0, Math.min(MOST_SHAPES, words.size())))
                        + (words.size() > MOST_SHAPES ? " and more" : "");
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append("# ").append(title(reduced, origin)).append("\n\n");
        summary(text);
        environment(text);
        reduced.culprit().ifPresent(culprit -> node(text, culprit));
        failure(text);
        run(text);
        made(text);
        evidence.ifPresent(raw -> evidence(text, raw));
        steps(text);
        return text.toString();
    }

    private void summary(StringBuilder text) {
        text.append("`model.onnx` (%s) fails on %s: %s.%n%n"
                .formatted(
                        FindingText.size(reduced.specimen()), origin.target(), FindingText.words(reduced.finding())));
        text.append(
                        reduced.yardstick().published()
                                ? "Expected values are those that the case itself brings. "
                                : "Expected values are those of ONNX Runtime's native CPU provider with graph optimisation"
                                        + " off. ")
                .append(confirmation());
        if (reduced.yardstick().published()) {
            reduced.cutShort()
                    .ifPresent(cut -> text.append(" Nothing was made smaller: ")
                            .append(Markdown.plain(cut.why()))
                            .append('.'));
        }
        text.append("\n\n");
    }

    private String confirmation() {
        return reduced.repeats() == 0
                ? "It was seen to fail once, and **not confirmed**: no further run of it was made at the end."
                : "It failed in %d of %d runs at the end, each in a fresh %s."
                        .formatted(
                                reduced.failures(),
                                reduced.repeats(),
                                origin.target().backend().side() == Side.BROWSER ? "page" : "process");
    }

    private void environment(StringBuilder text) {
        text.append("## Environment\n\n");
        Markdown.row(text, "engine", Markdown.plain(origin.target().engine().toString()));
        Markdown.row(text, "backend", origin.target().backend().id());
        origin.webNnDevice().ifPresent(device -> Markdown.row(text, "deviceType", device));
        Markdown.row(text, "graph optimisation", origin.graphOptimization().word());
        origin.target().browser().ifPresent(browser -> browser(text, browser));
        origin.target()
                .software()
                .ifPresent(software -> Markdown.row(text, "software adapter", software ? "yes" : "no"));
        new TreeMap<>(origin.target().adapter()).forEach((name, value) -> {
            if (List.of("vendor", "architecture", "device", "description", "isFallbackAdapter")
                    .contains(name)) {
                Markdown.row(text, "adapter " + name, Markdown.plain(value));
            }
        });
        Markdown.row(text, "system", Markdown.plain(origin.machine().os()));
        Markdown.row(text, "processor", Markdown.plain(origin.machine().cpu().name()));
        origin.machine().gpus().forEach(gpu -> Markdown.row(text, "GPU", Markdown.plain(gpu.name())));
        for (String name : List.of("crossOriginIsolated", "userAgent", "jspi")) {
            Optional.ofNullable(origin.environment().get(name))
                    .ifPresent(value -> Markdown.row(text, name, Markdown.plain(value)));
        }
        text.append('\n');
    }

    private static void browser(StringBuilder text, Browser browser) {
        Markdown.row(text, "browser", Markdown.plain(browser.name() + " " + browser.version()));
        Markdown.row(text, "flags", Markdown.code(String.join(" ", browser.flags())));
    }

    private void node(StringBuilder text, Culprit culprit) {
        text.append("## The first wrong node of the model it was found in\n\n");
        Markdown.row(
                text,
                "operator",
                "%s (%s, opset %d)"
                        .formatted(
                                Markdown.plain(culprit.operator()), Markdown.plain(culprit.domain()), culprit.opset()));
        Markdown.row(
                text,
                "node",
                "%s, number %d of %d".formatted(Markdown.code(culprit.name()), culprit.index() + 1, culprit.of()));
        culprit.inputs().forEach(input -> Markdown.row(text, "input", Markdown.code(input)));
        culprit.outputs().forEach(output -> Markdown.row(text, "output", Markdown.code(output)));
        culprit.attributes()
                .forEach((name, value) ->
                        Markdown.row(text, "attribute", Markdown.code("%s = %s".formatted(name, value))));
        if (!culprit.note().isEmpty()) {
            Markdown.row(text, "note", Markdown.plain(culprit.note()));
        }
        culprit.worst()
                .ifPresent(worst -> Markdown.row(
                        text,
                        reduced.yardstick().published() ? "there" : "there, fed by the reference",
                        FindingText.worst(worst)));
        text.append('\n');
    }

    private void failure(StringBuilder text) {
        text.append(reduced.specimen().equals(reduced.original()) ? "## The model\n\n" : "## What is left of it\n\n");
        reduced.specimen().model().getGraph().getNodeList().forEach(node -> {
            StringBuilder words = new StringBuilder(node.getOpType());
            node.getAttributeList()
                    .forEach(attribute -> words.append(' ')
                            .append(attribute.getName())
                            .append('=')
                            .append(Culprit.text(attribute)));
            Markdown.row(text, "node", Markdown.code(words.toString()));
        });
        Parts.tensors(reduced.specimen())
                .forEach((name, tensor) -> Markdown.row(
                        text,
                        reduced.specimen().inputs().containsKey(name) ? "input" : "weight",
                        Markdown.code(name) + " " + tensor + FindingText.values(tensor)));
        reduced.specimen().outputs().forEach(name -> {
            shown(text, "got", name, reduced.finding().got());
            shown(text, "expected", name, reduced.finding().expected());
        });
        reduced.finding().wrong().ifPresent(wrong -> Markdown.row(text, "failure", FindingText.worst(wrong)));
        reduced.finding()
                .fault()
                .ifPresent(fault -> Markdown.row(
                        text,
                        "failure",
                        Markdown.code(FaultClassifier.classify(fault).failure().message())));
        reduced.finding().fault().ifPresent(fault -> {
            if (fault instanceof Fault.Refused refused) {
                Markdown.fence(text, refused.message().lines().limit(MOST_LINES).toList());
            }
        });
        text.append('\n');
    }

    private static void shown(StringBuilder text, String role, String name, Map<String, Tensor> tensors) {
        Optional.ofNullable(tensors.get(name))
                .ifPresent(tensor ->
                        Markdown.row(text, role, Markdown.code(name) + " " + tensor + FindingText.values(tensor)));
    }

    private void run(StringBuilder text) {
        text.append("## How to see it\n\n");
        if (origin.target().backend().side() == Side.BROWSER) {
            text.append(
                            "In this folder: `python3 -m http.server 8000`, then open http://localhost:8000/ in the browser")
                    .append(
                            origin.target().backend().equals(Backends.WASM)
                                    ? "; it takes no flags."
                                    : ", started with those of the flags above that the backend needs.")
                    .append(" The page runs `model.onnx` with the build of onnxruntime-web that lies in `ort/`, on one"
                            + " thread, and loads nothing from elsewhere.\n\n");
        }
        text.append("With Bascule: ")
                .append(Markdown.code("bascule " + origin.rerun()))
                .append("\n\n");
    }

    private void made(StringBuilder text) {
        text.append("## What it was made of\n\n");
        Markdown.row(
                text,
                "case",
                "%s (SHA-256 `%s`), %s"
                        .formatted(
                                Markdown.plain(origin.name()), origin.sha256(), FindingText.size(reduced.original())));
        Markdown.row(text, "failure of the whole", FindingText.words(reduced.symptom()));
        reduced.symptom().wrong().ifPresent(wrong -> Markdown.row(text, "there", FindingText.worst(wrong)));
        reduced.symptom()
                .fault()
                .ifPresent(fault -> Markdown.row(
                        text,
                        "in its words",
                        Markdown.code(FaultClassifier.classify(fault).failure().message())));
        origin.dataSet().ifPresent(set -> Markdown.row(text, "data set", Markdown.plain(set)));
        origin.step().ifPresent(step -> Markdown.row(text, "step of its frames", Integer.toString(step)));
        Markdown.row(
                text,
                "steps",
                "%d, of which %d show the failure".formatted(reduced.steps().size(), kept()));
        reduced.cutShort()
                .filter(any -> !reduced.yardstick().published())
                .ifPresent(cut ->
                        Markdown.row(text, "ended early", Markdown.plain(cut.why()) + "; a smaller one may exist"));
        Markdown.row(text, "command", Markdown.code(origin.command()));
        text.append('\n');
    }

    private long kept() {
        return reduced.steps().stream().filter(Step::accepted).count();
    }

    private static void evidence(StringBuilder text, RawEvidence raw) {
        text.append("## Where it ran, in the engine's words\n\n");
        Markdown.row(text, "granted", raw.granted().map(Markdown::plain).orElse("nothing"));
        Markdown.fence(
                text,
                raw.placements().isEmpty()
                        ? placements(raw.log())
                        : raw.placements().stream()
                                .map(node -> "%s (%s): %s".formatted(node.node(), node.operator(), node.provider()))
                                .limit(MOST_LINES)
                                .toList());
        text.append('\n');
    }

    /** The lines that say where nodes were placed; the first ones where none does. */
    private static List<String> placements(List<String> log) {
        List<String> told = log.stream()
                .filter(line -> PLACEMENT.matcher(line).find())
                .limit(MOST_LINES)
                .toList();
        return told.isEmpty() ? log.stream().limit(MOST_LINES).toList() : told;
    }

    private void steps(StringBuilder text) {
        text.append(
                "## Steps\n\n| # | stage | tried | kept | outcome | nodes | elements | ms |\n|--:|---|---|---|---|--:|--:|--:|\n");
        for (Step step : reduced.steps()) {
            text.append("| %d | %s | %s | %s | %s | %d | %d | %d |%n"
                    .formatted(
                            step.number(),
                            step.stage(),
                            cell(step.what()),
                            step.accepted() ? "yes" : "no",
                            cell(step.why()),
                            step.nodes(),
                            step.elements(),
                            step.took().toMillis()));
        }
    }

    private static String cell(String text) {
        return Markdown.plain(text);
    }
}
