package dev.bascule.fallback.text;

import java.util.regex.Pattern;

/** Addresses in what is written down. Stateless. */
public final class Addresses {
    private static final Pattern USER_INFO = Pattern.compile("(?<=://)[^/?#\\s]*@");

    private Addresses() {}

    /** The same words without the user and password that stand in an address: a run is for others to read. */
    public static String withoutUserInfo(String words) {
        return USER_INFO.matcher(words).replaceAll("");
    }
}
