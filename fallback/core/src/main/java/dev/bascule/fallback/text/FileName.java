package dev.bascule.fallback.text;

import java.util.Locale;
import java.util.regex.Pattern;

/** Any text as the name of one file or folder, on every system, that leads nowhere else. Stateless. */
public final class FileName {
    private static final int LONGEST = 120;
    private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9._+-]+");
    /** Hidden, "here" or "above" at the front; at the end Windows takes dots away. */
    private static final Pattern ENDS = Pattern.compile("^[.-]+|[.]+$");
    /** Devices of Windows, whatever type follows. */
    private static final Pattern DEVICE = Pattern.compile("(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?");

    private FileName() {}

    /** Letters, digits, {@code .}, {@code _}, {@code +} and {@code -}, 1 to 120 of them; names that are so already stay. */
    public static String of(String text) {
        String plain = OTHERS.matcher(text).replaceAll("_");
        String cut = plain.length() > LONGEST ? plain.substring(0, LONGEST) : plain;
        String name = ENDS.matcher(cut).replaceAll("");
        return name.isEmpty() || DEVICE.matcher(name.toLowerCase(Locale.ROOT)).matches() ? "_" + name : name;
    }
}
