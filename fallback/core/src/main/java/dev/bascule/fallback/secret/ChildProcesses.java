package dev.bascule.fallback.secret;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Begins every child process of Bascule, so that none inherits a secret. Stateless. */
public final class ChildProcesses {
    private ChildProcesses() {}

    public static ProcessBuilder of(List<String> command) {
        return inheriting(ChildEnvironment.of(System.getenv()), command);
    }

    public static ProcessBuilder of(String... command) {
        return of(List.of(command));
    }

    /** Of pip, npm or Maven: with their own registries' credentials. */
    public static ProcessBuilder ofPackageManager(List<String> command) {
        return inheriting(ChildEnvironment.ofPackageManagers(System.getenv()), command);
    }

    private static ProcessBuilder inheriting(Map<String, String> environment, List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command));
        builder.environment().keySet().retainAll(environment.keySet());
        return builder;
    }
}
