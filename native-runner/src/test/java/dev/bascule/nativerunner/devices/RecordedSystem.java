package dev.bascule.nativerunner.devices;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A system from a recording: a text file of parts that begin with {@code ## } and what they are. {@code os NAME ARCH};
 * {@code env NAME=VALUE}; {@code file PATH} with its text below; {@code link PATH TARGET}; {@code exists PATH}; {@code
 * closed PATH}, which is there and may not be opened; {@code tool COMMAND} with what it prints below (a shell's script is
 * known by the shell's name alone); {@code fails COMMAND} with why below.
 */
public final class RecordedSystem implements SystemView {
    private final Map<String, String> files = new HashMap<>();
    private final Map<String, String> links = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, SystemAnswer> tools = new HashMap<>();
    private final Set<String> present = new HashSet<>();
    private final Set<String> closed = new HashSet<>();
    private String os = "";
    private String arch = "";

    /** The recording of this name. */
    public static RecordedSystem of(String name) {
        try (InputStream in = RecordedSystem.class.getResourceAsStream(name + ".system")) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static RecordedSystem parse(String recording) {
        RecordedSystem system = new RecordedSystem();
        String[] parts = ("\n" + recording).split("\n## ");
        for (int i = 1; i < parts.length; i++) {
            int end = parts[i].indexOf('\n');
            String head = end < 0 ? parts[i] : parts[i].substring(0, end);
            system.add(
                    head.substring(0, head.indexOf(' ')),
                    head.substring(head.indexOf(' ') + 1),
                    end < 0 ? "" : parts[i].substring(end + 1));
        }
        return system;
    }

    private void add(String kind, String what, String text) {
        int last = what.lastIndexOf(' ');
        switch (kind) {
            case "os" -> {
                os = what.substring(0, last);
                arch = what.substring(last + 1);
            }
            case "env" -> environment.put(what.substring(0, what.indexOf('=')), what.substring(what.indexOf('=') + 1));
            case "file" -> files.put(what, text);
            case "link" -> links.put(what.substring(0, last), what.substring(last + 1));
            case "exists" -> present.add(what);
            case "closed" -> closed.add(what);
            case "tool" -> tools.put(what, new SystemAnswer.Text(text));
            case "fails" -> tools.put(what, new SystemAnswer.Nothing(text.strip()));
            default -> throw new IllegalArgumentException(kind);
        }
    }

    /** The same system without one of its files or tools. */
    public RecordedSystem without(String what) {
        files.remove(what);
        tools.remove(what);
        present.remove(what);
        return this;
    }

    /** The same system where a file says something else. */
    public RecordedSystem with(String file, String text) {
        files.put(file, text);
        return this;
    }

    /** The same system where a tool says something else. */
    public RecordedSystem saying(String tool, String text) {
        tools.put(tool, new SystemAnswer.Text(text));
        return this;
    }

    @Override
    public String os() {
        return os;
    }

    @Override
    public String arch() {
        return arch;
    }

    @Override
    public SystemAnswer read(String path) {
        String text = files.get(path);
        return text == null ? new SystemAnswer.Nothing("there is no " + path) : new SystemAnswer.Text(text);
    }

    private Set<String> paths() {
        Set<String> all = new HashSet<>(files.keySet());
        all.addAll(links.keySet());
        all.addAll(present);
        all.addAll(closed);
        return all;
    }

    @Override
    public List<String> list(String folder) {
        return paths().stream()
                .filter(path -> path.startsWith(folder + "/"))
                .map(path -> path.substring(folder.length() + 1).split("/", 2)[0])
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public Optional<String> link(String path) {
        return Optional.ofNullable(links.get(path));
    }

    @Override
    public boolean exists(String path) {
        return paths().stream().anyMatch(each -> each.equals(path) || each.startsWith(path + "/"));
    }

    @Override
    public boolean mayOpen(String path) {
        return exists(path) && !closed.contains(path);
    }

    @Override
    public Optional<String> environment(String name) {
        return Optional.ofNullable(environment.get(name));
    }

    @Override
    public SystemAnswer run(String... command) {
        SystemAnswer whole = tools.get(String.join(" ", command));
        return whole != null
                ? whole
                : tools.getOrDefault(command[0], new SystemAnswer.Nothing(command[0] + " is not on the path"));
    }
}
