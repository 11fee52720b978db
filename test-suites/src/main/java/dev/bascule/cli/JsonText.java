package dev.bascule.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.cli.output.Console;
import dev.bascule.fallback.json.Json;

/** Prints one JSON document. Stateless. */
final class JsonText {
    private JsonText() {}

    static void print(Console console, Object document) {
        try {
            console.print(Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a document that is no JSON", e);
        }
    }
}
