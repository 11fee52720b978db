package dev.bascule.reports.document;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.run.Selection;
import dev.bascule.reports.document.RunDocument.SelectionPart;
import dev.bascule.reports.document.RunDocument.ShardPart;
import dev.bascule.reports.document.RunDocument.UnreadPart;
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
                selection.shuffled(),
                selection.unread().stream()
                        .map(one -> new UnreadPart(one.id().toString(), one.code(), one.message()))
                        .toList());
    }

    static Selection selection(SelectionPart part) {
        return new Selection(
                part.cases(),
                part.wholeHash(),
                part.filters(),
                part.sample(),
                part.shard().map(shard -> new Selection.Shard(new TreeSet<>(shard.parts()), shard.of())),
                part.shuffled(),
                part.unread().stream()
                        .map(one -> new Selection.Unread(CaseId.parse(one.caseId()), one.code(), one.message()))
                        .toList());
    }
}
