package dev.bascule.campaign;

import dev.bascule.bridge.process.Processes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Processes of this machine that work for a campaign: its mark is in their environment, or its folder's in their command line. Stateless. */
final class SystemProcesses {
    private SystemProcesses() {}

    /** The variable that marks runs of a campaign, and whatever they start. */
    static final String MARK = "CAMPAIGN_FOLDER";

    static List<ProcessHandle> of(CampaignPlace place) {
        String mark = MARK + "=" + place.folder() + "\0";
        String temporary = place.temporary() + "/";
        return ProcessHandle.allProcesses()
                .filter(process -> Processes.commandLine(process).contains(temporary)
                        || environment(process).contains(mark))
                .filter(Processes::runs)
                .toList();
    }

    private static String environment(ProcessHandle process) {
        try {
            return Files.readString(
                    Path.of("/proc", Long.toString(process.pid()), "environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            // It ended, or is another's.
            return "";
        }
    }

    static void signal(Stream<ProcessHandle> processes, String signal) {
        processes.forEach(process -> signal(process.pid(), signal));
    }

    static void signal(long pid, String signal) {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
