package dev.bascule.execution.session;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.AssetLocator;
import dev.bascule.fallback.runner.LaunchedRunner;
import dev.bascule.fallback.runner.Launcher.Launch;
import dev.bascule.fallback.runner.RunnerGateway;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedLauncher;
import dev.bascule.fallback.runner.ScriptedRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gives scripted runners, and remembers what came back. */
final class ScriptedSupply implements RunnerSupply {
    private static final RunnerGateway NOBODY = new RunnerGateway() {
        @Override
        public Invitation invite(String name, AssetLocator locator) {
            throw new AssertionError("a scripted launcher needs no invitation");
        }
    };

    final List<LaunchedRunner> released = new ArrayList<>();
    /** Why the next start fails. */
    Optional<Failure> refusal = Optional.empty();
    /** Is done while a process starts. */
    Runnable whileStarting = () -> {};

    private final ScriptedLauncher launcher;

    /** @param scripts how the backend behaves in the first, second, ... process; the last one's stays */
    ScriptedSupply(Backend backend, Script... scripts) {
        launcher = ScriptedLauncher.of(number -> ScriptedRunner.named("process-" + number)
                .on(backend, scripts[Math.min(number, scripts.length - 1)])
                .build());
    }

    @Override
    public Launch launch() {
        whileStarting.run();
        return refusal.<Launch>map(Launch.NotStarted::new).orElseGet(() -> launcher.launch(NOBODY, Duration.ZERO));
    }

    @Override
    public Launch recycle(LaunchedRunner used) {
        release(used);
        return launch();
    }

    @Override
    public void release(LaunchedRunner used) {
        released.add(used);
        used.close();
    }

    ScriptedLauncher.Launched process(int number) {
        return launcher.launched().get(number);
    }

    int started() {
        return launcher.launched().size();
    }

    long alive() {
        return launcher.alive();
    }
}
