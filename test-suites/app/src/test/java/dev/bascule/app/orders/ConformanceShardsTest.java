package dev.bascule.app.orders;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConformanceShardsTest {
    @ParameterizedTest(name = "{0} cases for {1} workers: {2}")
    @CsvSource({
        "1, 3, 1",
        "50, 3, 1",
        "51, 3, 2",
        "1288, 0, 7",
        "1288, 1, 7",
        "1288, 3, 13",
        "1288, 4, 17",
        "1288, 100, 26",
        "100000, 3, 500"
    })
    void a_worker_gets_some_jobs_and_none_is_tiny_or_huge(int cases, int workers, int shards) {
        assertThat(ConformanceJobs.shards(cases, workers)).isEqualTo(shards);
    }
}
