package dev.bascule.reports.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.testing.Checkout;
import dev.bascule.reports.fixture.ShowcaseRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class PageDesignTest {
    private static final RunRecord RUN = ShowcaseRun.record();
    private static final Path EXAMPLE = Checkout.path("examples/report");

    @TempDir
    private Path folder;

    private static Document page(Path folder) {
        return Jsoup.parse(new HtmlReporter(PageDesign.of(folder)).render(RUN));
    }

    private static List<String> remedies(Throwable error) {
        return ((BasculeException) error).failure().remedies();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    @Test
    void the_example_s_header_note_and_theme_are_on_the_page_and_all_else_is_as_ever() {
        Document page = page(EXAMPLE);
        assertThat(page.selectFirst("header").text()).contains("Example Corp", "quickstart");
        assertThat(page.selectFirst("#note").parent().text()).contains("18 cells");
        assertThat(page.select("style").last().data()).contains("--accent");
        Document standard = Jsoup.parse(new HtmlReporter().render(RUN));
        assertThat(page.select("table.matrix").html())
                .isEqualTo(standard.select("table.matrix").html());
        assertThat(page.select("script")).hasSize(2);
    }

    @Test
    void a_theme_alone_needs_no_template() throws IOException {
        write("theme.css", ":root { --accent: #7a0052; }");
        assertThat(page(folder).select("style").last().data()).contains("#7a0052");
    }

    @Test
    void what_templates_print_is_escaped_as_ever() throws IOException {
        write("footer.jte", "@param dev.bascule.reports.export.HtmlPage page\n<footer>${\"<b>bold</b>\"}</footer>\n");
        assertThat(page(folder).selectFirst("footer").text()).isEqualTo("<b>bold</b>");
    }

    @Test
    void a_template_that_is_not_right_says_where_before_any_work_is_done() throws IOException {
        write("footer.jte", "@param dev.bascule.reports.export.HtmlPage page\n<footer>${page.nothing()}</footer>\n");
        assertThatThrownBy(() -> PageDesign.of(folder))
                .isInstanceOf(BasculeException.class)
                .hasMessageContaining("footer.jte")
                .hasMessageContaining("nothing()")
                .satisfies(
                        error -> assertThat(remedies(error)).first().asString().startsWith("mend the template"));
    }

    @Test
    void a_template_that_takes_the_place_of_nothing_is_a_mistake_and_so_is_an_empty_folder() throws IOException {
        assertThatThrownBy(() -> PageDesign.of(folder)).hasMessageContaining("neither theme.css nor a template");
        assertThatThrownBy(() -> PageDesign.of(folder.resolve("gone"))).satisfies(error -> {
            assertThat(error).hasMessageEndingWith("gone cannot be the folder of templates: it is not there");
            assertThat(remedies(error)).first().asString().contains("theme.css", "examples/report");
        });
        write("fotter.jte", "<footer></footer>");
        assertThatThrownBy(() -> PageDesign.of(folder)).hasMessageContaining("fotter.jte takes the place of nothing");
    }

    @Test
    void a_theme_that_would_end_the_styles_is_refused() throws IOException {
        write("theme.css", "</style><script>alert(1)</script>");
        assertThatThrownBy(() -> PageDesign.of(folder)).hasMessageContaining("would end the styles");
    }
}
