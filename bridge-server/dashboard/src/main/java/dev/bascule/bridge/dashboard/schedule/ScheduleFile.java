package dev.bascule.bridge.dashboard.schedule;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.bascule.bridge.dashboard.job.JobRequest;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.secret.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The schedules that were made on the dashboard, in a file that outlasts the server. Written as a whole, or not at all. */
record ScheduleFile(Path path) {
    private static final int VERSION = 1;

    record Kept(
            @JsonProperty(required = true) String id,
            @JsonProperty(required = true) String cron,
            @JsonProperty(required = true) JobRequest request,
            boolean paused,
            @JsonProperty(required = true) String by,
            @JsonProperty(required = true) Instant createdAt) {
        private static Kept of(Schedule schedule, Schedule.Author author) {
            return new Kept(
                    schedule.id(),
                    schedule.cron().toString(),
                    schedule.request(),
                    schedule.paused(),
                    author.by(),
                    author.at());
        }

        private Schedule schedule() {
            return new Schedule(
                    id, CronExpression.kept(cron), request, paused, Optional.of(new Schedule.Author(by, createdAt)));
        }
    }

    record Content(
            int version, @JsonProperty(required = true) List<Kept> schedules) {}

    /** @throws BasculeException {@link ErrorCode#CONFIG_INVALID} where it is there and cannot be read */
    List<Schedule> read() {
        if (!Files.exists(path)) {
            return List.of();
        }
        PrivateFiles.close(path);
        try {
            Content content = Json.MAPPER.readValue(InputFile.text(path, InputFile.TEXT), Content.class);
            if (content.version() != VERSION) {
                throw new IOException("it is of version %d, and this is %d".formatted(content.version(), VERSION));
            }
            return content.schedules().stream().map(Kept::schedule).toList();
        } catch (IOException | RuntimeException e) {
            String why = e instanceof JsonProcessingException
                    ? "it is no such file"
                    : e instanceof IOException file ? FileErrorText.why(file) : String.valueOf(e.getMessage());
            throw BasculeException.because(
                    e,
                    ErrorCode.CONFIG_INVALID,
                    "the schedules' file %s cannot be read: %s".formatted(path, why),
                    "mend it, or delete it and make the schedules again on the dashboard");
        }
    }

    /**
     * @param schedules all that there are; those of the command line are not kept
     * @throws BasculeException {@link ErrorCode#OUTPUT_UNWRITABLE}
     */
    void write(List<Schedule> schedules) {
        List<Kept> kept = schedules.stream()
                .flatMap(schedule -> schedule.author().map(author -> Kept.of(schedule, author)).stream())
                .toList();
        try {
            PrivateFiles.replace(
                    path,
                    Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(new Content(VERSION, kept)) + "\n");
        } catch (IOException e) {
            throw BasculeException.because(
                    e, ErrorCode.OUTPUT_UNWRITABLE, "the schedules' file %s cannot be written: %s".formatted(path, e));
        }
    }
}
