package dev.bascule.cli.workers;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.workers.broker.OutsideBrokerSettings;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The broker that others run, as a coordinator is told of it. */
public final class BrokerOptions {
    private static final int LONGEST = 4096;
    private static final String EXAMPLE = "--broker ssl://HOST:PORT --broker-login FILE";

    @Option(
            names = "--broker",
            paramLabel = "URL",
            description =
                    "Instead of a broker of its own: an Apache Artemis that others run, ssl://HOST:PORT, over its core"
                            + " protocol. Its administrator gives it accounts and permissions, which the coordinator"
                            + " writes down.")
    private @Nullable String broker;

    @Option(
            names = "--broker-login",
            paramLabel = "FILE",
            description = "With --broker: a file with the user on its first line and the password on its second.")
    private @Nullable Path login;

    @Option(
            names = "--broker-fingerprint",
            paramLabel = "SHA256",
            description =
                    "With --broker: the SHA-256 of its certificate, which alone is trusted; otherwise the authorities"
                            + " that this machine trusts vouch for it.")
    private @Nullable String fingerprint;

    boolean isAny() {
        return broker != null || login != null || fingerprint != null;
    }

    /**
     * What was said of it; empty where the coordinator has one of its own.
     *
     * @param folder that files are relative to
     * @param own what the coordinator keeps beside its ledger
     * @throws BasculeException USAGE_ERROR for what is no such broker
     */
    Optional<OutsideBrokerSettings> settings(Path folder, Path own) {
        if (broker == null) {
            if (login != null || fingerprint != null) {
                throw wrong("--broker-login and --broker-fingerprint belong to --broker");
            }
            return Optional.empty();
        }
        URI url = url(broker);
        if (login == null) {
            throw wrong("--broker needs an account there");
        }
        List<String> lines = lines(folder.resolve(login));
        String host = url.getHost().replaceAll("^\\[|]$", "");
        return Optional.of(new OutsideBrokerSettings(
                host,
                url.getPort(),
                lines.get(0),
                lines.get(1),
                Optional.ofNullable(fingerprint).map(BrokerOptions::hex),
                own.resolve("outside")));
    }

    private static URI url(String text) {
        try {
            URI url = new URI(text);
            boolean tls = "ssl".equals(url.getScheme())
                    || ("tcp".equals(url.getScheme())
                            && List.of(Optional.ofNullable(url.getQuery())
                                            .orElse("")
                                            .split("[;&]"))
                                    .contains("sslEnabled=true"));
            if (url.getHost() == null || url.getPort() < 1 || url.getUserInfo() != null) {
                throw wrong("--broker '%s' names no broker".formatted(text.replaceAll("//.*@", "//…@")));
            }
            if (!tls) {
                throw wrong("'%s' would send tokens that all on the way can read".formatted(text));
            }
            return url;
        } catch (URISyntaxException e) {
            throw wrong("--broker names no broker");
        }
    }

    private static List<String> lines(Path file) {
        try {
            List<String> lines = InputFile.text(file, LONGEST).lines().toList();
            if (lines.size() < 2 || lines.get(0).isBlank() || lines.get(1).isEmpty()) {
                throw wrong("'%s' has no user and password, a line for each".formatted(file));
            }
            return lines;
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.USAGE_ERROR,
                    "cannot read the account in '%s': %s".formatted(file, FileErrorText.why(e)),
                    EXAMPLE);
        }
    }

    /** As tools write it, with colons or without. */
    private static String hex(String text) {
        String hex = text.replace(":", "").toLowerCase(Locale.ROOT);
        if (!hex.matches("[0-9a-f]{64}")) {
            throw wrong("--broker-fingerprint is no SHA-256");
        }
        return hex;
    }

    private static BasculeException wrong(String why) {
        return new BasculeException(ErrorCode.USAGE_ERROR, why, EXAMPLE);
    }
}
