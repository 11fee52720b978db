package dev.bascule.cli;

import dev.bascule.bridge.process.ShutdownCleanup;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.Terminal;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

/** Bascule, on a machine whose clock somebody sets to another time while it runs. */
public final class JumpingClockMain {
    /** In milliseconds: when, and by how much. */
    public static final String AFTER = "bascule.campaign.jump.after";

    public static final String BY = "bascule.campaign.jump.by";

    /** What it says when somebody reads the clock that has jumped. */
    public static final String JUMPED = "campaign: the clock jumped";

    private JumpingClockMain() {}

    private static final class Jumping extends Clock {
        private final Clock system = Clock.systemUTC();
        private final Instant from = system.instant().plusMillis(Long.getLong(AFTER, 0));
        private final Duration by = Duration.ofMillis(Long.getLong(BY, 0));
        private final AtomicBoolean told = new AtomicBoolean(by.isZero());

        @Override
        public ZoneId getZone() {
            return system.getZone();
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            Instant now = system.instant();
            if (now.isBefore(from)) {
                return now;
            }
            if (!told.getAndSet(true)) {
                System.err.println(JUMPED);
            }
            return now.plus(by);
        }
    }

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        Clock clock = new Jumping();
        Console console = new Console(System.out, System.err, Terminal.ofProcess(System.getenv()));
        CliContext context = new CliContext(
                console,
                System.getenv(),
                Path.of(""),
                Path.of(System.getProperty("user.home", ".")),
                clock,
                () -> (int) ProcessHandle.current().pid(),
                new LocalServices(clock),
                new SignalInterrupts(
                        Duration.ofSeconds(10), () -> {}, () -> ShutdownCleanup.runWithin(Duration.ofSeconds(3))));
        System.exit(Cli.run(context, arguments));
    }
}
