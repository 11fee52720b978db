package dev.bascule.studies.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllotmentTest {
    private static final Shards UNEVEN = new Shards(List.of(20, 17, 11));

    private static Allotment of(Shards shards, Integer... present) {
        return Allotment.of(shards, new TreeSet<>(Set.of(present)));
    }

    @Test
    void where_all_are_there_each_has_its_own_share() {
        Allotment all = of(UNEVEN, 0, 1, 2);

        assertThat(all.pieces().values())
                .containsExactly(
                        List.of(new Piece(0, 20, 20)), List.of(new Piece(20, 17, 17)), List.of(new Piece(37, 11, 11)));
        assertThat(all.isResharded()).isFalse();
    }

    @Test
    void what_is_missing_goes_in_pieces_to_whoever_has_fewest_the_largest_first() {
        Allotment without = of(UNEVEN, 1, 2);

        assertThat(without.of(0)).isEmpty();
        assertThat(without.of(1)).containsExactly(new Piece(20, 17, 17), new Piece(0, 17, 17));
        assertThat(without.of(2)).containsExactly(new Piece(37, 11, 11), new Piece(17, 3, 11));
        assertThat(without.of(2).get(1).filling()).isEqualTo(8);
        assertThat(without.isResharded()).isTrue();
        assertThat(without.samples(2)).isEqualTo(14);
    }

    @Test
    void one_that_is_left_takes_all() {
        assertThat(of(Shards.even(48, 3), 1).of(1))
                .containsExactly(new Piece(16, 16, 16), new Piece(0, 16, 16), new Piece(32, 16, 16));
        assertThat(of(Shards.even(48, 3)).pieces()).isEmpty();
    }

    @Test
    void where_nobody_takes_over_samples_are_missing() {
        Allotment own = Allotment.own(UNEVEN, new TreeSet<>(Set.of(0, 2)));

        assertThat(own.isWhole()).isFalse();
        assertThat(own.isResharded()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,1,1,1", "7,5", "1,40,3,9,2", "16,16,16", "100,1"})
    void each_sample_is_computed_once_whoever_is_missing(String words) {
        Shards shards = new Shards(
                List.of(words.split(",")).stream().map(Integer::valueOf).toList());
        for (int set = 1; set < 1 << shards.replicas(); set++) {
            TreeSet<Integer> present = new TreeSet<>();
            BitSet.valueOf(new long[] {set}).stream().forEach(present::add);
            BitSet seen = new BitSet();
            Allotment allotment = Allotment.of(shards, present);
            allotment
                    .pieces()
                    .forEach((rank, pieces) -> pieces.forEach(piece -> {
                        assertThat(piece.size()).isEqualTo(shards.samples(rank));
                        for (int sample = piece.from(); sample < piece.from() + piece.samples(); sample++) {
                            assertThat(seen.get(sample))
                                    .as("%s without %s", words, present)
                                    .isFalse();
                            seen.set(sample);
                        }
                    }));
            assertThat(seen.cardinality()).isEqualTo(shards.batch());
            assertThat(allotment.isWhole()).isTrue();
            int most = allotment.pieces().values().stream()
                    .mapToInt(List::size)
                    .max()
                    .orElseThrow();
            assertThat(allotment.pieces().values())
                    .as("nobody waits for another by more than a piece")
                    .allMatch(pieces -> pieces.size() >= most - 1);
        }
    }

    @Test
    void a_piece_without_samples_or_with_more_than_its_session_takes_is_none() {
        assertThatThrownBy(() -> new Piece(0, 0, 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Piece(0, 5, 4)).isInstanceOf(IllegalArgumentException.class);
    }
}
