package dev.bascule.reports.export;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import gg.jte.CodeResolver;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateException;
import gg.jte.output.StringOutput;
import gg.jte.resolve.DirectoryCodeResolver;
import gg.jte.resolve.ResourceCodeResolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * How the HTML report looks: the standard templates, or a folder of the user's beside them. There {@code theme.css} comes
 * after the standard styles, and each {@code *.jte} takes the place of the standard template of its name. Those templates
 * are code: they run with all rights of whoever runs Bascule, so only folders that one trusts are to be named. Thread-safe.
 */
public final class PageDesign {
    /** The design without a folder. */
    public static final PageDesign STANDARD = new PageDesign(TemplateEngine.createPrecompiled(ContentType.Html), "");

    private static final String PAGE = "reports/report.jte";
    private static final String SOURCES = "dev/bascule/reports/templates";
    private static final String THEME = "theme.css";

    private final TemplateEngine engine;
    private final String styles;

    private PageDesign(TemplateEngine engine, String styles) {
        this.engine = engine;
        this.styles = styles;
    }

    /**
     * The design of a folder. Its templates are compiled here, so that a fault in them shows before any work is done.
     *
     * @throws BasculeException USAGE_ERROR where the folder has nothing to use, or a template cannot be compiled; TOOL_MISSING
     *     where there are templates and this Java has no compiler
     */
    public static PageDesign of(Path folder) {
        Set<String> templates = templates(folder);
        String styles = theme(folder.resolve(THEME));
        if (templates.isEmpty()) {
            if (styles.isEmpty()) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR,
                        "%s has neither %s nor a template (*.jte)".formatted(folder, THEME),
                        "put a %s there, or a header.jte: examples/report shows both".formatted(THEME));
            }
            return new PageDesign(TemplateEngine.createPrecompiled(ContentType.Html), styles);
        }
        if (ToolProvider.getSystemJavaCompiler() == null) {
            throw new BasculeException(
                    ErrorCode.TOOL_MISSING,
                    "templates are compiled, and this Java (%s) has no compiler"
                            .formatted(System.getProperty("java.home")),
                    "run Bascule with a JDK",
                    "or leave only %s in %s, which needs none".formatted(THEME, folder));
        }
        return new PageDesign(compiled(folder, templates), styles);
    }

    private static TemplateEngine compiled(Path folder, Set<String> templates) {
        CodeResolver standard = new ResourceCodeResolver(SOURCES, PageDesign.class.getClassLoader());
        templates.stream()
                .filter(name -> !standard.exists("reports/" + name))
                .findFirst()
                .ifPresent(name -> {
                    throw new BasculeException(
                            ErrorCode.USAGE_ERROR,
                            "%s takes the place of nothing".formatted(folder.resolve(name)),
                            "name it as one of the standard templates: header.jte, extra.jte, footer.jte, report.jte, …");
                });
        Path classes = temporaryFolder();
        // Classes are loaded from there until the last page is made.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(classes)));
        TemplateEngine engine = TemplateEngine.create(
                new Sources(new DirectoryCodeResolver(folder), templates, standard),
                classes,
                ContentType.Html,
                PageDesign.class.getClassLoader());
        try {
            // What it needs is compiled with it; a template of the user's that no page needs would not be.
            engine.getParamInfo(PAGE);
            templates.forEach(name -> engine.getParamInfo("reports/" + name));
        } catch (TemplateException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.USAGE_ERROR,
                    "a template of %s is not right: %s".formatted(folder, e.getMessage()),
                    "mend the template where the message says; examples/report has some that are right",
                    "what a template may ask the page for: dev.bascule.reports.export.HtmlPage");
        }
        return engine;
    }

    String render(HtmlPage page) {
        StringOutput out = new StringOutput(1 << 16);
        engine.render(PAGE, page, out);
        return out.toString();
    }

    /** What comes after the standard styles. */
    String styles() {
        return styles;
    }

    private static Set<String> templates(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            Set<String> names = new TreeSet<>();
            files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(".jte"))
                    .forEach(names::add);
            names.forEach(name -> requireFile(folder.resolve(name)));
            return names;
        } catch (IOException e) {
            String why = Files.isDirectory(folder)
                    ? "it cannot be read (%s)".formatted(e)
                    : Files.exists(folder) ? "it is no folder" : "it is not there";
            throw BasculeException.because(
                    e,
                    ErrorCode.USAGE_ERROR,
                    "%s cannot be the folder of templates: %s".formatted(folder, why),
                    "name a folder with a %s or templates such as header.jte, as examples/report is".formatted(THEME));
        }
    }

    private static void requireFile(Path template) {
        try {
            InputFile.text(template, InputFile.TEXT);
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.USAGE_ERROR,
                    "the template %s cannot be read: %s".formatted(template, FileErrorText.why(e)));
        }
    }

    /** A style sheet that could end its element would be markup. */
    private static String theme(Path file) {
        if (!Files.exists(file)) {
            return "";
        }
        try {
            String text = InputFile.text(file, InputFile.TEXT);
            if (text.contains("</")) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR, "%s holds '</', which would end the styles".formatted(file));
            }
            return text;
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.USAGE_ERROR, "%s cannot be read: %s".formatted(file, FileErrorText.why(e)));
        }
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("bascule-templates");
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "no temporary folder for templates: %s".formatted(e.getMessage()));
        }
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // A temporary folder that stays does no harm.
        }
    }

    /** The user's templates before the standard ones. */
    private record Sources(CodeResolver own, Set<String> names, CodeResolver standard) implements CodeResolver {
        @Override
        public String resolve(String name) {
            String plain = name.startsWith("reports/") ? name.substring("reports/".length()) : name;
            return names.contains(plain) ? own.resolve(plain) : standard.resolve(name);
        }

        @Override
        public boolean exists(String name) {
            return resolve(name) != null;
        }

        @Override
        public long getLastModified(String name) {
            return 0;
        }
    }
}
