package dev.bascule.suites.expectations;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.text.Glob;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a run of every case that was named can tell of. Folders of the same name make suites of the same name, and every
 * WebNN file is of one: of a path that no case ran of it can say nothing. Immutable.
 *
 * @param suites of its cases
 * @param paths of its cases, each with its suite: {@code webnn:abs.https.any}
 */
record ObservedScope(Set<String> suites, Set<String> paths) {

    static ObservedScope of(Collection<CaseId> ids) {
        return new ObservedScope(
                ids.stream().map(CaseId::suite).collect(Collectors.toUnmodifiableSet()),
                ids.stream().map(id -> id.suite() + ":" + id.path()).collect(Collectors.toUnmodifiableSet()));
    }

    /** Whether what an id or glob names would have run; one that names no suite is of any, and a glob of any path. */
    boolean covers(Glob one) {
        String[] parts = one.text().split(":", 3);
        if (one.isExact() && parts.length == 3) {
            return paths.contains(parts[0] + ":" + parts[1]);
        }
        return coversSuite(one);
    }

    /** Whether cases of its suite ran. */
    boolean coversSuite(Glob one) {
        int colon = one.text().indexOf(':');
        Glob suite = Glob.of(colon < 0 ? "*" : one.text().substring(0, colon));
        return suites.stream().anyMatch(suite::matches);
    }
}
