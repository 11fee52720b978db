package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.suite.SearchWord;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/** Options made of the rows of settings: name, label and help are the row's. Filled by one thread. */
final class RowOptions {
    private final CommandSpec spec;
    private final Flags flags;

    /**
     * @param spec the mixin's own
     * @param flags which are told what was typed
     */
    RowOptions(CommandSpec spec, Flags flags) {
        this.spec = spec;
        this.flags = flags;
    }

    /** As their rows have it, with the words that ask for a search. */
    RowOptions add(Key<?>... keys) {
        for (Key<?> key : keys) {
            add(key, label(key), help(key), text -> typed(key, text));
        }
        return this;
    }

    /** One that means something narrower in this command. */
    RowOptions add(Key<?> key, String help) {
        add(key, key.type().label(), help, text -> flags.add(key, key.option(), text));
        return this;
    }

    private void add(Key<?> key, String label, String help, Consumer<String> typed) {
        spec.addOption(OptionSpec.builder(key.option())
                .type(String.class)
                .paramLabel(label)
                .description(help)
                .hasInitialValue(false)
                .setter(new Setter(typed))
                .build());
    }

    private void typed(Key<?> key, String text) {
        SearchWord.kind(key, text)
                .ifPresentOrElse(
                        kind -> flags.add(Keys.SCENARIO, key.option(), kind.id()),
                        () -> flags.add(key, key.option(), text));
    }

    private static String label(Key<?> key) {
        return Stream.concat(Stream.of(key.type().label()), SearchWord.words(key).stream())
                .collect(Collectors.joining("|"));
    }

    private static String help(Key<?> key) {
        String text = key.description();
        List<String> more = Stream.concat(
                        key.standard().stream().map("default: %s"::formatted),
                        SearchWord.words(key).stream()
                                .flatMap(word -> SearchWord.kind(key, word).stream()
                                        .map(kind -> "%s does what --scenario %s does".formatted(word, kind.id()))))
                .toList();
        return text.substring(0, 1).toUpperCase(Locale.ROOT)
                + text.substring(1)
                + (more.isEmpty() ? "" : more.stream().collect(Collectors.joining("; ", " (", ")")))
                + ".";
    }

    private record Setter(Consumer<String> typed) implements ISetter {
        @Override
        public <T> T set(T value) {
            typed.accept(String.valueOf(value));
            return value;
        }
    }
}
