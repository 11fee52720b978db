package dev.bascule.studies.distributed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.bascule.fallback.error.Failure;
import dev.bascule.studies.distributed.Invariant.Finding;
import dev.bascule.studies.distributed.RankLine.Hash;
import dev.bascule.studies.distributed.RankLine.Parameters;
import dev.bascule.studies.distributed.RankLine.Step;
import dev.bascule.studies.distributed.RankRun.Counter;
import dev.bascule.studies.distributed.RankRun.Heard;
import dev.bascule.studies.distributed.RankRun.Network;
import dev.bascule.studies.distributed.TrainingReport.Group;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DataJudgeTest {
    private static final DataPlan PLAN =
            new DataPlan(List.of(2), 8, 4, 2, 1, Optional.empty(), Duration.ofMinutes(1), Duration.ofMinutes(1));

    private static final Duration AT = Duration.ofSeconds(1);

    /** What ranks tell; each method is one of the ways to be wrong. */
    private static class Ranks implements RankEngine {
        double parameter(int rank, String way, int step) {
            return 0.25;
        }

        long firstSample(int rank, String way) {
            return rank * samples(0, way);
        }

        /** Of a batch of 8. */
        long samples(int rank, String way) {
            return way.equals(DataPlan.UNEVEN.name()) ? 5 - 2 * rank : 4;
        }

        /** Of both, on their loopback: four steps' gradients of one float, both ways. */
        long sent(String way) {
            return 33;
        }

        Network network() {
            return Network.OWN_LOOPBACK;
        }

        @Override
        public Facts facts() {
            return new Facts("1.13", "python3 3.11", List.of("gloo"), List.of(), 2);
        }

        @Override
        public Optional<Failure> refuses(LinkLimit link) {
            return Optional.empty();
        }

        @Override
        @SuppressWarnings("unchecked")
        public RankRun run(RankJob job, Watcher watcher) {
            List<Heard> lines = new ArrayList<>();
            List<Counter> counters = new ArrayList<>();
            for (int rank = 0; rank < job.ranks(); rank++) {
                for (Map<String, Object> each :
                        (List<Map<String, Object>>) job.request().get("ways")) {
                    String way = String.valueOf(each.get("name"));
                    for (int step = 0; step <= PLAN.steps(); step++) {
                        tell(job.ranks(), rank, way, step, lines);
                    }
                    counters.add(new Counter(rank, way + "/begin", AT, 0, 50));
                    counters.add(new Counter(rank, way + "/end", AT, 0, 50 + sent(way)));
                }
            }
            return new RankRun(
                    job.ranks(), network(), lines, counters, List.of(), Duration.ofSeconds(3), Optional.empty());
        }

        double processor(int ranks) {
            return ranks == 1 ? 8 : 4;
        }

        private void tell(int ranks, int rank, String way, int step, List<Heard> lines) {
            if (step > 0) {
                long first = ranks == 1 ? 0 : firstSample(rank, way);
                List<Long> samples = LongStream.range(first, first + (ranks == 1 ? 8 : samples(rank, way)))
                        .boxed()
                        .toList();
                lines.add(new Heard(
                        rank, AT, new Step(way, step, 3.0 - step, samples, ranks == 1 ? 8 : 4, 2, processor(ranks))));
            }
            if (step % 2 == 0) {
                double value = ranks == 1 ? parameterOfOne(way) : parameter(rank, way, step);
                lines.add(new Heard(rank, AT, new Hash(way, step, sha256(value))));
                if (rank == 0 && step > 0) {
                    lines.add(new Heard(rank, AT, new Parameters(way, step, List.of(value))));
                }
            }
        }

        private static double parameterOfOne(String way) {
            return way.equals(DataPlan.REVERSED.name()) ? 0.25 + 1e-8 : 0.25;
        }

        private static String sha256(double value) {
            byte[] bytes = ByteBuffer.allocate(4)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putFloat((float) value)
                    .array();
            try {
                return HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static TrainingReport report(Ranks ranks) {
        return new DistributedStudy(ranks, activity -> {}).data(PLAN);
    }

    private static List<Invariant> broken(Ranks ranks) {
        return report(ranks).groups().get(0).findings().stream()
                .filter(Finding::broken)
                .map(Finding::invariant)
                .toList();
    }

    @Test
    void workers_that_end_where_one_ends_hold_all_invariants() {
        TrainingReport report = report(new Ranks());
        Group group = report.groups().get(0);

        assertThat(group.findings()).allMatch(Finding::holds);
        assertThat(group.holds()).isTrue();
        assertThat(report.firstLoss()).hasValue(2);
        assertThat(report.lastLoss()).hasValue(-1);
        TrainingReport.Row hand = group.rows().get(0);
        assertThat(hand.steps().millis()).containsExactly(6, 6, 6);
        assertThat(hand.efficiency().orElseThrow()).isEqualTo(10.0 / 12);
        assertThat(hand.communication().orElseThrow()).isEqualTo(1.0 / 3);
        assertThat(hand.balance()).hasValue(1);
        assertThat(group.bottleneck())
                .startsWith(
                        "by hand: computing 67 % of a step; communication 33 %, bubble 0 %, the slowest rank's excess 0 %");
        assertThat(hand.sent().orElseThrow()).isEqualTo(new Sent(33, 32));
        assertThat(group.rows().get(1).communication()).isEmpty();
    }

    @Test
    void other_parameters_than_those_of_one_worker_are_noticed() {
        assertThat(broken(new Ranks() {
                    @Override
                    double parameter(int rank, String way, int step) {
                        return way.equals(DataPlan.UNEVEN.name()) && step == 2 ? 0.26 : 0.25;
                    }
                }))
                .containsExactly(Invariant.EQUALS_ONE);
    }

    @Test
    void one_rank_with_other_parameters_is_noticed() {
        assertThat(broken(new Ranks() {
                    @Override
                    double parameter(int rank, String way, int step) {
                        return 0.25 + 0.01 * rank;
                    }
                }))
                .containsExactly(Invariant.SAME_PARAMETERS);
    }

    @Test
    void a_shard_that_comes_twice_is_noticed() {
        assertThat(broken(new Ranks() {
                    @Override
                    long firstSample(int rank, String way) {
                        return 0;
                    }
                }))
                .containsExactly(Invariant.SHARDS);
    }

    @Test
    void shards_that_are_even_where_they_are_to_be_uneven_are_noticed() {
        assertThat(broken(new Ranks() {
                    @Override
                    long samples(int rank, String way) {
                        return 4;
                    }
                }))
                .containsExactly(Invariant.SHARDS);
    }

    @Test
    void ranks_that_talk_for_each_part_where_they_are_to_be_silent_are_noticed() {
        assertThat(broken(new Ranks() {
                    @Override
                    long sent(String way) {
                        return way.equals(DataPlan.ACCUMULATED.name()) ? 65 : 33;
                    }
                }))
                .containsExactly(Invariant.ACCUMULATION);
    }

    @Test
    void on_a_loopback_of_others_too_bytes_prove_nothing() {
        Group group = report(new Ranks() {
                    @Override
                    long sent(String way) {
                        return 65;
                    }

                    @Override
                    Network network() {
                        return Network.SHARED_LOOPBACK;
                    }
                })
                .groups()
                .get(0);

        assertThat(group.holds()).isTrue();
        assertThat(group.findings())
                .filteredOn(finding -> !finding.holds())
                .extracting(Finding::invariant, Finding::verdict)
                .containsExactly(
                        tuple(Invariant.ACCUMULATION, Invariant.Verdict.NOT_JUDGED),
                        tuple(Invariant.COMMUNICATION, Invariant.Verdict.NOT_JUDGED));
    }

    @Test
    void of_a_way_that_is_wrong_no_speed_is_told() {
        Group group = report(new Ranks() {
                    @Override
                    double parameter(int rank, String way, int step) {
                        return way.equals(DataPlan.HAND.name()) ? 0.26 : 0.25;
                    }
                })
                .groups()
                .get(0);

        assertThat(group.rows()).extracting(row -> row.steps().size()).containsExactly(0, 3, 3, 3);
        TrainingReport.Row hand = group.rows().get(0);
        assertThat(hand.efficiency()).isEmpty();
        assertThat(hand.communication()).isEmpty();
        assertThat(hand.balance()).isEmpty();
        assertThat(hand.furthest()).isPresent();
        assertThat(group.bottleneck()).doesNotContain("by hand").startsWith("uneven shards: ");
    }

    @Test
    void a_step_that_one_rank_did_not_tell_takes_no_time() {
        RankRun run = new Ranks().run(PLAN.job(2), RankEngine.Watcher.NONE);
        RankRun torn = new RankRun(
                2,
                run.network(),
                run.lines().stream()
                        .filter(heard -> heard.rank() == 0 || !(heard.line() instanceof Step step && step.step() == 3))
                        .toList(),
                run.counters(),
                List.of(),
                run.wall(),
                Optional.empty());

        assertThat(TrainingFigures.steps(torn, DataPlan.HAND.name()).millis()).containsExactly(6, 6);
    }

    @Test
    void gradients_that_nobody_sent_are_noticed() {
        assertThat(broken(new Ranks() {
                    @Override
                    long sent(String way) {
                        return way.equals(DataPlan.HAND.name()) ? 3 : 33;
                    }
                }))
                .containsExactly(Invariant.COMMUNICATION);
    }

    @Test
    void ranks_that_send_far_too_much_are_noticed_where_nobody_else_does() {
        class Loud extends Ranks {
            @Override
            long sent(String way) {
                return way.equals(DataPlan.HAND.name()) ? 1_000_000 : 33;
            }
        }

        assertThat(broken(new Loud())).containsExactly(Invariant.COMMUNICATION);
        assertThat(report(new Loud()).groups().get(0).rows().get(0).steps().isEmpty())
                .isTrue();
        assertThat(broken(new Loud() {
                    @Override
                    Network network() {
                        return Network.SHARED_LOOPBACK;
                    }
                }))
                .isEmpty();
    }

    @Test
    void efficiency_is_not_told_where_others_had_the_processors() {
        Group many = report(new Ranks() {
                    @Override
                    double processor(int ranks) {
                        return ranks == 1 ? 8 : 3;
                    }
                })
                .groups()
                .get(0);
        Group one = report(new Ranks() {
                    @Override
                    double processor(int ranks) {
                        return ranks == 1 ? 1 : 4;
                    }
                })
                .groups()
                .get(0);

        assertThat(many.rows())
                .allMatch(row -> row.efficiency().isEmpty() && !row.steps().isEmpty());
        assertThat(many.notes()).singleElement().asString().contains("75 % of the time", "alone for 100 %");
        assertThat(one.rows()).allMatch(row -> row.efficiency().isEmpty());
    }

    @Test
    void efficiency_is_not_told_of_more_ranks_than_processors() {
        TrainingReport report = report(new Ranks() {
            @Override
            public Facts facts() {
                return new Facts("1.13", "python3 3.11", List.of("gloo"), List.of(), 1);
            }
        });

        assertThat(report.groups().get(0).oversubscribed()).isTrue();
        assertThat(report.groups().get(0).rows())
                .allMatch(row -> row.efficiency().isEmpty());
        assertThat(report.groups().get(0).bottleneck()).startsWith("processors");
    }
}
