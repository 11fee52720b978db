package dev.bascule.nativerunner.devices;

import java.util.List;
import java.util.Optional;

/** What readers may ask of a system. A question never fails: it is answered, or there is a reason why not. */
public interface SystemView {

    /** The operating system's name as Java has it. */
    String os();

    /** The processor architecture as Java has it. */
    String arch();

    /** A small file's text. */
    SystemAnswer read(String path);

    /** The names in a folder, sorted; none where it is missing or closed. */
    List<String> list(String folder);

    /** The last name of where a symbolic link leads to. */
    Optional<String> link(String path);

    boolean exists(String path);

    /** Whether this process may open it for reading and writing. */
    boolean mayOpen(String path);

    Optional<String> environment(String name);

    /** What a tool prints; it is looked for on the path and given a few seconds. */
    SystemAnswer run(String... command);

    default boolean isLinux() {
        return os().startsWith("Linux");
    }

    default boolean isMac() {
        return os().startsWith("Mac");
    }

    default boolean isWindows() {
        return os().startsWith("Windows");
    }

    /** A file's text without the white space around it. */
    default Optional<String> line(String path) {
        return read(path).text().map(String::strip).filter(text -> !text.isEmpty());
    }
}
