package example;

import dev.bascule.junit.Bascule;
import dev.bascule.junit.BasculeRun;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestReporter;

/** The same from Java: dynamic tests, and assertions on what was measured. */
class SearchModelTest {

    @TestFactory
    Stream<DynamicNode> the_suite(TestReporter reporter) {
        return Bascule.suite("suites/search.yaml").backends("cpu").tests(reporter);
    }

    @Test
    void the_browser_is_right_and_keeps_up() {
        BasculeRun run = Bascule.model("bert-micro").backends("wasm").set("minIterations", "5").run();
        // A ratio holds from machine to machine, milliseconds do not.
        run.on("wasm").isRight().isProvenOn("wasm").isAtMostTimesNativeCpu(100);
    }
}
