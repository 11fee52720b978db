package dev.bascule.cli.options;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who may see and do what on the dashboard. Said each time, as what opens a machine to its network is. */
public final class DashboardOptions {
    private static final String TOKEN_VARIABLE = "BASCULE_TOKEN";
    private static final List<Path> HANDED =
            List.of(Path.of("/dev/stdin"), Path.of("/dev/fd"), Path.of("/proc/self/fd"));
    private static final int LONGEST_TOKEN = 4096;
    private static final int SHORTEST_TOKEN = 16;

    @Option(names = "--read-only", description = "Nothing can be changed or started from the dashboard, by nobody.")
    private boolean readOnly;

    @Option(
            names = "--view",
            paramLabel = "WHO",
            description = "Who may look: public (default: whoever reaches the address), or signed-in.")
    private String view = "public";

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "A token that signs in, and that programs send as `Authorization: Bearer TOKEN`; else"
                    + " BASCULE_TOKEN. At least 16 letters.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--models",
            paramLabel = "PATH",
            description =
                    "A model, a suite, or a folder with such, that the dashboard may run beside the built-in ones."
                            + " May be given several times.")
    private List<Path> models = List.of();

    @Option(
            names = "--allow-downloads",
            paramLabel = "ORG/REPO|ORG/*|*",
            description = "Models of the Hugging Face hub that whoever is signed in may have this machine fetch and run"
                    + " (default: none). May be given several times.")
    private List<String> downloads = List.of();

    @Option(
            names = "--schedule",
            paramLabel = "'CRON SUITE…'",
            description =
                    "Run suites or models by the clock of this machine: minute, hour, day, month and weekday, then"
                            + " what to run. Each run goes to the history and to a report in --out. May be given several"
                            + " times. Schedules that are made on the dashboard are kept for the next server of the same"
                            + " history.")
    private List<String> schedules = List.of();

    /** Times and what is to be run then. */
    public List<String> schedules() {
        return schedules;
    }

    /** Patterns of models of the hub. */
    public List<String> downloads() {
        return downloads;
    }

    public boolean readOnly() {
        return readOnly;
    }

    /** Whether looking needs a sign-in. */
    public boolean viewSignedIn() {
        return switch (view) {
            case "public" -> false;
            case "signed-in" -> true;
            default -> throw usage("--view is public or signed-in, but is '%s'".formatted(view));
        };
    }

    public List<Path> models() {
        return models;
    }

    /** The token, where there is one. */
    public Optional<String> token(Path base, Map<String, String> environment) {
        Path file = tokenFile;
        Optional<String> token = file == null
                ? Optional.ofNullable(environment.get(TOKEN_VARIABLE))
                : Optional.of(read(base.resolve(file)));
        token.ifPresent(text -> {
            if (text.length() < SHORTEST_TOKEN) {
                throw usage(
                        "the token has %d letters, which can be guessed: take at least %d, such as `openssl rand -hex 32`"
                                .formatted(text.length(), SHORTEST_TOKEN));
            }
        });
        return token;
    }

    /** A secret need not lie on a disk: what the shell hands over as a pipe is taken too. */
    private static String read(Path file) {
        try {
            boolean handed = HANDED.stream().anyMatch(file.toAbsolutePath()::startsWith);
            try (InputStream in = handed ? Files.newInputStream(file) : InputFile.stream(file)) {
                byte[] bytes = in.readNBytes(LONGEST_TOKEN + 1);
                if (bytes.length > LONGEST_TOKEN) {
                    throw usage("the token's file '%s' has more than %d bytes".formatted(file, LONGEST_TOKEN));
                }
                return new String(bytes, StandardCharsets.UTF_8).strip();
            }
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.USAGE_ERROR,
                    "the token's file '%s' cannot be read: %s".formatted(file, FileErrorText.why(e)),
                    "check --token-file");
        }
    }

    private static BasculeException usage(String message) {
        return new BasculeException(ErrorCode.USAGE_ERROR, message, "bascule serve --help");
    }
}
