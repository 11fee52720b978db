package dev.bascule.cli.machine;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Guard;
import dev.bascule.app.config.Setting;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says which settings of a project's file are not trusted, where that is no error. Stateless. */
final class UntrustedText {
    private UntrustedText() {}

    /** @param fate what becomes of them: {@code left out} */
    static Optional<String> of(Config config, String fate) {
        List<Setting<?>> refused = config.refused();
        return refused.stream()
                .flatMap(setting -> setting.guard().stream())
                .findFirst()
                .map(Guard::trust)
                .map(trust -> "warning: ./bascule.yaml is %s; %s %s. bascule trust lets them count"
                        .formatted(
                                trust,
                                refused.stream()
                                        .map(setting -> setting.key().name())
                                        .collect(Collectors.joining(", ")),
                                refused.size() == 1 ? "is " + fate : "are " + fate));
    }
}
