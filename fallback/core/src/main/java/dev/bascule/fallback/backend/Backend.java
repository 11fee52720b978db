package dev.bascule.fallback.backend;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.text.PlainText;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Where operators execute.
 *
 * @param id the word used on the command line, in files and on pages, such as {@code webgpu}
 * @param side browser or native
 * @param accelerator the class of device that it is meant to reach
 * @param precisions the precisions that it can be asked for
 * @param executionProviders the names under which ONNX Runtime reports nodes placed on it, newest first
 */
public record Backend(
        String id, Side side, DeviceType accelerator, Set<Precision> precisions, Set<String> executionProviders) {

    /** They become names of files, and words of YAML and of command lines. */
    private static final Pattern ID = Pattern.compile("[a-z][a-z0-9]*(?:[._-][a-z0-9]+)*+");

    private static final int LONGEST = 40;

    public Backend {
        if (id.length() > LONGEST || !ID.matcher(id).matches()) {
            String plain = PlainText.line(id);
            throw new BasculeException(
                    ErrorCode.RECORD_INVALID,
                    "'%s' is no id of a backend: at most %d lower-case letters and digits, with single '.', '_' or '-' between them"
                            .formatted(plain.substring(0, Math.min(plain.length(), LONGEST)), LONGEST));
        }
        precisions = Set.copyOf(precisions);
        executionProviders = Set.copyOf(executionProviders);
    }

    /** Whether this is its side's CPU, which takes the nodes that no accelerator claims. */
    public boolean isHostCpu() {
        return executionProviders.contains("CPUExecutionProvider");
    }

    @Override
    public String toString() {
        return id;
    }
}
