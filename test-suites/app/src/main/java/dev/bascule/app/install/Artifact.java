package dev.bascule.app.install;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A file that a package manager fetches, and what of it is kept. The manager knows where from; Bascule does not. Immutable. */
public sealed interface Artifact {

    /** As people name it, version included. */
    String label();

    /** Which program fetches it. */
    InstallTool tool();

    /** Of the file as fetched; empty where its publisher has a file for each system and only some were seen here. */
    Optional<String> sha256();

    /** Which entries of the archive are kept, by their path in it; empty for the file itself, unopened. */
    Optional<Predicate<String>> kept();

    /** The program's arguments that fetch it into a folder. */
    List<String> arguments(String folder);

    /**
     * A Python wheel.
     *
     * @param platforms the tags that its file may have, such as {@code manylinux_2_28_x86_64}
     */
    record Wheel(
            String project, String version, List<String> platforms, Optional<String> sha256, Predicate<String> members)
            implements Artifact {

        public Wheel {
            platforms = List.copyOf(platforms);
        }

        @Override
        public String label() {
            return "wheel %s %s".formatted(project, version);
        }

        @Override
        public InstallTool tool() {
            return InstallTool.PIP;
        }

        @Override
        public Optional<Predicate<String>> kept() {
            return Optional.of(members);
        }

        /** For a Python of its own choice: the libraries in it do not care which one is here, if any recent one is. */
        @Override
        public List<String> arguments(String folder) {
            List<String> line = new ArrayList<>(
                    List.of("download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"));
            platforms.forEach(platform -> line.addAll(List.of("--platform", platform)));
            line.addAll(List.of(
                    "--python-version", "3.11", "--implementation", "cp", "--dest", folder, project + "==" + version));
            return line;
        }
    }

    /** An npm package. */
    record NpmPackage(String name, String version, Optional<String> sha256, Predicate<String> members)
            implements Artifact {
        @Override
        public String label() {
            return "npm package %s %s".formatted(name, version);
        }

        @Override
        public InstallTool tool() {
            return InstallTool.NPM;
        }

        @Override
        public Optional<Predicate<String>> kept() {
            return Optional.of(members);
        }

        @Override
        public List<String> arguments(String folder) {
            return List.of("pack", name + "@" + version, "--silent", "--pack-destination", folder);
        }
    }

    /**
     * A jar of a Maven repository.
     *
     * @param coordinates {@code group:artifact:version}, or {@code group:artifact:version:jar:classifier}
     * @param kept which entries are unpacked; empty to keep the jar itself
     */
    record Jar(String coordinates, Optional<String> sha256, Optional<Predicate<String>> kept) implements Artifact {
        private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy";

        @Override
        public String label() {
            return "jar " + coordinates;
        }

        @Override
        public InstallTool tool() {
            return InstallTool.MAVEN;
        }

        @Override
        public List<String> arguments(String folder) {
            return List.of("-q", "-B", COPY, "-Dartifact=" + coordinates, "-DoutputDirectory=" + folder);
        }
    }
}
