package dev.bascule.app.generate;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Comparison;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.text.PlainText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the JUnit class that runs a suite. Stateless. */
final class ClassText {
    /** How many times the measured ratio is too much: another machine has another one, a broken backend a far greater. */
    private static final double ROOM = 2;

    private ClassText() {}

    static String todo() {
        return "for the class: add dev.bascule:bascule-junit to the project's test dependencies, as Bascule's"
                + " examples/junit has it; `bascule run` needs the suite alone";
    }

    /** {@code BertMicroOnWasmTest} for {@code bert-micro-on-wasm}. */
    static String className(String name) {
        String words = Arrays.stream(name.split("[^A-Za-z0-9]+"))
                .filter(word -> !word.isEmpty())
                .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                .collect(Collectors.joining());
        return (Character.isDigit(words.charAt(0)) ? "Model" + words : words) + "Test";
    }

    /** Settings of the cell that an annotation has no word for, each as a line of a project's configuration. */
    static Optional<String> unsaid(TestSubject subject) {
        String lines = subject.setup().entrySet().stream()
                .filter(option -> !option.getKey().equals("--browsers"))
                .map(option -> "bascule.%s=%s".formatted(key(option.getKey()), PlainText.line(option.getValue())))
                .collect(Collectors.joining(", "));
        return isRight(subject) || lines.isEmpty()
                ? Optional.empty()
                : Optional.of("for the class: the cell was measured with other settings than the usual; put into"
                        + " src/test/resources/junit-platform.properties: " + lines);
    }

    private static boolean isRight(TestSubject subject) {
        return subject.measured().map(cell -> cell.verdict().isRight()).orElse(false);
    }

    /** @param known the file of known failures, where the cell is one */
    static String of(TestSubject subject, String javaPackage, String suiteFile, Optional<String> known) {
        return isRight(subject)
                ? asserting(subject, subject.measured().orElseThrow(), javaPackage, suiteFile)
                : standing(subject, javaPackage, suiteFile, known);
    }

    /** Nothing is known, or a failure: the suite is the test. */
    private static String standing(TestSubject subject, String javaPackage, String suiteFile, Optional<String> known) {
        List<String> attributes = new ArrayList<>(List.of("value = " + JavaText.literal(suiteFile)));
        Optional.ofNullable(subject.setup().get("--browsers"))
                .ifPresent(words -> attributes.add("browsers = " + JavaText.literal(words)));
        known.ifPresent(file -> attributes.add("expectations = " + JavaText.literal(file)));
        String said = attributes.size() == 1 ? JavaText.literal(suiteFile) : String.join(", ", attributes);
        String what = known.isPresent()
                ? "it fails where measured, as %s says: this is aborted until that changes, and fails then"
                        .formatted(known.get())
                : "nothing was measured there yet: this finds out";
        return """
            package %s;

            import dev.bascule.junit.BasculeSuite;

            /** %s on %s; %s. */
            @BasculeSuite(%s)
            class %s {}
            """.formatted(
                        javaPackage,
                        JavaText.comment(subject.model().name()),
                        JavaText.comment(subject.chain().toString()),
                        JavaText.comment(what),
                        said,
                        className(subject.name()));
    }

    /** What was measured is what must hold. */
    private static String asserting(TestSubject subject, CaseRun cell, String javaPackage, String suiteFile) {
        String on =
                subject.chain().rungs().stream().map(backend -> backend.id()).collect(Collectors.joining("->"));
        List<String> tests = new ArrayList<>();
        tests.add(test("the_outputs_are_right", "", "isRight()"));
        if (cell.verdict() == Verdict.PASS) {
            tests.add(test("every_node_runs_where_it_is_asked_to", "", "didNotFallBack()"));
        }
        proven(cell)
                .ifPresent(backend ->
                        tests.add(test("its_backend_is_proven", "", "isProvenOn(" + JavaText.literal(backend) + ")")));
        ratio(cell)
                .ifPresent(interval -> tests.add(test(
                        "it_keeps_up_with_native_cpu",
                        String.format(
                                Locale.ROOT,
                                "    /** Measured: %.3g to %.3g times native CPU (95 %% interval, run %s). Twice that"
                                        + " is too much. */%n",
                                interval.low(),
                                interval.high(),
                                JavaText.comment(
                                        subject.run().map(RunRecord::id).orElse("?"))),
                        "isAtMostTimesNativeCpu(" + limit(interval) + ")")));
        return """
            package %s;

            import dev.bascule.junit.Bascule;
            import dev.bascule.junit.BasculeRun;
            import dev.bascule.junit.CellAssert;
            import org.junit.jupiter.api.BeforeAll;
            import org.junit.jupiter.api.Test;

            /** %s on %s, held to what it came to in run %s: %s. */
            class %s {
                private static BasculeRun run;

                @BeforeAll
                static void measure() {
                    run = Bascule.suite(%s)%s.run();
                }

                /** Aborts the test where the backend is not on this machine. */
                private static CellAssert cell() {
                    return run.on(%s).assumeHere();
                }

            %s}
            """.formatted(
                        javaPackage,
                        JavaText.comment(subject.model().name()),
                        JavaText.comment(subject.chain().toString()),
                        JavaText.comment(subject.run().map(RunRecord::id).orElse("?")),
                        cell.verdict(),
                        className(subject.name()),
                        JavaText.literal(suiteFile),
                        setup(subject.setup()),
                        JavaText.literal(on),
                        String.join("\n", tests));
    }

    private static String test(String name, String comment, String assertion) {
        return "%s    @Test%n    void %s() {%n        cell().%s;%n    }%n"
                .formatted(comment, name, assertion)
                .replace("\r\n", "\n");
    }

    private static Optional<String> proven(CaseRun cell) {
        return Optional.of(cell.decisive())
                .map(Attempt::evidence)
                .flatMap(evidence -> evidence.where().proven());
    }

    private static Optional<Interval> ratio(CaseRun cell) {
        return cell.decisive()
                .comparison()
                .filter(Comparison::isWithNativeCpu)
                .map(Comparison::ratio)
                .flatMap(ratio -> ratio.ci95());
    }

    private static String limit(Interval interval) {
        return BigDecimal.valueOf(interval.high() * ROOM)
                .round(new MathContext(2, RoundingMode.UP))
                .toPlainString();
    }

    private static String setup(Map<String, String> options) {
        return options.entrySet().stream()
                .map(option -> option.getKey().equals("--browsers")
                        ? ".browsers(" + JavaText.literal(option.getValue()) + ")"
                        : ".set(" + JavaText.literal(key(option.getKey())) + ", " + JavaText.literal(option.getValue())
                                + ")")
                .collect(Collectors.joining());
    }

    /** {@code webnnDevice} for {@code --webnn-device}; several flags are one setting. */
    private static String key(String option) {
        if (option.equals("--browser-flag")) {
            return "browserFlags";
        }
        String[] words = option.substring(2).split("-", -1);
        return words[0]
                + Arrays.stream(words)
                        .skip(1)
                        .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                        .collect(Collectors.joining());
    }
}
