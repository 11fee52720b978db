package dev.bascule.cli.collect;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Which confinements somebody asked for, and how this system does them. Stateless. */
final class Confinements {
    private static final double LEAST_QUOTA = 0.05;
    private static final double MOST_QUOTA = 1024;

    private Confinements() {}

    /** A command that runs confined, or why it cannot. */
    sealed interface Way {
        /** @param group that it joins; closed by whoever ran it */
        record Line(List<String> command, Optional<CpuGroup> group) implements Way {
            public Line {
                command = List.copyOf(command);
            }
        }

        record NotHere(String why) implements Way {}
    }

    /** In the order asked for; none where nothing was asked for. */
    static List<Confinement> of(List<Integer> processors, List<Double> quotas) {
        List<Confinement> all = new ArrayList<>();
        for (int count : processors) {
            all.add(new Confinement.Processors(CollectScope.atLeastOne(count, "--processors")));
        }
        for (double quota : quotas) {
            if (!(quota >= LEAST_QUOTA && quota <= MOST_QUOTA)) {
                throw new BasculeException(
                        ErrorCode.USAGE_ERROR, "--cpu-quota %s: from %s on".formatted(quota, LEAST_QUOTA));
            }
            all.add(new Confinement.Quota(quota));
        }
        return all.stream().distinct().toList();
    }

    /** @param path of programs, as the variable {@code PATH} has it */
    static Way way(Confinement confinement, List<String> command, String path) {
        if (confinement instanceof Confinement.Processors processors) {
            return pinned(processors.count(), command, path);
        }
        if (confinement instanceof Confinement.Quota quota) {
            try {
                CpuGroup group = CpuGroup.of(ProcessHandle.current().pid(), quota.processors());
                return new Way.Line(group.joining(command), Optional.of(group));
            } catch (IOException e) {
                return new Way.NotHere("this process may make no control group: "
                        + e.getClass().getSimpleName() + " " + e.getMessage());
            }
        }
        return new Way.Line(command, Optional.empty());
    }

    private static Way pinned(int count, List<String> command, String path) {
        Optional<Path> taskset = Stream.of(path.split(":"))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder).resolve("taskset"))
                .filter(Files::isExecutable)
                .findFirst();
        if (taskset.isEmpty()) {
            return new Way.NotHere("there is no taskset, which Linux has (util-linux)");
        }
        try {
            List<Integer> allowed = allowed(Files.readString(Path.of("/proc/self/status")));
            if (count > allowed.size()) {
                return new Way.NotHere("this process may use %d".formatted(allowed.size()));
            }
            List<String> line = new ArrayList<>(List.of(
                    taskset.get().toString(),
                    "-c",
                    String.join(
                            ",",
                            allowed.subList(0, count).stream()
                                    .map(String::valueOf)
                                    .toList())));
            line.addAll(command);
            return new Way.Line(line, Optional.empty());
        } catch (IOException e) {
            return new Way.NotHere("nobody tells which processors this process may use: " + e.getMessage());
        }
    }

    /** The numbers of {@code Cpus_allowed_list: 0-2,5}. */
    static List<Integer> allowed(String status) throws IOException {
        String list = status.lines()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .findFirst()
                .orElseThrow(() -> new IOException("no Cpus_allowed_list"))
                .substring("Cpus_allowed_list:".length())
                .strip();
        try {
            return Stream.of(list.split(","))
                    .map(part -> part.split("-", 2))
                    .flatMapToInt(ends -> IntStream.rangeClosed(
                            Integer.parseInt(ends[0].strip()), Integer.parseInt(ends[ends.length - 1].strip())))
                    .boxed()
                    .toList();
        } catch (NumberFormatException e) {
            throw new IOException("Cpus_allowed_list is " + list, e);
        }
    }
}
