package dev.bascule.suites.suite;

import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.Key;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A word that asks for a search among a setting's values in place of one, in suites and as an option alike. */
public enum SearchWord {
    BATCH(CaseKeys.BATCH, "auto", ScenarioKind.BATCH_SEARCH),
    PRECISION(CaseKeys.PRECISION, "auto", ScenarioKind.PRECISION_SEARCH),
    GRAPH_OPTIMIZATION(CaseKeys.GRAPH_OPTIMIZATION, "compare", ScenarioKind.OPTIMIZATION_LEVELS);

    private final Key<?> key;
    private final String word;
    private final ScenarioKind kind;

    SearchWord(Key<?> key, String word, ScenarioKind kind) {
        this.key = key;
        this.word = word;
        this.kind = kind;
    }

    Key<?> key() {
        return key;
    }

    /** The search that a setting's text asks for, if it does. */
    public static Optional<ScenarioKind> kind(Key<?> key, String text) {
        return of(key).filter(one -> one.word.equals(text)).map(one -> one.kind);
    }

    /** The word of a setting that has one, for messages and help. */
    public static List<String> words(Key<?> key) {
        return of(key).map(one -> one.word).stream().toList();
    }

    private static Optional<SearchWord> of(Key<?> key) {
        return Arrays.stream(values()).filter(one -> one.key.equals(key)).findFirst();
    }
}
