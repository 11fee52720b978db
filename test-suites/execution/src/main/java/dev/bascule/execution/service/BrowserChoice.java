package dev.bascule.execution.service;

import java.util.List;

/** Which browsers take part. */
public sealed interface BrowserChoice {

    /** For each backend the best browser that truly runs it. */
    record Auto() implements BrowserChoice {}

    /** No browser: native targets only. */
    record None() implements BrowserChoice {}

    /** Those of the Selenium Grid alone. */
    record Grid() implements BrowserChoice {}

    /** Every browser found. */
    record All() implements BrowserChoice {}

    /** These, by the ids of {@link BrowserCatalog}. */
    record Named(List<String> ids) implements BrowserChoice {
        public Named {
            ids = List.copyOf(ids);
        }
    }
}
