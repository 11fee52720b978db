package dev.bascule.campaign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where runs of a campaign lie, and what each of them is to do.
 *
 * @param folder of all of it
 * @param plan the command line, without places
 */
record CampaignPlace(Path folder, List<String> plan) {
    /** Short runs, in which a few seconds of standing still end an attempt. */
    private static final List<String> QUICK = List.of(
            "--strict",
            "--min-iterations",
            "5",
            "--min-duration",
            "150ms",
            "--warm-up-limit",
            "300ms",
            "--measure-limit",
            "2s",
            "--timeout",
            "20s");

    static CampaignPlace in(Path folder, List<String> models, String backends) throws IOException {
        List<String> plan = new ArrayList<>(List.of("run"));
        plan.addAll(models);
        plan.addAll(List.of("--backends", backends));
        plan.addAll(QUICK);
        CampaignPlace place = new CampaignPlace(folder.toRealPath(), plan);
        Files.createDirectories(place.temporary());
        Files.createDirectories(place.store().getParent());
        return place;
    }

    /** The same place, with the shortest plan that starts a browser. */
    CampaignPlace sweeping() {
        List<String> shortest = new ArrayList<>(List.of("run", plan.get(1), "--backends", "wasm"));
        shortest.addAll(QUICK);
        return new CampaignPlace(folder, shortest);
    }

    Path temporary() {
        return folder.resolve("tmp");
    }

    Path store() {
        return folder.resolve("store").resolve("history.duckdb");
    }

    /** Of a run whose disk fills up, so that no other is meant. */
    Path otherStore(int number) {
        return folder.resolve("small-store-" + number).resolve("history.duckdb");
    }
}
