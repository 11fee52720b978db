package dev.bascule.studies.decode;

import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.driver.CarryLocation;
import dev.bascule.studies.truth.TruthRequest.Chosen;
import java.util.List;
import java.util.Optional;

/**
 * What one invocation asks for. Immutable.
 *
 * @param run a run of one case, which says where and how
 * @param model as the user named it
 * @param graphs how its graph is to be written; none for the model's own way
 * @param prompt what it begins with
 * @param source what a model's encoder hears or reads: a file of sound, or a text; empty for a sample
 * @param generate tokens to write on
 * @param locations where caches are asked to be; a backend takes those that it has
 * @param targets where it is forced along the text, in order
 * @param peers engines of others' that run the same file, by name
 * @param limits how long, how often and how near
 */
public record DecodeRequest(
        RunRequest run,
        String model,
        List<String> graphs,
        Prompt prompt,
        Optional<String> source,
        int generate,
        List<CarryLocation> locations,
        List<Chosen> targets,
        List<String> peers,
        DecodeLimits limits) {
    public DecodeRequest {
        graphs = List.copyOf(graphs);
        locations = List.copyOf(locations);
        targets = List.copyOf(targets);
        peers = List.copyOf(peers);
    }
}
