package dev.bascule.app.config;

import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.install.ReleaseVersion;
import dev.bascule.suites.setting.SettingType;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.ScenarioKind;
import dev.bascule.suites.suite.SuiteWords;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Types of settings whose words are those of suites. Stateless. */
final class WordTypes {
    /** Empty text and {@code none} are no backends. */
    static final SettingType<List<Backend>> BACKENDS = SettingType.of(
            "backends, divided by commas, or none",
            "A,B",
            (text, where) -> Optional.of(SettingType.parts(text, ",").stream()
                    .map(word -> SuiteWords.backend(word, where))
                    .toList()));

    /** Backends, each with the index of one of its devices where that is said; empty text and {@code none} are none. */
    static final SettingType<List<BackendDevice>> DEVICES = SettingType.of(
            "backends, each with a device's index where it has several, such as cuda:0,cuda:1, or none",
            "A,B",
            (text, where) -> Optional.of(SettingType.parts(text, ",").stream()
                    .map(word -> SuiteWords.device(word, where))
                    .toList()));

    /** Chains are divided by semicolons; empty text and {@code none} are no chains. */
    static final SettingType<List<Chain>> CHAINS = SettingType.<List<Chain>>of(
                    "chains such as webgpu→webnn→wasm, divided by semicolons, or none",
                    "A->B->C",
                    (text, where) -> Optional.of(SettingType.parts(text, ";").stream()
                            .map(word -> SuiteWords.chain(word, where))
                            .toList()))
            .dividedBy(";");

    /** Failures that move on, divided by commas. */
    static final SettingType<FallbackPolicy> FAILURES = SettingType.simple(
                    "any, none, or failures divided by commas", "FAILURE,…", SuiteWords::fallBackOn)
            .complaining(SuiteWords::unknownFailure);

    static final SettingType<Comparisons> COMPARISONS = SettingType.of(
            "on, off, or pairs such as webgpu/wasm, divided by commas", "on|off|PAIR,…", SuiteWords::comparisons);

    /** Empty text and {@code none} are no scenarios. */
    static final SettingType<List<ScenarioKind>> SCENARIOS = SettingType.simple(
                    "any of " + String.join(", ", ScenarioKind.ids()), "LIST", WordTypes::scenarios)
            .knowing(ScenarioKind.ids());

    static final SettingType<ReleaseVersion> RELEASE =
            SettingType.simple("a version such as 1.23.2", "VERSION", ReleaseVersion::parse);

    private WordTypes() {}

    /** Those that one can ask for without naming devices: {@code visits (fresh profile, …), soak (…)}. */
    static String scenarioPhrases() {
        return Arrays.stream(ScenarioKind.values())
                .filter(kind -> !kind.isOverDevices())
                .map(kind -> "%s (%s)".formatted(kind.id(), kind.phrase()))
                .collect(Collectors.joining(", "));
    }

    private static Optional<List<ScenarioKind>> scenarios(String text) {
        List<Optional<ScenarioKind>> kinds =
                SettingType.parts(text, ",").stream().map(ScenarioKind::find).toList();
        return kinds.contains(Optional.<ScenarioKind>empty())
                ? Optional.empty()
                : Optional.of(kinds.stream().flatMap(Optional::stream).toList());
    }
}
