package dev.bascule.app.generate;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.Failure;
import java.util.Optional;

/** Writes the file of known failures of a cell that is one. Stateless. */
final class KnownText {
    private KnownText() {}

    static Optional<String> of(TestSubject subject) {
        return subject.measured().filter(cell -> !cell.verdict().isRight()).map(cell -> text(subject, cell));
    }

    private static String text(TestSubject subject, CaseRun cell) {
        YamlText yaml = new YamlText()
                .comment("What is known to fail. An entry that no longer holds is reported: take it out then.")
                .key(0, "expectations")
                .raw("  - case: " + YamlText.scalar(subject.name() + ":*:*"))
                .entry(2, "expect", cell.verdict().toString())
                .entry(2, "backend", cell.decisive().target().backend().id());
        cell.decisive()
                .failure()
                .map(Failure::message)
                .ifPresent(message ->
                        yaml.entry(2, "reason", message.replaceAll("\\s+", " ").strip()));
        return yaml.text();
    }
}
