package dev.bascule.models.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizesTest {
    @ParameterizedTest
    @CsvSource({"2GiB,2147483648", "512 MiB,536870912", "1.5kB,1500", "7,7", "1GB,1000000000"})
    void sizes_are_read(String text, long bytes) {
        assertThat(ByteSizes.parse(text)).hasValue(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "two", "1e9", "-1MB", "1 TBs"})
    void what_is_no_size_is_none(String text) {
        assertThat(ByteSizes.parse(text)).isEmpty();
    }

    @Test
    void sizes_are_told_for_people() {
        assertThat(ByteSizes.text(500)).isEqualTo("500 B");
        assertThat(ByteSizes.text(1536)).isEqualTo("1.50 KiB");
    }
}
