package dev.bascule.cli.options;

import dev.bascule.cli.output.Shell;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.ShellText;
import dev.bascule.scheduling.job.Requirement;
import dev.bascule.suites.setting.SettingType;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a run is made, if not here. */
public final class OnOptions {
    @Option(
            names = "--on",
            paramLabel = "URL#TOKEN",
            description =
                    "Run on the workers of this coordinator, in place of this machine: the address that it printed,"
                            + " @FILE with it, or pool for the configured one. Results are delivered here, each with its"
                            + " machine.")
    private @Nullable String on;

    @Option(
            names = "--where",
            paramLabel = "REQUIREMENT",
            description = "With --on, or a replica of the configured pool: what a worker's machine must have, such as"
                    + " 'os=linux and memory>=8GB and not label=busy'.")
    private @Nullable String where;

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            description =
                    "With --on, or a replica of the configured pool: how long to wait for a worker where none can do a job (default: 1m).")
    private @Nullable String wait;

    /** As typed. */
    public Optional<String> on() {
        return Optional.ofNullable(on);
    }

    /** As one may show it in a command line: without its token. */
    public String shown() {
        return ShellText.quoted(Shell.withoutToken(Optional.ofNullable(on).orElse("pool")));
    }

    /** @throws dev.bascule.fallback.error.BasculeException USAGE_ERROR where it cannot be read */
    public Requirement where() {
        return where == null ? new Requirement.Anything() : Requirement.parse(where);
    }

    /** @throws dev.bascule.fallback.error.BasculeException USAGE_ERROR where it is none */
    public Duration patience() {
        return Optional.ofNullable(wait).map(OnOptions::read).orElse(Duration.ofMinutes(1));
    }

    private static Duration read(String text) {
        return SettingType.DURATION
                .read(text, "--wait")
                .orElseThrow(() -> usage("--wait " + SettingType.DURATION.complaint(text)));
    }

    /** What makes no sense without {@code --on}. */
    public void refuseAlone(boolean elsewhere) {
        if (on == null && elsewhere) {
            throw usage("--retry-elsewhere belongs to --on");
        }
        refuseAlone();
    }

    /** What makes no sense without {@code --on}. */
    public void refuseAlone() {
        if (on == null && (where != null || wait != null)) {
            throw usage("--where and --wait belong to --on");
        }
    }

    private static BasculeException usage(String message) {
        return new BasculeException(ErrorCode.USAGE_ERROR, message, "bascule run --help");
    }
}
