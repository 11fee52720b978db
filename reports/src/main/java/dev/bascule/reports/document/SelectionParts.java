package dev.bascule.reports.document;

import dev.bascule.fallback.attempt.Selection;
import dev.bascule.reports.document.RunDocument.SelectionPart;
import dev.bascule.reports.document.RunDocument.ShardPart;
import java.util.List;
import java.util.TreeSet;

/** Selections to and from their part of the document. Stateless. */
final class SelectionParts {
    private SelectionParts() {}

    static SelectionPart part(Selection selection) {
        return new SelectionPart(
                selection.cases(),
                selection.wholeHash(),
                selection.filters(),
                selection.sample(),
                selection.shard().map(shard -> new ShardPart(List.copyOf(shard.parts()), shard.of())),
                selection.shuffled());
    }

    static Selection selection(SelectionPart part) {
        return new Selection(
                part.cases(),
                part.wholeHash(),
                part.filters(),
                part.sample(),
                part.shard().map(shard -> new Selection.Shard(new TreeSet<>(shard.parts()), shard.of())),
                part.shuffled());
    }
}
