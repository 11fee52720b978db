package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.bascule.cli.command.CliContext;
import dev.bascule.cli.command.Interrupts;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.UnmatchedArgumentException;

/** Containers and units are started nowhere here: what can be known of them is that their commands have these options. */
class WorkersExampleTest {
    private static final Path EXAMPLES = Path.of("../../examples/workers").toAbsolutePath();
    private static final Pattern CALL = Pattern.compile("(?m)bascule ((?:coordinator|worker|run) [^\\n]*)");

    private static CommandLine commands() {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        CliContext context = new CliContext(
                new Console(nowhere, nowhere, new Terminal(false, false, 80)),
                Map.of(),
                Path.of(""),
                Path.of(""),
                Clock.systemUTC(),
                () -> 0,
                new FakeServices(),
                Interrupts.none());
        return new CommandLine(RootCommand.class, new CommandFactory(context));
    }

    private static void understood(List<String> words) {
        commands().parseArgs(words.toArray(String[]::new));
    }

    private static List<List<String>> calls(String text) {
        List<List<String>> calls = new ArrayList<>();
        Matcher matcher = CALL.matcher(text);
        while (matcher.find()) {
            calls.add(List.of(matcher.group(1).strip().split(" +")));
        }
        return calls;
    }

    @Test
    void the_compose_file_has_a_grid_and_two_workers_whose_commands_are_understood() throws IOException {
        String text = Files.readString(EXAMPLES.resolve("docker-compose.yaml"));
        JsonNode services = new YAMLMapper().readTree(text).at("/services");

        assertThat(text).contains("NEVER RUN");
        assertThat(services.fieldNames())
                .toIterable()
                .containsExactly("coordinator", "worker-one", "worker-two", "grid", "submit");
        for (String name : List.of("worker-one", "worker-two", "submit")) {
            understood(StreamSupport.stream(
                            services.at("/%s/command".formatted(name)).spliterator(), false)
                    .map(JsonNode::asText)
                    .toList());
        }
        List<List<String>> coordinator =
                calls(services.at("/coordinator/command/0").asText());
        assertThat(coordinator).hasSize(2).allSatisfy(WorkersExampleTest::understood);
        services.forEach(service -> service.path("depends_on")
                .fieldNames()
                .forEachRemaining(other -> assertThat(services.path(other).has("healthcheck"))
                        .as(other)
                        .isTrue()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bascule-coordinator.service", "bascule-worker.service"})
    void the_commands_of_units_are_understood(String file) throws IOException {
        String text = Files.readString(EXAMPLES.resolve(file));

        assertThat(text).contains("NEVER RUN", "[Unit]", "[Service]", "[Install]", "ExecStart=/usr/local/bin/bascule ");
        assertThat(calls(text)).isNotEmpty().allSatisfy(WorkersExampleTest::understood);
    }

    @Test
    void an_option_that_there_is_not_would_be_found() {
        assertThat(calls("exec bascule coordinator --hots 0.0.0.0\n"))
                .singleElement()
                .satisfies(words -> assertThat(catchThrowable(() -> understood(words)))
                        .isInstanceOf(UnmatchedArgumentException.class));
    }
}
