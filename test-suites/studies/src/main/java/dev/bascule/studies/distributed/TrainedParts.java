package dev.bascule.studies.distributed;

import dev.bascule.studies.distributed.RankLine.Part;
import dev.bascule.studies.distributed.RankRun.Heard;
import dev.bascule.studies.distributed.SplitNetwork.Tensor;
import dev.bascule.studies.distributed.Strategy.Way;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The parts of the network that ranks told at checkpoints, put together by the host. Immutable. */
final class TrainedParts {
    private final SplitNetwork network;
    private final Map<Key, List<Part>> told;

    private record Key(int rank, String way, int step) {}

    TrainedParts(SplitNetwork network, RankRun run) {
        this.network = network;
        Map<Key, List<Part>> all = new HashMap<>();
        for (Heard heard : run.lines()) {
            if (heard.line() instanceof Part part) {
                all.merge(
                        new Key(heard.rank(), part.way(), part.step()),
                        List.of(part),
                        (before, more) ->
                                Stream.concat(before.stream(), more.stream()).toList());
            }
        }
        this.told = Map.copyOf(all);
    }

    private List<Part> of(int rank, Way way, int step) {
        return told.getOrDefault(new Key(rank, way.name(), step), List.of());
    }

    /** Whether a rank told all that it holds, once, in its order and of its size. */
    boolean complete(int rank, Way way, int step) {
        List<Part> parts = of(rank, way, step);
        List<Tensor> own = network.of(way.layout(), rank);
        return parts.size() == own.size()
                && IntStream.range(0, own.size())
                        .allMatch(i -> parts.get(i).name().equals(own.get(i).name())
                                && parts.get(i).values().length == own.get(i).size(way.layout()));
    }

    /** All of the network as a replica has it; empty where one of its ranks did not tell all. */
    Optional<float[]> whole(Way way, int step, int replica) {
        Layout layout = way.layout();
        boolean complete = layout.all()
                .filter(rank -> layout.replica(rank) == replica)
                .allMatch(rank -> complete(rank, way, step));
        if (!complete) {
            return Optional.empty();
        }
        float[] whole = new float[Math.toIntExact(network.parameters())];
        int begin = 0;
        for (Tensor tensor : network.tensors()) {
            for (int rank : network.holders(tensor, layout, replica).toArray()) {
                float[] values = part(rank, way, step, tensor).values();
                for (int i = 0; i < values.length; i++) {
                    whole[begin + tensor.place(layout, layout.shard(rank), i)] = values[i];
                }
            }
            begin += tensor.size();
        }
        return Optional.of(whole);
    }

    private Part part(int rank, Way way, int step, Tensor tensor) {
        return of(rank, way, step).stream()
                .filter(part -> part.name().equals(tensor.name()))
                .findFirst()
                .orElseThrow();
    }

    /** Tensors that ranks of one replica, or replicas, hold and do not have alike; what one did not tell is like nothing. */
    List<String> differing(Way way, int step) {
        return network.tensors().stream()
                .filter(tensor ->
                        copies(way.layout(), tensor).stream().anyMatch(ranks -> !alike(ranks, way, step, tensor)))
                .map(tensor -> "%s of %s, step %d".formatted(tensor.name(), way.name(), step))
                .toList();
    }

    private boolean alike(int[] ranks, Way way, int step, Tensor tensor) {
        List<String> all = Arrays.stream(ranks)
                .boxed()
                .flatMap(rank -> of(rank, way, step).stream())
                .filter(part -> part.name().equals(tensor.name()))
                .map(Part::base64)
                .toList();
        return all.size() == ranks.length && Set.copyOf(all).size() == 1;
    }

    /** Groups of ranks that hold the same of a tensor. */
    private List<int[]> copies(Layout layout, Tensor tensor) {
        int stage = network.stage(tensor, layout);
        if (tensor.split() == SplitNetwork.Split.WHOLE) {
            return List.of(
                    layout.all().filter(rank -> layout.stage(rank) == stage).toArray());
        }
        return IntStream.range(0, layout.shards())
                .mapToObj(shard -> IntStream.range(0, layout.replicas())
                        .map(replica -> layout.rank(replica, stage, shard))
                        .toArray())
                .toList();
    }

    /** Whether any part is held by more ranks than one. */
    static boolean copied(Layout layout) {
        return layout.replicas() > 1 || layout.shards() > 1;
    }

    static String sha256(float[] values) {
        ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.array()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
