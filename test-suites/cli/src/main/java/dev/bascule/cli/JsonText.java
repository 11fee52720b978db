package dev.bascule.cli;

import dev.bascule.cli.output.Console;
import dev.bascule.fallback.json.Json;

/** Writes one JSON document. Stateless. */
final class JsonText {
    private JsonText() {}

    static void print(Console console, Object document) {
        console.print(Json.pretty(document));
    }
}
