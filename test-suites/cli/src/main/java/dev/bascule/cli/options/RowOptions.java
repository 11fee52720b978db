package dev.bascule.cli.options;

import dev.bascule.app.config.Flags;
import dev.bascule.app.config.Keys;
import dev.bascule.suites.setting.Key;
import dev.bascule.suites.suite.SearchWord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/** Options made of the rows of settings: name, label and help are the row's. Filled by one thread. */
public final class RowOptions {
    private final CommandSpec spec;
    private final Flags flags;

    /**
     * @param spec the mixin's own
     * @param flags which are told what was typed
     */
    public RowOptions(CommandSpec spec, Flags flags) {
        this.spec = spec;
        this.flags = flags;
    }

    /** As their rows have it, with the words that ask for a search. */
    public RowOptions add(Key<?>... keys) {
        for (Key<?> key : keys) {
            option(label(key), help(key), text -> typed(key, text), key.option());
        }
        return this;
    }

    /** One that means something narrower in this command. */
    public RowOptions add(Key<?> key, String help) {
        return add(key, key.type().label(), help, key.option());
    }

    /** One with another label, too, or other names than the row's. */
    public RowOptions add(Key<?> key, String label, String help, String... names) {
        option(label, help, text -> flags.add(key, names[0], text), names);
        return this;
    }

    /** One without a value, which turns its row on. */
    public RowOptions flag(Key<Boolean> key, String help) {
        spec.addOption(OptionSpec.builder(key.option())
                .type(Boolean.class)
                .arity("0")
                .description(help)
                .hasInitialValue(false)
                .setter(new Setter(text -> {
                    if (text.equals("true")) {
                        flags.add(key, key.option(), "on");
                    }
                }))
                .build());
        return this;
    }

    /** One that may be given again: once for each item of its row's list. */
    public RowOptions each(Key<? extends List<?>> key, String name, String label, String help) {
        Items items = new Items(text -> flags.add(key, name, text));
        spec.addOption(OptionSpec.builder(name)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel(label)
                .description(help)
                .hasInitialValue(false)
                .getter(items)
                .setter(items)
                .build());
        return this;
    }

    private void option(String label, String help, Consumer<String> typed, String... names) {
        spec.addOption(OptionSpec.builder(names)
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
        String text = key.description().replace("%", "%%");
        List<String> more = Stream.concat(
                        key.standard().stream()
                                .filter(standard -> !standard.isEmpty())
                                .map(standard -> "default: " + standard.replace("%", "%%")),
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

    /** picocli adds to the list that it gets, and sets the whole of it again for each item. */
    private static final class Items implements IGetter, ISetter {
        private final Consumer<String> typed;
        private List<?> said = List.of();

        Items(Consumer<String> typed) {
            this.typed = typed;
        }

        @Override
        @SuppressWarnings("unchecked") // as picocli's own bindings do: it asks for what it has set
        public <T> T get() {
            return (T) new ArrayList<>(said);
        }

        @Override
        public <T> T set(T value) {
            List<?> all = List.copyOf((List<?>) value);
            all.subList(Math.min(said.size(), all.size()), all.size())
                    .forEach(item -> typed.accept(String.valueOf(item)));
            said = all;
            return value;
        }
    }
}
