package dev.bascule.bridge.attach;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Who attached, as its page says it: claims, not proofs. Immutable.
 *
 * @param id the same each time that the page comes back
 * @param name as the person typed it, fit to be printed; what the browser is where nothing was typed
 * @param agent what the user agent tells
 * @param secureContext whether the page may use WebGPU and WebNN; empty where it did not say
 * @param facts everything else that it said
 */
public record DeviceIdentity(
        String id, String name, UserAgent agent, Optional<Boolean> secureContext, Map<String, String> facts) {
    private static final int LONGEST_NAME = 40;
    private static final int LONGEST_ID = 100;

    public DeviceIdentity {
        facts = java.util.Collections.unmodifiableMap(new TreeMap<>(facts));
    }

    static DeviceIdentity of(AttachMessage.Attach attach) {
        UserAgent agent = UserAgent.of(attach.facts());
        return new DeviceIdentity(
                printable(attach.device(), LONGEST_ID),
                name(attach.name(), agent),
                agent,
                Optional.ofNullable(attach.facts().get("secureContext"))
                        .map(text -> text.toLowerCase(Locale.ROOT).equals("true")),
                attach.facts());
    }

    /** The same under another name. */
    DeviceIdentity named(String typed) {
        return new DeviceIdentity(id, name(typed, agent), agent, secureContext, facts);
    }

    private static String name(String typed, UserAgent agent) {
        String clean = printable(typed, LONGEST_NAME);
        return clean.isEmpty() ? agent.browser() + " on " + agent.system() : clean;
    }

    /** On one line, without what would steer a terminal or turn the direction of text, and not too long. */
    static String printable(String text, int longest) {
        String clean = text.codePoints()
                .map(point -> Character.isWhitespace(point) ? ' ' : point)
                .filter(point -> switch (Character.getType(point)) {
                    case Character.CONTROL,
                            Character.FORMAT,
                            Character.SURROGATE,
                            Character.PRIVATE_USE,
                            Character.UNASSIGNED,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR -> false;
                    default -> true;
                })
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString()
                .strip()
                .replaceAll(" +", " ");
        return clean.codePointCount(0, clean.length()) <= longest
                ? clean
                : clean.substring(0, clean.offsetByCodePoints(0, longest)).strip();
    }
}
