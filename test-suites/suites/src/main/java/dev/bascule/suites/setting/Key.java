package dev.bascule.suites.setting;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.suites.yaml.YamlNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The row of a setting, which has one name in all places: {@code minIterations} in a file is {@code --min-iterations} as an
 * option and {@code BASCULE_MIN_ITERATIONS} in the environment. Immutable.
 *
 * @param name in files
 * @param standard the default, as text; empty where there is none
 * @param description for {@code config show}, {@code --help} and the pages of the reference
 * @param type what the text means
 * @param risk whether a project's file may make it without being trusted
 * @param scope whether a suite may say it
 */
public record Key<T>(
        String name, Optional<String> standard, String description, SettingType<T> type, Risk risk, Scope scope) {

    /** A row of an invocation's, with a default. */
    public static <T> Key<T> of(String name, String standard, String description, SettingType<T> type, Risk risk) {
        return new Key<>(name, Optional.of(standard), description, type, risk, Scope.INVOCATION);
    }

    /** A row of an invocation's, without. */
    public static <T> Key<T> optional(String name, String description, SettingType<T> type, Risk risk) {
        return new Key<>(name, Optional.empty(), description, type, risk, Scope.INVOCATION);
    }

    /** The environment variable. */
    public String variable() {
        return "BASCULE_" + divided("_").toUpperCase(Locale.ROOT);
    }

    /** What its text must be, in words. */
    public String wanted() {
        return type.wanted();
    }

    /** The flag, where a command has one for it. */
    public String option() {
        return "--" + divided("-").toLowerCase(Locale.ROOT);
    }

    private String divided(String divider) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", divider);
    }

    /** The default's value. */
    public Optional<T> usual() {
        return standard.flatMap(text -> type.read(text, name));
    }

    /** As text that is read as the same. */
    public String text(T value) {
        return type.writer().apply(value);
    }

    /** The text of a value in YAML; a list's items with what divides them. */
    public String text(YamlNode node) {
        return node instanceof YamlNode.Sequence list
                ? String.join(
                        type.divider(),
                        list.items().stream().map(YamlNode::text).toList())
                : node.text();
    }

    /**
     * The value of a suite's line.
     *
     * @param elsewhere what else might stand there, for messages
     * @throws BasculeException naming the place, where it is none
     */
    public T read(YamlNode node, List<String> elsewhere) {
        if (node instanceof YamlNode.Mapping
                || node instanceof YamlNode.Scalar scalar && scalar.kind() == YamlNode.Scalar.Kind.NULL) {
            throw node.wrong(type.or(elsewhere).wanted());
        }
        // YAML may divide the digits of a number.
        String text = node instanceof YamlNode.Scalar scalar && scalar.kind() == YamlNode.Scalar.Kind.INTEGER
                ? node.text().replace("_", "")
                : text(node);
        return type.read(text, node.place().toString())
                .orElseThrow(() -> node.place()
                        .error("'%s' %s"
                                .formatted(
                                        node.place().path(), type.or(elsewhere).complaint(text))));
    }

    @Override
    public String toString() {
        return name;
    }
}
