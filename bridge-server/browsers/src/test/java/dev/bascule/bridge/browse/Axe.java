package dev.bascule.bridge.browse;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Page;
import dev.bascule.fallback.testing.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Asks axe-core what of a page someone cannot use. */
public final class Axe {
    private static final Path SCRIPT = Checkout.path("reports/export/web/node_modules/axe-core/axe.min.js");

    private Axe() {}

    /** Serious and critical findings by WCAG 2.2 AA and axe's best practices: rule, help, and the first places. */
    @SuppressWarnings("unchecked")
    public static List<String> serious(Page page) {
        assumeTrue(Files.exists(SCRIPT), "axe-core is not installed: build reports");
        try {
            page.evaluate(Files.readString(SCRIPT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return (List<String>) page.evaluate("""
                async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
                    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
                    .map(({ id, help, nodes }) => `${id}: ${help}: `
                        + nodes.slice(0, 3).map((node) => node.target.join(' ') + ' ' + node.any.map((check) => check.message).join('; ')).join(' | '))
                """);
    }
}
