package dev.bascule.app.config;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.fuzz.FuzzInput;
import dev.bascule.fallback.fuzz.FuzzTarget;
import dev.bascule.fallback.fuzz.Refusals;
import dev.bascule.nativerunner.devices.SystemChain;
import java.nio.file.Path;
import java.util.Map;

/** A folder's {@code bascule.yaml}, which may be anybody's. */
@FuzzTarget
class ConfigFuzzTest {
    private static final SystemChain CHAIN = new SystemChain(Chain.parse("cpu", Backends.installed()), "a test");

    @FuzzTest
    void settings_are_refused_at_a_line_or_read(byte[] data) {
        Path folder = FuzzInput.file(data, "bascule.yaml").resolveSibling("");
        Refusals.read(() -> new ConfigLoader(Map.of(), folder, folder.resolve("home"), () -> CHAIN).load(new Flags()));
    }
}
