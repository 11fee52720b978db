package dev.bascule.models.hub;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of a repository on the Hugging Face hub, written {@code hf:org/repo[@revision][/file]}.
 *
 * @param repository such as {@code org/repo}
 * @param revision branch, tag or commit
 * @param file path inside the repository; empty tries the usual places
 */
public record HubReference(String repository, String revision, Optional<String> file) {
    /** Where exporters put the model, in the order tried. */
    static final List<String> USUAL_FILES = List.of("onnx/model.onnx", "model.onnx");

    private static final Pattern FORM =
            Pattern.compile("hf:([\\w.-]+/[\\w.-]+)(?:@([\\w.-]+))?(?:/([\\w.-]+(?:/[\\w.-]+)*+))?");

    public static HubReference parse(String text) {
        Matcher matcher = FORM.matcher(text);
        // Dots alone would climb out of the cache folder.
        if (!matcher.matches() || text.contains("..")) {
            throw new BasculeException(
                    ErrorCode.MODEL_NOT_FOUND,
                    "'%s' names no file on the hub".formatted(text),
                    "write hf:org/repo, hf:org/repo/folder/file.onnx or hf:org/repo@revision/file.onnx");
        }
        String revision = matcher.group(2);
        return new HubReference(
                matcher.group(1), revision == null ? "main" : revision, Optional.ofNullable(matcher.group(3)));
    }

    /** The files to try, in order. */
    List<String> candidates() {
        return file.map(List::of).orElse(USUAL_FILES);
    }

    @Override
    public String toString() {
        return "hf:" + repository + (revision.equals("main") ? "" : "@" + revision)
                + file.map(name -> "/" + name).orElse("");
    }
}
