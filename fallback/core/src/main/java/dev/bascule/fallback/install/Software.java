package dev.bascule.fallback.install;

/** What is not Bascule's to bring, and what to say where no command of a system is known for it. */
public enum Software {
    FIREFOX("install Firefox from mozilla.org"),
    CHROME("install Google Chrome from google.com/chrome"),
    CHROMIUM("install Chromium with your system's package manager"),
    EDGE("install Microsoft Edge from microsoft.com/edge"),
    /** Its MiniBrowser and its driver. */
    WEBKITGTK("install WebKitGTK's MiniBrowser and WebKitWebDriver with your system's package manager"),
    CHROMEDRIVER("install the chromedriver of your Chromium's version"),
    GECKODRIVER("fetch geckodriver from github.com/mozilla/geckodriver/releases"),
    XVFB("install the X server Xvfb with your system's package manager"),
    NODE("install Node.js 20 or later, with npm, from nodejs.org"),
    PIP("install Python 3 with pip from python.org"),
    MAVEN("install Maven from maven.apache.org"),
    /** With the loader, and a driver for the CPU. */
    VULKAN("install the Vulkan driver of your GPU");

    private final String otherwise;

    Software(String otherwise) {
        this.otherwise = otherwise;
    }

    String otherwise() {
        return otherwise;
    }
}
