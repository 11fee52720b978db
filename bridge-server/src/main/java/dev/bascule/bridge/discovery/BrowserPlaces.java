package dev.bascule.bridge.discovery;

import static dev.bascule.bridge.discovery.BrowserFamily.CHROME;
import static dev.bascule.bridge.discovery.BrowserFamily.CHROMIUM;
import static dev.bascule.bridge.discovery.BrowserFamily.EDGE;

import java.util.List;

/** Where installers put browsers, as data. {@code ${NAME}} stands for an environment variable, {@code ~} for the home. */
final class BrowserPlaces {

    /**
     * One place.
     *
     * @param family what should be there
     * @param path a name to look for on PATH where it has no slash, else a file
     */
    record Place(BrowserFamily family, String path) {}

    static final List<Place> LINUX = List.of(
            new Place(CHROME, "google-chrome-stable"),
            new Place(CHROME, "google-chrome"),
            new Place(CHROME, "/opt/google/chrome/chrome"),
            new Place(EDGE, "microsoft-edge-stable"),
            new Place(EDGE, "microsoft-edge"),
            new Place(EDGE, "/opt/microsoft/msedge/msedge"),
            new Place(CHROMIUM, "chromium"),
            new Place(CHROMIUM, "chromium-browser"),
            new Place(CHROMIUM, "/usr/lib/chromium/chromium"),
            new Place(CHROMIUM, "/snap/bin/chromium"));

    static final List<Place> MACOS = List.of(
            new Place(CHROME, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
            new Place(CHROME, "~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
            new Place(EDGE, "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
            new Place(EDGE, "~/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
            new Place(CHROMIUM, "/Applications/Chromium.app/Contents/MacOS/Chromium"),
            new Place(CHROMIUM, "~/Applications/Chromium.app/Contents/MacOS/Chromium"));

    static final List<Place> WINDOWS = List.of(
            new Place(CHROME, "${ProgramFiles}/Google/Chrome/Application/chrome.exe"),
            new Place(CHROME, "${ProgramFiles(x86)}/Google/Chrome/Application/chrome.exe"),
            new Place(CHROME, "${LOCALAPPDATA}/Google/Chrome/Application/chrome.exe"),
            new Place(EDGE, "${ProgramFiles(x86)}/Microsoft/Edge/Application/msedge.exe"),
            new Place(EDGE, "${ProgramFiles}/Microsoft/Edge/Application/msedge.exe"),
            new Place(CHROMIUM, "${LOCALAPPDATA}/Chromium/Application/chrome.exe"));

    private BrowserPlaces() {}

    static List<Place> of(OperatingSystem system) {
        return switch (system) {
            case LINUX -> LINUX;
            case MACOS -> MACOS;
            case WINDOWS -> WINDOWS;
        };
    }
}
