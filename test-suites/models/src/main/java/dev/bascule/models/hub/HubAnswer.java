package dev.bascule.models.hub;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.net.http.HttpHeaders;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the hub says about a file before it is fetched. The hub answers a request for a large file with a redirect to its
 * storage; the true identity of the file stands on that redirect.
 *
 * @param commit what the revision is now
 * @param etag SHA-256 of a large file, git's blob id of a small one; empty where a mirror says neither
 * @param bytes size
 */
record HubAnswer(Optional<String> commit, Optional<String> etag, OptionalLong bytes) {

    static HubAnswer of(int status, HttpHeaders headers) {
        // The length and tag of a redirect are those of its own small page.
        boolean direct = status == 200;
        Optional<String> etag = headers.firstValue("X-Linked-Etag")
                .or(() -> headers.firstValue("ETag").filter(tag -> direct))
                .map(text -> text.replaceFirst("^W/", "").replace("\"", ""));
        OptionalLong linked = size(headers, "X-Linked-Size");
        OptionalLong length = direct ? size(headers, "Content-Length") : OptionalLong.empty();
        return new HubAnswer(
                headers.firstValue("X-Repo-Commit").filter(text -> text.matches("[0-9a-f]{7,64}")),
                etag.filter(text -> text.matches("[\\w.-]{1,128}")),
                linked.isPresent() ? linked : length);
    }

    /** What is no number is as good as not said. */
    private static OptionalLong size(HttpHeaders headers, String name) {
        return headers.firstValue(name).stream()
                .filter(text -> text.matches("\\d{1,18}"))
                .mapToLong(Long::parseLong)
                .findFirst();
    }

    /** Whether a status means that the file, and nothing else, is not there. */
    static boolean isMissingFile(int status, HttpHeaders headers) {
        String code = headers.firstValue("X-Error-Code").orElse("EntryNotFound");
        return status == 404 && code.equals("EntryNotFound");
    }

    /** Whether the same request may succeed later. */
    static boolean isTemporary(int status) {
        return status == 408 || status == 429 || status >= 500;
    }

    /** The error of a status that is no success. */
    static BasculeException refusal(HubReference reference, String host, int status, HttpHeaders headers) {
        String what = "%s answers %d for %s".formatted(host, status, reference);
        if (status == 401 || status == 403) {
            return new BasculeException(
                    ErrorCode.HUB_REFUSED,
                    what + ": the repository is private, gated or misspelt",
                    "check the name; accept the repository's terms on its page and set HF_TOKEN");
        }
        if (status == 404) {
            String why = switch (headers.firstValue("X-Error-Code").orElse("")) {
                case "RepoNotFound" -> "there is no such repository";
                case "RevisionNotFound" -> "there is no such revision";
                default -> "there is no such file";
            };
            return new BasculeException(
                    ErrorCode.HUB_REFUSED,
                    what + ": " + why,
                    "check the name on the hub; name the file as hf:org/repo/folder/file.onnx");
        }
        if (status == 429) {
            String wait = headers.firstValue("Retry-After")
                    .map(seconds -> "wait " + seconds + " seconds, then run the same line again")
                    .orElse("wait a few minutes, then run the same line again");
            return new BasculeException(
                    ErrorCode.HUB_UNREACHABLE, what + ": too many requests", wait, "set HF_TOKEN for a higher limit");
        }
        if (status >= 500) {
            return new BasculeException(
                    ErrorCode.HUB_UNREACHABLE,
                    what + ": the hub has trouble of its own",
                    "run the same line again later, or set HF_ENDPOINT to a mirror");
        }
        return new BasculeException(ErrorCode.HUB_REFUSED, what);
    }
}
