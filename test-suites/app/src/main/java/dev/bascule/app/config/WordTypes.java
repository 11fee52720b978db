package dev.bascule.app.config;

import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.suites.setting.ValueType;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.ScenarioKind;
import dev.bascule.suites.suite.Words;
import java.util.List;
import java.util.Optional;

/** Types of settings whose words are those of suites. Stateless. */
final class WordTypes {
    /** Empty text and {@code none} are no backends. */
    static final ValueType<List<Backend>> BACKENDS = ValueType.of(
            "backends, divided by commas, or none",
            "A,B",
            (text, where) -> Optional.of(ValueType.parts(text, ",").stream()
                    .map(word -> Words.backend(word, where))
                    .toList()));

    /** Chains are divided by semicolons; empty text and {@code none} are no chains. */
    static final ValueType<List<Chain>> CHAINS = ValueType.<List<Chain>>of(
                    "chains such as webgpu→webnn→wasm, divided by semicolons, or none",
                    "A->B->C",
                    (text, where) -> Optional.of(ValueType.parts(text, ";").stream()
                            .map(word -> Words.chain(word, where))
                            .toList()))
            .dividedBy(";");

    /** Failures that move on, divided by commas. */
    static final ValueType<FallbackPolicy> FAILURES = ValueType.simple(
                    "any, none, or failures divided by commas", "FAILURE,…", Words::fallBackOn)
            .complaining(Words::unknownFailure);

    static final ValueType<Comparisons> COMPARISONS = ValueType.of(
            "on, off, or pairs such as webgpu/wasm, divided by commas", "on|off|PAIR,…", Words::comparisons);

    /** Empty text and {@code none} are no scenarios. */
    static final ValueType<List<ScenarioKind>> SCENARIOS = ValueType.simple(
                    "any of " + String.join(", ", ScenarioKind.ids()), "LIST", WordTypes::scenarios)
            .knowing(ScenarioKind.ids());

    private WordTypes() {}

    private static Optional<List<ScenarioKind>> scenarios(String text) {
        List<Optional<ScenarioKind>> kinds =
                ValueType.parts(text, ",").stream().map(ScenarioKind::find).toList();
        return kinds.contains(Optional.<ScenarioKind>empty())
                ? Optional.empty()
                : Optional.of(kinds.stream().flatMap(Optional::stream).toList());
    }
}
