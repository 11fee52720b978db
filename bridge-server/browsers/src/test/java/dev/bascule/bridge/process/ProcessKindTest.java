package dev.bascule.bridge.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Command lines as seen on Debian 12 (Chromium 156, Firefox ESR 153, WebKitGTK 2.50), shortened; others as documented. */
class ProcessKindTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/usr/lib/chromium/chromium --enable-gpu-rasterization --headless about:blank --user-data-dir=/tmp/p | browser",
                "/usr/lib/chromium/chromium --type=zygote --no-zygote-sandbox --no-sandbox | zygote",
                "/usr/lib/chromium/chromium --type=gpu-process --gpu-recent-crash-count=0 --no-sandbox | gpu-process",
                "/usr/lib/chromium/chromium --type=renderer --crashpad-handler-pid=0 | renderer",
                "/usr/lib/chromium/chromium --type=utility --utility-sub-type=network.mojom.NetworkService | utility:NetworkService",
                "/usr/lib/chromium/chromium --type=utility --lang=en-US | utility",
                "/usr/lib/firefox-esr/firefox-esr --headless --no-remote --profile /tmp/p about:blank | browser",
                "/usr/lib/firefox-esr/firefox-esr -contentproc -isForBrowser -greomni /usr/lib/omni.ja -appDir /usr/lib/firefox-esr/browser 3 tab | tab",
                "/usr/lib/firefox-esr/firefox-esr -contentproc -parentPid 21966 -appDir /usr/lib/firefox-esr/browser 4 rdd | rdd",
                "/usr/lib/firefox-esr/firefox-esr -contentproc -ipcHandle 0 -signalPipe 1 -appDir /b 2 forkserver | forkserver",
                "C:\\Program Files\\Mozilla Firefox\\firefox.exe -contentproc -parentBuildID 2026 -win32k 6 gpu | gpu",
                "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/WebKitWebProcess 7 35 | WebProcess",
                "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/WebKitNetworkProcess 4 27 30 | NetworkProcess",
                "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser --automation | browser",
                "/home/u/.cache/ms-playwright/webkit-2336/minibrowser-wpe/bin/WPEWebProcess 7 35 | WebProcess",
                "/System/Library/Frameworks/WebKit.framework/XPCServices/com.apple.WebKit.WebContent.xpc/Contents/MacOS/com.apple.WebKit.WebContent | WebProcess",
                "/System/Library/Frameworks/WebKit.framework/XPCServices/com.apple.WebKit.GPU.xpc/Contents/MacOS/com.apple.WebKit.GPU | GPUProcess",
                "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome --headless | browser",
            })
    void a_process_is_named_as_its_engine_names_it(String line, String kind) {
        assertThat(ProcessKind.of(line.strip())).contains(kind);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/usr/bin/chromedriver --port=40123",
                "geckodriver --port 4444",
                "/usr/bin/WebKitWebDriver --port=9515",
                "/usr/bin/node /tmp/playwright-java-1/package/cli.js run-driver",
                "/bin/sh /usr/bin/chromium --headless",
                "Xvfb :99 -screen 0 1280x1024x24",
                "/opt/google/chrome/chrome_crashpad_handler --monitor-self --database=/tmp/p",
                "/usr/bin/bwrap --args 41 -- /usr/lib/webkit2gtk-4.1/WebKitWebProcess 7 35",
                "/usr/lib/firefox-esr/crashhelper 21966 9 /tmp/ 12",
                "C:\\tools\\msedgedriver.exe --port=1",
                ""
            })
    void drivers_wrappers_and_crash_handlers_are_none_of_the_browser(String line) {
        assertThat(ProcessKind.of(line)).isEmpty();
    }

    @Test
    void a_switch_inside_an_address_is_not_a_switch() {
        assertThat(ProcessKind.of("/usr/lib/chromium/chromium http://127.0.0.1/?x--type=renderer"))
                .contains("browser");
    }
}
