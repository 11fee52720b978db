package dev.bascule.studies.distributed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.RankLine.Mark;
import dev.bascule.studies.distributed.RankLine.Part;
import dev.bascule.studies.distributed.RankLine.PartStep;
import dev.bascule.studies.distributed.RankRun.Counter;
import dev.bascule.studies.distributed.RankRun.Heard;
import dev.bascule.studies.distributed.RankRun.Network;
import dev.bascule.studies.distributed.SplitNetwork.Tensor;
import dev.bascule.studies.distributed.Strategy.Way;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StrategyJudgeTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int MICRO = 2;

    private static StrategyPlan plan(Strategy strategy, int ranks) {
        return new StrategyPlan(strategy, List.of(ranks), 8, 4, 2, 1, 2, 4, MICRO, Optional.empty(), LIMIT);
    }

    /** What ranks tell; each method is one of the ways to be wrong. */
    private static class Ranks implements RankEngine {
        final StrategyPlan plan;

        Ranks(Strategy strategy, int ranks) {
            this(plan(strategy, ranks));
        }

        Ranks(StrategyPlan plan) {
            this.plan = plan;
        }

        int processors() {
            return 4;
        }

        /** Of the whole network, at a place of a tensor. */
        float value(Way way, int rank, Tensor tensor, int place, int step) {
            return (place % 7) / 8f + tensor.block() - step / 16f;
        }

        List<Long> samples(Way way, int rank) {
            int share = plan.share(way);
            long first = (long) way.layout().replica(rank) * share;
            return LongStream.range(first, first + share).boxed().toList();
        }

        double computing(int rank) {
            return 4;
        }

        double processor(int rank) {
            return computing(rank);
        }

        long sent(Way way) {
            return Math.round(new StrategyTraffic(plan, way).sentBytes()) + 3;
        }

        Duration between() {
            return Duration.ofSeconds(1);
        }

        Network network() {
            return Network.OWN_LOOPBACK;
        }

        boolean tells(Tensor tensor, int step) {
            return true;
        }

        @Override
        public Facts facts() {
            return new Facts("1.13", "python3 3.11", List.of("gloo"), List.of(), processors());
        }

        @Override
        public Optional<Failure> refuses(LinkLimit link) {
            return Optional.empty();
        }

        @Override
        public RankRun run(RankJob job, Watcher watcher) {
            boolean one = job.ranks() == 1;
            List<Heard> lines = new ArrayList<>();
            List<Counter> counters = new ArrayList<>();
            for (Way way : one ? List.of(StrategyPlan.ONE, StrategyPlan.REVERSED) : plan.ways(job.ranks())) {
                for (int rank = 0; rank < job.ranks(); rank++) {
                    mark(lines, rank, way, "/begin", Duration.ZERO);
                    for (int step = 0; step <= plan.steps(); step++) {
                        tell(one, way, rank, step, lines);
                    }
                    mark(lines, rank, way, "/end", between());
                    counters.add(new Counter(rank, way.name() + "/begin", Duration.ZERO, 0, 50));
                    counters.add(new Counter(rank, way.name() + "/end", Duration.ZERO, 0, 50 + (one ? 0 : sent(way))));
                }
            }
            return new RankRun(job.ranks(), network(), lines, counters, List.of(), LIMIT, Optional.empty());
        }

        private static void mark(List<Heard> lines, int rank, Way way, String end, Duration at) {
            lines.add(new Heard(rank, at, new Mark(way.name() + end)));
        }

        private void tell(boolean one, Way way, int rank, int step, List<Heard> lines) {
            Layout layout = way.layout();
            boolean last = layout.stage(rank) == layout.stages() - 1;
            if (step > 0) {
                lines.add(new Heard(
                        rank,
                        Duration.ZERO,
                        new PartStep(
                                way.name(),
                                step,
                                last ? OptionalDouble.of(3 - step) : OptionalDouble.empty(),
                                one
                                        ? LongStream.range(0, plan.batch())
                                                .boxed()
                                                .toList()
                                        : last || layout.stage(rank) == 0 ? samples(way, rank) : List.of(),
                                one ? 8 : computing(rank),
                                1,
                                layout.stages() > 1 ? 1 : 0,
                                one ? 8 : processor(rank))));
            }
            if (step % 2 == 0) {
                for (Tensor tensor : plan.network().of(layout, rank)) {
                    if (!one && !tells(tensor, step)) {
                        continue;
                    }
                    ByteBuffer bytes = ByteBuffer.allocate(Float.BYTES * tensor.size(layout))
                            .order(ByteOrder.LITTLE_ENDIAN);
                    for (int i = 0; i < tensor.size(layout); i++) {
                        int place = tensor.place(layout, layout.shard(rank), i);
                        float honest = new Ranks(plan.strategy(), 4).value(way, rank, tensor, place, step);
                        bytes.putFloat(one ? honest : value(way, rank, tensor, place, step));
                    }
                    lines.add(new Heard(
                            rank,
                            Duration.ZERO,
                            new Part(
                                    way.name(),
                                    step,
                                    tensor.name(),
                                    Base64.getEncoder().encodeToString(bytes.array()))));
                }
            }
        }
    }

    private static TrainingReport.Group group(Ranks ranks) {
        return new DistributedStudy(ranks, activity -> {})
                .strategy(ranks.plan)
                .groups()
                .get(0);
    }

    private static List<Invariant> broken(Ranks ranks) {
        return group(ranks).findings().stream()
                .filter(Finding::broken)
                .map(Finding::invariant)
                .toList();
    }

    @Test
    void shards_that_end_where_one_rank_ends_hold_all_invariants() {
        TrainingReport.Group group = group(new Ranks(Strategy.TENSOR, 2));

        assertThat(group.findings()).allMatch(Finding::holds);
        TrainingReport.Row row = group.rows().get(0);
        assertThat(row.steps().millis()).containsExactly(5, 5, 5);
        assertThat(row.efficiency()).hasValue(9.0 / 10);
        assertThat(row.communication()).hasValue(0.2);
        assertThat(row.bubble()).isEmpty();
        assertThat(row.shares().orElseThrow().computing()).isEqualTo(0.8);
        assertThat(group.bottleneck()).startsWith("tensor: computing 80 %");
        // Two blocks, twice an all-reduce of 8 samples of 64 floats, four times; both ranks send all of it once.
        assertThat(row.sent().orElseThrow().theory()).isEqualTo(4 * 2 * 2 * 2.0 * 8 * 64 * 4);
    }

    @Test
    void of_stages_the_bubble_is_told_by_stage_beside_theory() {
        TrainingReport.Group group = group(new Ranks(Strategy.PIPELINE, 2) {
            @Override
            double computing(int rank) {
                return 4 + 2 * rank;
            }
        });

        assertThat(group.findings()).noneMatch(Finding::broken);
        assertThat(group.findings())
                .filteredOn(finding -> !finding.holds())
                .extracting(Finding::invariant)
                .containsExactly(Invariant.REPLICAS);
        TrainingReport.Row row = group.rows().get(1);
        assertThat(row.way()).isEqualTo("1F1B");
        assertThat(row.steps().median()).isEqualTo(8);
        assertThat(row.bubble().orElseThrow().idle()).containsExactly(1 - 5.0 / 8, 1 - 7.0 / 8);
        assertThat(row.bubble().orElseThrow().theory()).isEqualTo(1.0 / 3);
        assertThat(row.balance()).hasValue(5.0 / 6);
        assertThat(row.shares().orElseThrow()).isEqualTo(new StepShares(0.625, 0.125, 0.25, 0));
        // Activations one way and their gradients back, four times.
        assertThat(row.sent().orElseThrow().theory()).isEqualTo(4 * 2.0 * 8 * 64 * 4);
    }

    @Test
    void replicas_of_stages_and_of_shards_are_told_with_all_their_bytes() {
        TrainingReport.Group group = group(new Ranks(Strategy.MIXED, 4));
        long parameters = new SplitNetwork(2, 4).parameters();

        assertThat(group.findings()).allMatch(Finding::holds);
        assertThat(group.rows())
                .extracting(TrainingReport.Row::way)
                .containsExactly("data × pipeline", "data × tensor");
        assertThat(group.rows().get(0).sent().orElseThrow().theory())
                .isEqualTo(4 * (2 * 2.0 * 4 * 64 * 4 + 2 * parameters * 4));
    }

    @Test
    void another_end_than_one_rank_s_is_noticed_and_has_no_times() {
        TrainingReport.Group group = group(new Ranks(Strategy.PIPELINE, 2) {
            @Override
            float value(Way way, int rank, Tensor tensor, int place, int step) {
                return super.value(way, rank, tensor, place, step)
                        + (way.name().equals("1F1B")
                                        && step == 2
                                        && tensor.name().equals("1.up")
                                ? 0.01f
                                : 0);
            }
        });

        assertThat(group.findings())
                .filteredOn(Finding::broken)
                .extracting(Finding::invariant)
                .containsExactly(Invariant.EQUALS_ONE);
        assertThat(group.rows()).extracting(row -> row.steps().size()).containsExactly(3, 0);
        assertThat(group.rows().get(1).bubble()).isEmpty();
    }

    @Test
    void another_begin_is_noticed_however_near_it_is() {
        assertThat(broken(new Ranks(Strategy.PIPELINE, 2) {
                    @Override
                    float value(Way way, int rank, Tensor tensor, int place, int step) {
                        float honest = super.value(way, rank, tensor, place, step);
                        return step == 0 ? Math.nextUp(honest) : honest;
                    }
                }))
                .containsExactly(Invariant.EQUALS_ONE);
    }

    @Test
    void parts_that_should_be_the_same_and_are_not_are_noticed_in_the_last_place() {
        assertThat(broken(new Ranks(Strategy.TENSOR, 2) {
                    @Override
                    float value(Way way, int rank, Tensor tensor, int place, int step) {
                        float honest = super.value(way, rank, tensor, place, step);
                        return rank == 1 && step == 4 && tensor.name().equals("head") ? Math.nextUp(honest) : honest;
                    }
                }))
                .containsExactly(Invariant.REPLICAS);
        assertThat(broken(new Ranks(Strategy.MIXED, 4) {
                    @Override
                    float value(Way way, int rank, Tensor tensor, int place, int step) {
                        float honest = super.value(way, rank, tensor, place, step);
                        return rank == 3 && tensor.name().equals("1.down") && step > 0 ? Math.nextUp(honest) : honest;
                    }
                }))
                .containsExactly(Invariant.REPLICAS);
    }

    @Test
    void a_part_that_none_of_its_holders_told_is_not_called_the_same() {
        assertThat(broken(new Ranks(Strategy.TENSOR, 2) {
                    @Override
                    boolean tells(Tensor tensor, int step) {
                        return step != 2 || !tensor.name().equals("head");
                    }
                }))
                .contains(Invariant.REPLICAS);
    }

    @Test
    void a_share_that_two_replicas_take_is_noticed() {
        assertThat(broken(new Ranks(Strategy.MIXED, 4) {
                    @Override
                    List<Long> samples(Way way, int rank) {
                        return super.samples(way, 0);
                    }
                }))
                .containsExactly(Invariant.SAMPLES);
    }

    @Test
    void a_last_stage_with_the_same_samples_in_another_order_is_noticed() {
        assertThat(broken(new Ranks(Strategy.PIPELINE, 2) {
                    @Override
                    List<Long> samples(Way way, int rank) {
                        return super.samples(way, rank).stream()
                                .sorted(rank == 1 ? Comparator.reverseOrder() : Comparator.naturalOrder())
                                .toList();
                    }
                }))
                .containsExactly(Invariant.SAMPLES);
    }

    @Test
    void activations_that_nobody_sent_are_noticed() {
        assertThat(broken(new Ranks(Strategy.TENSOR, 2) {
                    @Override
                    long sent(Way way) {
                        return super.sent(way) / 2;
                    }
                }))
                .containsExactly(Invariant.COMMUNICATION);
    }

    @Test
    void more_talk_than_that_of_its_groups_is_noticed_where_nobody_else_talks() {
        Ranks loud = new Ranks(Strategy.MIXED, 4) {
            @Override
            long sent(Way way) {
                return Math.round(new StrategyTraffic(plan, way).most()) + 1;
            }
        };

        assertThat(broken(loud)).containsExactly(Invariant.COMMUNICATION);
        assertThat(group(new Ranks(Strategy.MIXED, 4) {
                            @Override
                            long sent(Way way) {
                                return loud.sent(way);
                            }

                            @Override
                            Network network() {
                                return Network.SHARED_LOOPBACK;
                            }
                        })
                        .findings())
                .filteredOn(finding -> !finding.holds())
                .extracting(Finding::invariant, Finding::verdict)
                .containsExactly(tuple(Invariant.COMMUNICATION, Invariant.Verdict.NOT_JUDGED));
    }

    @Test
    void more_time_than_the_host_s_clock_has_between_two_marks_is_noticed() {
        assertThat(broken(new Ranks(Strategy.TENSOR, 2) {
                    @Override
                    Duration between() {
                        return Duration.ofMillis(19);
                    }

                    @Override
                    double computing(int rank) {
                        return rank == 0 ? 3 : 4;
                    }

                    @Override
                    public RankRun run(RankJob job, Watcher watcher) {
                        return job.ranks() == 1
                                ? new Ranks(Strategy.TENSOR, 2).run(job, watcher)
                                : super.run(job, watcher);
                    }
                }))
                .containsExactly(Invariant.COMPLETE);
    }

    @Test
    void ranks_that_others_took_the_processor_from_have_no_efficiency() {
        TrainingReport.Group group = group(new Ranks(Strategy.TENSOR, 2) {
            @Override
            double processor(int rank) {
                return 2 + rank;
            }
        });

        assertThat(group.rows().get(0).efficiency()).isEmpty();
        assertThat(group.rows().get(0).steps().isEmpty()).isFalse();
        assertThat(group.notes()).anyMatch(note -> note.contains("63 % of the time"));
    }

    @Test
    void a_late_link_of_which_nothing_was_measured_is_noticed() {
        StrategyPlan late = new StrategyPlan(
                Strategy.TENSOR, List.of(2), 8, 4, 2, 1, 2, 4, MICRO, LinkLimit.parse("100mbit,5ms"), LIMIT);

        assertThat(broken(new Ranks(late))).containsExactly(Invariant.LINK_LATENCY);
    }

    @Test
    void ranks_that_take_turns_on_a_processor_have_no_times() {
        TrainingReport.Group group = group(new Ranks(Strategy.PIPELINE, 2) {
            @Override
            int processors() {
                return 1;
            }
        });

        assertThat(group.oversubscribed()).isTrue();
        assertThat(group.rows())
                .allMatch(row -> row.steps().isEmpty() && row.bubble().isEmpty());
        assertThat(group.rows())
                .allMatch(row -> row.sent().isPresent() && row.furthest().isPresent());
        assertThat(group.bottleneck()).startsWith("processors");
    }
}
