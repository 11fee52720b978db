package dev.bascule.execution.service;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What the build wrote down of itself. Immutable.
 *
 * @param commit of the sources, where they were a checkout
 * @param modified whether a file differed from that commit
 * @param time that every archive of the build carries, which is no time of building
 * @param engines what executes models here, name and version
 */
public record BuildFacts(
        Optional<String> commit, Optional<Boolean> modified, Optional<Instant> time, Map<String, String> engines) {
    private static final String ENGINE = "engine.";

    public BuildFacts {
        engines = Map.copyOf(engines);
    }

    /** Those of the build that this class comes from; empty where it was built without them. */
    static BuildFacts read() {
        Properties facts = new Properties();
        try (InputStream file = BuildFacts.class.getResourceAsStream("build.properties")) {
            if (file != null) {
                facts.load(file);
            }
        } catch (IOException e) {
            // As if it were not there: which build this is must not keep anything from running.
        }
        return of(facts);
    }

    static BuildFacts of(Properties facts) {
        Map<String, String> engines = new TreeMap<>();
        facts.stringPropertyNames().stream()
                .filter(name -> name.startsWith(ENGINE))
                .forEach(name -> engines.put(name.substring(ENGINE.length()), facts.getProperty(name)));
        return new BuildFacts(
                Optional.ofNullable(facts.getProperty("commit")),
                Optional.ofNullable(facts.getProperty("modified")).map(Boolean::valueOf),
                Optional.ofNullable(facts.getProperty("time")).map(Instant::parse),
                engines);
    }
}
