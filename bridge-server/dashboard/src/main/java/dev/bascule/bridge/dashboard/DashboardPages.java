package dev.bascule.bridge.dashboard;

import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.server.StaticFiles;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The dashboard's files. A path that is no file's is one of the page's own views, and gets the page. Thread-safe. */
final class DashboardPages implements AutoCloseable {
    static final String PATH = "/dashboard";

    private static final Logger LOG = LoggerFactory.getLogger(DashboardPages.class);
    private static final String ROOT = "dev/bascule/bridge/dashboard/web/";
    private static final String INDEX = "index.html";
    private static final String FOREVER = "public, max-age=31536000, immutable";

    /** As bundlers name files after their content: {@code main-4F2K7QXA.js}. Such a name never has another content. */
    private static final Pattern HASHED = Pattern.compile(".*[-.][A-Za-z0-9_]{8,}\\.(js|css|svg|png|woff2|map)");

    /** The address of one of the page's views. What is no file and no such address is nothing. */
    private static final Pattern VIEW = Pattern.compile("(/[A-Za-z0-9_~-]+)*+/?");

    private final Optional<StaticFiles> files;

    DashboardPages() {
        this.files = StaticFiles.find(ROOT, INDEX);
    }

    void install(RoutesConfig routes) {
        routes.get("/", context -> context.redirect(PATH + "/"));
        // A route takes its path with a slash at the end too.
        routes.get(PATH, this::serve);
        routes.get(PATH + "/*", this::serve);
    }

    private void serve(Context context) throws IOException {
        if (context.path().equals(PATH)) {
            context.redirect(PATH + "/");
            return;
        }
        String path = context.path().substring(PATH.length());
        StaticFiles known = files.orElseThrow(() -> Problem.thrown(
                ProblemType.NOT_FOUND,
                "this build has no dashboard pages: build the module bridge-server/dashboard with its npm part"));
        if (known.serve(context, path, HASHED.matcher(path).matches() ? FOREVER : "no-cache")) {
            return;
        }
        if (!VIEW.matcher(path).matches()) {
            throw Problem.thrown(ProblemType.NOT_FOUND, "there is nothing at %s".formatted(context.path()));
        }
        known.serve(context, "/" + INDEX, "no-cache");
    }

    @Override
    public void close() {
        try {
            if (files.isPresent()) {
                files.get().close();
            }
        } catch (IOException e) {
            LOG.debug("the pages' jar cannot be closed: {}", e.toString());
        }
    }
}
