package dev.bascule.reports.compatibility;

import java.util.Locale;

/** What a cell rests on, the best first: what was measured beats what others document, and that what is predicted. */
public enum Basis {
    /** Models of the family were run on the backend, and their outputs were checked. */
    MEASURED,
    /** Somebody documents it; the source is named. */
    KNOWN,
    /** Results of other cases let expect it. */
    PREDICTED;

    /** The word in documents. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
