package dev.bascule.models.hub;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.PlainText;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * How the hub is reached.
 *
 * @param endpoint base address; {@code HF_ENDPOINT}
 * @param token for gated and private repositories; {@code HF_TOKEN}. Never logged, and sent to this endpoint alone, by https alone
 * @param offline whether to use nothing but the cache; {@code HF_HUB_OFFLINE}
 * @param patience how long to wait for a connection, for an answer, and for the next bytes of one
 * @param tries how often a broken transfer is begun or resumed
 * @param pause before the second try; doubles with each further one
 * @param most bytes of a file; a larger one is not fetched
 */
public record HubSettings(
        URI endpoint,
        Optional<String> token,
        boolean offline,
        Duration patience,
        int tries,
        Duration pause,
        long most) {

    /** More than any engine here takes as one file: a protobuf has 2 GiB at most. */
    public static final long MOST = 4L << 30;

    private static final String DEFAULT_ENDPOINT = "https://huggingface.co";

    /** From {@code HF_ENDPOINT}, {@code HF_TOKEN} and {@code HF_HUB_OFFLINE}. */
    public static HubSettings of(Map<String, String> environment) {
        String endpoint = environment.getOrDefault("HF_ENDPOINT", DEFAULT_ENDPOINT);
        String offline = environment.getOrDefault("HF_HUB_OFFLINE", "");
        return new HubSettings(
                uri(endpoint),
                token(environment.getOrDefault("HF_TOKEN", "")),
                offline.equals("1") || offline.equalsIgnoreCase("true"),
                Duration.ofSeconds(20),
                4,
                Duration.ofSeconds(1),
                MOST);
    }

    /** The same, with nothing but the cache. */
    public HubSettings withoutNetwork() {
        return new HubSettings(endpoint, token, true, patience, tries, pause, most);
    }

    private static Optional<String> token(String text) {
        String token = text.strip();
        if (!token.matches("[!-~]*")) {
            throw new BasculeException(
                    ErrorCode.CONFIG_INVALID,
                    "HF_TOKEN has characters that no token has",
                    "set HF_TOKEN to the token alone, or unset it");
        }
        return Optional.of(token).filter(some -> !some.isEmpty());
    }

    /** Without a name and password in it: where a model comes from is kept in records. */
    private static URI uri(String endpoint) {
        String trimmed = endpoint.endsWith("/") ? endpoint.substring(0, endpoint.length() - 1) : endpoint;
        String advice = "unset HF_ENDPOINT, or set it to an address such as " + DEFAULT_ENDPOINT;
        if (trimmed.contains("@")) {
            throw new BasculeException(
                    ErrorCode.CONFIG_INVALID, "HF_ENDPOINT has an @ in it: it is to hold no password", advice);
        }
        try {
            URI address = new URI(trimmed);
            if (trimmed.matches("https?://.+") && address.getHost() != null) {
                return address;
            }
        } catch (URISyntaxException noAddress) {
            // Told below.
        }
        throw new BasculeException(
                ErrorCode.CONFIG_INVALID,
                "HF_ENDPOINT is '%s', which is no http or https address".formatted(PlainText.line(endpoint)),
                advice);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "HubSettings[endpoint=%s, token=%s, offline=%s]"
                .formatted(endpoint, token.isPresent() ? "set" : "none", offline);
    }
}
