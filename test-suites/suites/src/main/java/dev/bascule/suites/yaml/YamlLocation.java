package dev.bascule.suites.yaml;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;

/**
 * The place of a value in a document.
 *
 * @param source the file's name
 * @param line from 1
 * @param path the keys down to it, such as {@code models[0].dims}; empty at the top
 * @param code the error code of what is wrong in this document
 */
public record YamlLocation(String source, int line, String path, ErrorCode code) {

    /** An error about this place; the message begins with file and line. */
    public BasculeException error(String message) {
        return new BasculeException(code, this + ": " + message);
    }

    YamlLocation key(String key, int line) {
        return new YamlLocation(source, line, path.isEmpty() ? key : path + "." + key, code);
    }

    YamlLocation item(int index, int line) {
        return new YamlLocation(source, line, path + "[" + index + "]", code);
    }

    @Override
    public String toString() {
        return source + ":" + line;
    }
}
