package dev.bascule.reports.history;

import java.util.Collection;
import java.util.Collections;

/** The least and the greatest of some rows' numbers: a database that knows each block's leaves the others unread. */
record IdRange(long low, long high) {

    /** @param ids at least one */
    static IdRange of(Collection<Long> ids) {
        return new IdRange(Collections.min(ids), Collections.max(ids));
    }
}
