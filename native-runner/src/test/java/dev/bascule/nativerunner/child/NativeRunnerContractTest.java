package dev.bascule.nativerunner.child;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.runner.PackContract;
import dev.bascule.fallback.runner.Runner;
import dev.bascule.fallback.runner.RunnerContract;
import dev.bascule.fallback.runner.StepsContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** What every runner does, done by the native one in this process, on real ONNX Runtime. */
@Tag("native")
class NativeRunnerContractTest implements RunnerContract, PackContract, StepsContract {
    @TempDir
    Path folder;

    private InMemoryRunner inMemory;

    @BeforeEach
    void join() throws Exception {
        inMemory = new InMemoryRunner(folder);
    }

    @AfterEach
    void leave() {
        inMemory.close();
    }

    @Override
    public Runner runner() {
        return inMemory.runner();
    }

    @Override
    public Backend backend() {
        return Backends.NATIVE_CPU;
    }

    @Override
    public Path folder() {
        return folder;
    }
}
