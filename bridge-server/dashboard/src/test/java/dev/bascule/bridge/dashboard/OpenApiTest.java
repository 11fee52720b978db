package dev.bascule.bridge.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.bascule.bridge.dashboard.DashboardHarness.Answer;
import dev.bascule.bridge.dashboard.DashboardHarness.Browser;
import dev.bascule.fallback.json.Json;
import dev.bascule.reports.comparison.ComparisonDocument;
import dev.bascule.reports.comparison.training.TrainingComparisonDocument;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.fixture.Quantizations;
import dev.bascule.reports.fixture.Trainings;
import dev.bascule.reports.rating.ScoreDocument;
import io.javalin.Javalin;
import io.javalin.http.HandlerType;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file that describes the API and the routes that there are are held to each other, and real answers to its schemas. */
class OpenApiTest {
    private static final JsonNode FILE = file();

    @TempDir
    Path folder;

    private static JsonNode file() {
        try {
            return Json.MAPPER.readTree(ServerRoutes.openApi());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static Set<String> described(JsonNode file) {
        Set<String> operations = new TreeSet<>();
        file.path("paths")
                .fields()
                .forEachRemaining(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(method ->
                                operations.add(method.toUpperCase(Locale.ROOT) + " /api/v1" + path.getKey())));
        return operations;
    }

    /** Those that Javalin's own router has. */
    private Set<String> registered() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            AtomicReference<Javalin> app = new AtomicReference<>();
            app.set(Javalin.create(config -> {
                config.startup.showJavalinBanner = false;
                harness.dashboard.install(config.routes);
            }));
            return app.get().unsafe.internalRouter.allHttpHandlers().stream()
                    .map(parsed -> parsed.endpoint)
                    .filter(endpoint -> endpoint.path.startsWith("/api/"))
                    .filter(endpoint -> !endpoint.method.equals(HandlerType.BEFORE))
                    .map(endpoint -> endpoint.method.name() + " " + endpoint.path)
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void every_route_is_described_and_everything_described_is_a_route() {
        assertThat(registered()).isEqualTo(described(FILE)).hasSizeGreaterThan(20);
    }

    @Test
    void negative_control_a_route_that_is_missing_or_made_up_is_noticed() {
        ObjectNode lacking = FILE.deepCopy();
        ((ObjectNode) lacking.path("paths")).remove("/matrix");
        ObjectNode more = FILE.deepCopy();
        ((ObjectNode) more.path("paths")).putObject("/wishes").putObject("get");

        assertThat(registered()).isNotEqualTo(described(lacking)).isNotEqualTo(described(more));
    }

    @Test
    void every_answer_is_as_the_file_says() {
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            Browser visitor = harness.browser();
            Browser user = harness.browser().signedIn();
            Set<String> checked = new TreeSet<>();
            Answer matrix = check(visitor.get("/matrix"), "get", "/matrix", checked);
            String cell = matrix.json().path("cells").get(0).path("id").asText();
            List<String> columns = new ArrayList<>();
            matrix.json()
                    .path("columns")
                    .forEach(column -> columns.add(encoded(column.path("id").asText())));
            String run = FakeRunStarter.RECORDED.id();
            check(
                    visitor.get("/hardware?column=" + columns.get(0) + "&column=" + columns.get(1)),
                    "get",
                    "/hardware",
                    checked);
            check(visitor.get("/predictions"), "get", "/predictions", checked);
            check(visitor.get("/predictions/validation"), "get", "/predictions/validation", checked);
            check(visitor.get("/cells/" + cell), "get", "/cells/{id}", checked);
            check(visitor.get("/series?samples=true&cell=" + cell), "get", "/series", checked);
            check(visitor.get("/runs"), "get", "/runs", checked);
            Answer document = check(visitor.get("/runs/" + run), "get", "/runs/{id}", checked);
            assertThat(problems(schema(RunDocuments.schema()), document.json())).isEmpty();
            for (String type : List.of("html", "md", "csv", "xml", "json")) {
                check(visitor.get("/runs/" + run + "/report." + type), "get", "/runs/{id}/report.{type}", checked);
            }
            Answer comparison =
                    check(visitor.get("/compare?baseline=native&candidate=browser"), "get", "/compare", checked);
            assertThat(problems(schema(ComparisonDocument.schema()), comparison.json()))
                    .isEmpty();
            Answer scores = check(visitor.get("/scores"), "get", "/scores", checked);
            assertThat(problems(schema(ScoreDocument.schema()), scores.json())).isEmpty();
            assertThat(visitor.get("/compare?baseline=/etc/passwd.json&candidate=native")
                            .code())
                    .isEqualTo("USAGE_ERROR");
            harness.history.keepTrainings(List.of(
                    Trainings.right("t1", 1, "wasm"),
                    Trainings.wrong("t1", 2, "cpu"),
                    Trainings.fell("t1", 3, "webnn", "no kernel")));
            harness.history.keepTrainings(List.of(Trainings.right("t2", 1, "wasm")));
            check(visitor.get("/trainings"), "get", "/trainings", checked);
            check(visitor.get("/trainings/t1?points=10"), "get", "/trainings/{id}", checked);
            check(visitor.get("/trainings/nothing"), "get", "/trainings/{id}", checked);
            String against = "/trainings/{id}/comparison";
            Answer trainings =
                    check(visitor.get("/trainings/t1/comparison?candidate=t2&target=0.9"), "get", against, checked);
            assertThat(problems(schema(TrainingComparisonDocument.schema()), trainings.json()))
                    .isEmpty();
            harness.history.keepQuantization(Quantizations.of("q1"));
            check(visitor.get("/quantizations"), "get", "/quantizations", checked);
            check(visitor.get("/quantizations/q1"), "get", "/quantizations/{id}", checked);
            check(visitor.get("/quantizations/nothing"), "get", "/quantizations/{id}", checked);
            check(visitor.get("/machines"), "get", "/machines", checked);
            check(visitor.get("/targets"), "get", "/targets", checked);
            check(visitor.get("/catalog"), "get", "/catalog", checked);
            check(visitor.get("/generate?cell=" + cell), "get", "/generate", checked);
            check(visitor.get("/generate.zip?cell=" + cell), "get", "/generate.zip", checked);
            check(visitor.get("/schedules"), "get", "/schedules", checked);
            check(visitor.get("/health"), "get", "/health", checked);
            check(visitor.get("/openapi.json"), "get", "/openapi.json", checked);
            check(visitor.get("/schemas/run-v1.json"), "get", "/schemas/{name}", checked);
            check(visitor.get("/session"), "get", "/session", checked);
            check(user.get("/session"), "get", "/session", checked);
            check(
                    harness.browser().post("/session", "{\"token\":\"" + DashboardHarness.TOKEN + "\"}"),
                    "post",
                    "/session",
                    checked);
            String wish = "{\"what\":[\"quickstart\"]}";
            check(user.post("/jobs/check", wish), "post", "/jobs/check", checked);
            harness.starter.cells.drainPermits();
            Answer job = check(user.post("/jobs", wish), "post", "/jobs", checked);
            String id = job.json().path("id").asText();
            harness.starter.cells.release(2);
            Awaitility.await()
                    .until(() -> user.get("/jobs/" + id).json().path("progress").size() == 2);
            check(user.get("/jobs/" + id), "get", "/jobs/{id}", checked);
            check(user.delete("/jobs/" + id), "delete", "/jobs/{id}", checked);
            Awaitility.await()
                    .until(() -> user.get("/jobs/" + id)
                            .json()
                            .path("job")
                            .path("state")
                            .asText()
                            .equals("CANCELLED"));
            check(user.get("/jobs/" + id), "get", "/jobs/{id}", checked);
            check(user.get("/jobs"), "get", "/jobs", checked);
            Answer made = check(
                    user.post("/schedules", "{\"cron\":\"30 2 * * *\",\"request\":%s}".formatted(wish)),
                    "post",
                    "/schedules",
                    checked);
            String schedule = "/schedules/" + made.json().path("id").asText();
            check(visitor.get(schedule), "get", "/schedules/{id}", checked);
            check(user.get("/schedules"), "get", "/schedules", checked);
            check(user.patch(schedule, "{\"paused\":true}"), "patch", "/schedules/{id}", checked);
            check(user.delete(schedule), "delete", "/schedules/{id}", checked);
            check(user.delete(schedule), "delete", "/schedules/{id}", checked);
            check(user.get("/devices"), "get", "/devices", checked);
            check(visitor.get("/workers"), "get", "/workers", checked);
            check(visitor.get("/queue"), "get", "/queue", checked);
            String queued = "/queue/" + FakeWorkerPool.RUN;
            check(visitor.get(queued), "get", "/queue/{run}", checked);
            check(visitor.get(queued + "/jobs/1"), "get", "/queue/{run}/jobs/{number}", checked);
            check(visitor.get(queued + "/jobs/2"), "get", "/queue/{run}/jobs/{number}", checked);
            check(user.delete(queued), "delete", "/queue/{run}", checked);
            assertThat(visitor.get("/devices").code()).as("a link is a secret").isEqualTo("SIGN_IN_REQUIRED");
            check(user.get("/audit"), "get", "/audit", checked);
            check(user.get("/cells/nothing.0"), "get", "/cells/{id}", checked);
            check(visitor.post("/jobs", wish), "post", "/jobs", checked);
            check(user.delete("/session"), "delete", "/session", checked);
            // The stream has no end: another test reads it.
            checked.add("GET /api/v1/events");

            assertThat(checked).isEqualTo(described(FILE));
        }
    }

    @Test
    void every_event_of_a_job_is_as_the_file_says() throws Exception {
        Map<String, String> schemas = Map.of(
                "job.queued", "EventJob",
                "job.started", "EventJob",
                "job.planned", "EventPlanned",
                "job.log", "EventLog",
                "cell.started", "EventCell",
                "cell.finished", "EventCellFinished",
                "history.changed", "EventHistory",
                "job.ended", "EventJob");
        try (DashboardHarness harness = DashboardHarness.start(folder)) {
            long before =
                    harness.browser().get("/health").json().path("lastEvent").asLong();
            Browser user = harness.browser().signedIn();
            String id = user.post("/jobs", "{\"what\":[\"quickstart\"]}")
                    .json()
                    .path("id")
                    .asText();
            Awaitility.await()
                    .until(() -> user.get("/jobs/" + id)
                            .json()
                            .path("job")
                            .path("state")
                            .asText()
                            .equals("DONE"));
            long last = user.get("/health").json().path("lastEvent").asLong();
            EventReader reader = new EventReader(harness.url("")).after(before);
            reader.follow(10_000_000, last);

            assertThat(reader.received).extracting(EventReader.Received::type).containsAll(schemas.keySet());
            for (EventReader.Received event : reader.received) {
                Schema schema = schema(FILE.at("/components/schemas/" + schemas.get(event.type())));
                assertThat(problems(schema, Json.MAPPER.readTree(event.data())))
                        .as(event.type())
                        .isEmpty();
            }
        }
    }

    @Test
    void negative_control_an_answer_with_another_field_or_without_one_is_noticed() {
        Schema health = schema(FILE.at("/components/schemas/Health"));
        ObjectNode good = Json.MAPPER.createObjectNode().put("status", "ok").put("version", "1");
        good.putObject("jobs").put("running", 0).put("queued", 0);
        good.put("followers", 0).put("lastEvent", 7);

        assertThat(problems(health, good)).isEmpty();
        assertThat(problems(health, good.deepCopy().put("more", 1))).isNotEmpty();
        assertThat(problems(health, good.deepCopy().without("version"))).isNotEmpty();
        assertThat(problems(health, good.deepCopy().put("lastEvent", "seven"))).isNotEmpty();
    }

    /** Holds an answer to the schema of its status and media type. */
    private static Answer check(Answer answer, String method, String path, Set<String> checked) {
        JsonNode responses = FILE.path("paths").path(path).path(method).path("responses");
        JsonNode response = responses.path(Integer.toString(answer.status()));
        if (response.has("$ref")) {
            response = FILE.at(response.path("$ref").asText().substring(1));
        }
        assertThat(response.isMissingNode())
                .as("%s %s: %s is not described", method, path, answer)
                .isFalse();
        JsonNode content = response.path("content");
        if (!content.isMissingNode()) {
            String media = answer.header("Content-Type").split(";", 2)[0];
            JsonNode schema = content.path(media).path("schema");
            assertThat(schema.isMissingNode())
                    .as("%s %s: %s", method, path, media)
                    .isFalse();
            if (media.endsWith("json")) {
                assertThat(problems(schema(schema), answer.json()))
                        .as("%s %s", method, path)
                        .isEmpty();
            }
        } else {
            assertThat(answer.body()).isEmpty();
        }
        checked.add(method.toUpperCase(Locale.ROOT) + " /api/v1" + path);
        return answer;
    }

    /** A schema of the file, with the components that it refers to. */
    private static Schema schema(JsonNode part) {
        ObjectNode whole = Json.MAPPER.createObjectNode();
        whole.setAll((ObjectNode) part);
        whole.set("components", FILE.path("components"));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(whole.toString());
    }

    private static Schema schema(String text) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(text);
    }

    private static List<Error> problems(Schema schema, JsonNode json) {
        return schema.validate(json.toString(), com.networknt.schema.InputFormat.JSON);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
