package dev.bascule.bridge.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the browser says of who asks, where there is no Origin: elements, forms and links of other sites' pages. */
@Tag("attack")
class RequestSiteTest {
    private static BridgeServer bridge;

    @BeforeAll
    static void start() {
        bridge = Bridges.start();
    }

    @AfterAll
    static void stop() {
        bridge.close();
    }

    @Test
    void an_element_of_another_sites_page_gets_nothing() throws Exception {
        for (String site : List.of("cross-site", "same-site")) {
            for (String[] how : List.of(
                    new String[] {"no-cors", "script"},
                    new String[] {"no-cors", "image"},
                    new String[] {"cors", "empty"},
                    new String[] {"navigate", "iframe"},
                    new String[] {"navigate", "object"})) {
                for (String path : List.of("/runner.html", "/ort/empty.wasm", "/nothing")) {
                    assertThat(status(path, site, how[0], how[1]))
                            .as("%s %s %s %s", path, site, how[0], how[1])
                            .isEqualTo(403);
                }
            }
        }
    }

    @Test
    void a_person_who_follows_a_link_gets_the_page_and_a_page_gets_its_own_files() throws Exception {
        for (String site : List.of("cross-site", "same-site", "none")) {
            assertThat(status("/runner.html", site, "navigate", "document"))
                    .as(site)
                    .isEqualTo(200);
        }
        assertThat(status("/ort/empty.wasm", "same-origin", "cors", "empty")).isEqualTo(200);
        assertThat(status("/runner.html", "same-origin", "navigate", "iframe")).isEqualTo(200);
    }

    @Test
    void a_program_that_is_no_browser_says_nothing_and_is_answered() throws Exception {
        assertThat(RawHttp.get(bridge.origin(), "/runner.html").status()).isEqualTo(200);
    }

    private static int status(String path, String site, String mode, String destination) throws IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Host", bridge.origin().getAuthority());
        headers.put("Sec-Fetch-Site", site);
        headers.put("Sec-Fetch-Mode", mode);
        headers.put("Sec-Fetch-Dest", destination);
        return RawHttp.send(bridge.origin(), "GET", path, headers).status();
    }
}
