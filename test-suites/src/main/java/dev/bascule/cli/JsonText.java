package dev.bascule.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.cli.output.Console;
import dev.bascule.fallback.json.Json;

/** Writes one JSON document. Stateless. */
final class JsonText {
    private JsonText() {}

    static void print(Console console, Object document) {
        console.print(text(document));
    }

    static String text(Object document) {
        try {
            return Json.plain(Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(document));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a document that is no JSON", e);
        }
    }
}
