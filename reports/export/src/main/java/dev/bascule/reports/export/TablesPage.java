package dev.bascule.reports.export;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.time.Instant;
import java.util.List;

/**
 * Tables as one self-contained page with the report's own looks. It has no script and needs no network.
 *
 * @param content what it shows
 * @param writtenAt when
 */
public record TablesPage(Content content, Instant writtenAt) {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);

    /**
     * What a page shows.
     *
     * @param title its heading
     * @param about one line below it
     * @param notes paragraphs before the tables
     */
    public record Content(String title, String about, List<String> notes, List<Table> tables) {
        public Content {
            notes = List.copyOf(notes);
            tables = List.copyOf(tables);
        }
    }

    /**
     * A table whose first column names its rows.
     *
     * @param rows each as long as the head
     */
    public record Table(String title, List<String> head, List<List<String>> rows) {
        public Table {
            head = List.copyOf(head);
            rows = List.copyOf(rows);
        }
    }

    public static String render(Content content, Instant writtenAt) {
        StringOutput out = new StringOutput(1 << 14);
        TEMPLATES.render("tables/page.jte", new TablesPage(content, writtenAt), out);
        return out.toString();
    }
}
