package dev.bascule.fallback.target;

import dev.bascule.fallback.text.PlainText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a run's figures stand on, by name, in two parts with a hash each: what the machine is, which stays the same until
 * its hardware, its system's major version or its limits change, and what works on it, which changes with every update of
 * a driver, browser or engine. No serial number, UUID, address, host or user name may be put in. Immutable.
 *
 * @param machine what the machine is, such as {@code cpu} and {@code cores}
 * @param software what is installed on it, whatever takes part in a run: {@code kernel}, {@code driver nvidia}, {@code browser
 *     Firefox}, with versions
 */
public record Fingerprint(SortedMap<String, String> machine, SortedMap<String, String> software) {
    /** The parts that every machine has come first, in the order in which they always were. */
    private static final List<String> FIRST = List.of("cpu", "cores", "features", "memoryGiB", "gpus", "os", "arch");

    public Fingerprint {
        machine = tidy(machine);
        software = tidy(software);
    }

    public Fingerprint(Map<String, String> machine, Map<String, String> software) {
        this(new TreeMap<>(machine), new TreeMap<>(software));
    }

    private static SortedMap<String, String> tidy(Map<String, String> parts) {
        SortedMap<String, String> tidy = new TreeMap<>();
        parts.forEach((name, value) ->
                tidy.put(PlainText.line(name), PlainText.line(value).strip().replaceAll("\\s+", " ")));
        return Collections.unmodifiableSortedMap(tidy);
    }

    /** SHA-256 in lower-case hex over the lines {@code name=value} of the machine: the key that history knows it by. */
    public String machineHash() {
        return sha256(lines(machine));
    }

    /** SHA-256 in lower-case hex over the lines of the machine, then those of the software. */
    public String stateHash() {
        return sha256(lines(machine) + "\n\n" + lines(software));
    }

    /** With one more piece of software; what was there under this name is replaced. */
    public Fingerprint withSoftware(String name, String version) {
        SortedMap<String, String> more = new TreeMap<>(software);
        more.put(name, version);
        return new Fingerprint(machine, more);
    }

    private static String lines(SortedMap<String, String> parts) {
        List<String> lines = new ArrayList<>();
        FIRST.stream().filter(parts::containsKey).forEach(name -> lines.add(name + "=" + parts.get(name)));
        parts.forEach((name, value) -> {
            if (!FIRST.contains(name)) {
                lines.add(name + "=" + value);
            }
        });
        return String.join("\n", lines);
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
