package dev.bascule.cli;

import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.Terminal;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

/** A process whose run measures one cell and then goes on and on. */
final class SlowRun {
    static final String MEASURING = "measuring";

    /** What the run does when it is told to stop. */
    enum Manners {
        OBEYS(Duration.ofMinutes(5)),
        FAILS(Duration.ofMinutes(5)),
        IGNORES(Duration.ofSeconds(2));

        /** Who writes a report may take as long as a busy machine does; who ignores it is not waited for in vain. */
        private final Duration patience;

        Manners(Duration patience) {
            this.patience = patience;
        }
    }

    private SlowRun() {}

    public static void main(String[] arguments) {
        Path folder = Path.of(arguments[0]);
        Manners manners = Manners.valueOf(arguments[1]);
        Console console = new Console(System.out, System.err, new Terminal(false, false, 100));
        FakeServices services = new FakeServices();
        services.historyInFile = true;
        services.runs.outcome = (wanted, chain) -> {
            if (services.runs.cells() > 0) {
                console.print(MEASURING);
                dawdle(manners);
            }
            return CaseRuns.passed(wanted, chain);
        };
        System.exit(Cli.run(
                new CliContext(
                        console,
                        Map.of(),
                        folder,
                        folder,
                        Clock.systemUTC(),
                        () -> 1,
                        services,
                        new SignalInterrupts(manners.patience, () -> console.say("stopping"), () -> {})),
                "run",
                "bert-micro",
                "--strict"));
    }

    private static void dawdle(Manners manners) {
        while (true) {
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException stop) {
                switch (manners) {
                    case OBEYS -> {
                        Thread.currentThread().interrupt();
                        return;
                    }
                    case FAILS -> throw new BasculeException(ErrorCode.BRIDGE_FAILED, "interrupted, it says");
                    case IGNORES -> System.out.println("what?");
                }
            }
        }
    }
}
