package dev.bascule.junit;

import dev.bascule.junit.run.ParameterSettings;
import dev.bascule.junit.run.SuiteOverrides;
import dev.bascule.junit.run.SuitePlace;
import java.util.Optional;

/**
 * Where a project's own tests begin to run models:
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicNode> search() {
 *     return Bascule.suite("suites/search.yaml").backends("wasm", "cpu").tests();
 * }
 *
 * @Test
 * void the_browser_keeps_up() {
 *     BasculeRun run = Bascule.model("models/search.onnx").backends("wasm").run();
 *     run.on("wasm").isRight().isProvenOn("wasm").isAtMostTimesNativeCpu(6);
 * }
 * }</pre>
 *
 * <p>Settings that nobody gives here come from {@code BASCULE_*}, {@code ./bascule.yaml} and the defaults. Stateless.
 */
public final class Bascule {
    private Bascule() {}

    /**
     * A suite.
     *
     * @param name a resource of the class path, a file, or a built-in name
     */
    public static BasculePlan suite(String name) {
        return plan(name);
    }

    /**
     * A model as a suite of its own, with inputs made from the seed.
     *
     * @param reference a file, {@code zoo:name}, or {@code hf:org/repo}
     */
    public static BasculePlan model(String reference) {
        return plan(reference);
    }

    private static BasculePlan plan(String word) {
        ClassLoader loader = Optional.ofNullable(Thread.currentThread().getContextClassLoader())
                .orElseGet(ClassLoader::getSystemClassLoader);
        return new BasculePlan(SuitePlace.of(word, loader), loader, SuiteOverrides.NONE, ParameterSettings.ofProcess());
    }
}
