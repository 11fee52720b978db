package dev.bascule.reports.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.text.HostileText;
import dev.bascule.fallback.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever a text is, a reader of Markdown finds that text, and nothing that it would draw, link or run. */
@Tag("attack")
class MarkdownPropertyTest {
    private static final int MIXTURES = 2000;

    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    @Test
    void running_text_is_one_paragraph_of_text_alone() {
        HostileText.some(MIXTURES).forEach(text -> {
            String written = "x " + MarkdownText.text(text) + " x";
            Node document = PARSER.parse(written);
            assertThat(document.getFirstChild()).as(written).isInstanceOf(Paragraph.class);
            assertThat(document.getFirstChild().getNext()).as(written).isNull();
            assertThat(kinds(document)).as(written).containsOnly("Document", "Paragraph", "Text");
            assertThat(said(document)).as(written).isEqualTo("x " + oneLine(text) + " x");
        });
    }

    @Test
    void a_cell_of_a_table_stays_one_cell() {
        HostileText.some(MIXTURES).forEach(text -> {
            String written = "| a | b |\n| --- | --- |\n| x" + MarkdownText.text(text) + "x | end |\n";
            List<String> cells = new ArrayList<>();
            PARSER.parse(written).accept(new AbstractVisitor() {
                @Override
                public void visit(CustomNode node) {
                    if (node instanceof TableCell) {
                        cells.add(said(node));
                    }
                    visitChildren(node);
                }
            });
            assertThat(cells).as(written).containsExactly("a", "b", "x" + oneLine(text) + "x", "end");
        });
    }

    @Test
    void a_code_span_ends_where_the_text_ends() {
        HostileText.some(MIXTURES).filter(text -> !oneLine(text).isBlank()).forEach(text -> {
            String written = "x " + MarkdownText.code(text) + " x";
            List<String> spans = new ArrayList<>();
            Node document = PARSER.parse(written);
            document.accept(new AbstractVisitor() {
                @Override
                public void visit(Code code) {
                    spans.add(code.getLiteral());
                }
            });
            assertThat(kinds(document)).as(written).containsOnly("Document", "Paragraph", "Text", "Code");
            assertThat(spans).as(written).containsExactly(oneLine(text));
        });
    }

    @Test
    void a_block_of_code_ends_where_the_lines_end() {
        HostileText.some(MIXTURES).forEach(text -> {
            String written = "x\n" + MarkdownText.fenced(List.of("first", text, "last")) + "\nx\n";
            Node document = PARSER.parse(written);
            assertThat(kinds(document))
                    .as(written)
                    .containsExactly("Document", "Paragraph", "Text", "FencedCodeBlock", "Paragraph", "Text");
            String block = ((FencedCodeBlock) document.getFirstChild().getNext()).getLiteral();
            assertThat(block).as(written).startsWith("first\n").endsWith("\nlast\n");
        });
    }

    @Test
    void negative_control_a_text_as_it_came_is_more_than_text() {
        assertThat(HostileText.some(MIXTURES).map(text -> kinds(PARSER.parse("x " + text + " x"))))
                .anySatisfy(kinds -> assertThat(kinds).contains("Link"))
                .anySatisfy(kinds -> assertThat(kinds).contains("HtmlInline"));
    }

    private static String oneLine(String text) {
        return PlainText.line(text).replaceAll("\\s+", " ");
    }

    private static List<String> kinds(Node document) {
        List<String> kinds = new ArrayList<>();
        collect(document, kinds);
        return kinds;
    }

    private static void collect(Node node, List<String> kinds) {
        kinds.add(node.getClass().getSimpleName());
        for (Node child = node.getFirstChild(); child != null; child = child.getNext()) {
            collect(child, kinds);
        }
    }

    private static String said(Node node) {
        StringBuilder said = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                said.append(text.getLiteral());
            }
        });
        return said.toString();
    }
}
