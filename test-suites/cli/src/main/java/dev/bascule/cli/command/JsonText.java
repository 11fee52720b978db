package dev.bascule.cli.command;

import dev.bascule.cli.output.Console;
import dev.bascule.fallback.json.Json;

/** Writes one JSON document. Stateless. */
public final class JsonText {
    private JsonText() {}

    public static void print(Console console, Object document) {
        console.print(Json.pretty(document));
    }
}
