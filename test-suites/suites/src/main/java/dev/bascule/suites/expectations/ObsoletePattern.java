package dev.bascule.suites.expectations;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The part of an entry that no longer holds, since a case that it names came out right. Immutable.
 *
 * @param entry file and line of the entry, for people
 * @param pattern the id or glob of it that names the case
 * @param place file and line of that
 * @param glob whether it is a glob, which may name other cases as well
 * @param siblings how many ids and globs the entry lists, this one included
 * @param here the backend and browser on which it no longer holds, as a file has them, where it still does on others
 */
public record ObsoletePattern(
        String entry, String pattern, String place, boolean glob, int siblings, Optional<String> here) {

    /** The same where it still holds in other cells of the run than those of this backend and browser. */
    ObsoletePattern holdingElsewhere(String here) {
        return new ObsoletePattern(entry, pattern, place, glob, siblings, Optional.of(here));
    }

    /** What to do about it. */
    public String remedy() {
        if (glob) {
            return "%s at %s is a glob, which may cover other cases: remove %s once all of them pass; until then add an entry"
                            .formatted(pattern, place, siblings == 1 ? "that entry" : "it")
                    + " for this case with %s behind it".formatted(exception());
        }
        if (here.isPresent()) {
            return "%s at %s still holds elsewhere in this run: leave it, and add an entry for this case with %s behind it"
                    .formatted(pattern, place, exception());
        }
        return siblings == 1 ? "remove the entry of %s at %s".formatted(pattern, entry) : removal();
    }

    private String exception() {
        return here.map(where -> where + " and 'expect: PASS'").orElse("'expect: PASS'");
    }

    private String removal() {
        return "remove %s at %s".formatted(pattern, place);
    }

    /** What to do about several of one entry: an entry all of whose ids are to go goes as a whole. */
    public static List<String> remedies(Collection<ObsoletePattern> all) {
        List<ObsoletePattern> ids =
                all.stream().distinct().filter(one -> !one.glob()).toList();
        if (ids.size() > 1
                && ids.size() == ids.get(0).siblings()
                && ids.stream().allMatch(one -> one.here().isEmpty())) {
            return List.of("remove the entry of these %d cases at %s"
                    .formatted(ids.size(), ids.get(0).entry()));
        }
        return all.stream().map(ObsoletePattern::remedy).distinct().toList();
    }
}
