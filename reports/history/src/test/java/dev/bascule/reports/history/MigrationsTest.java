package dev.bascule.reports.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.reports.history.Migrations.Migration;
import java.util.List;
import org.junit.jupiter.api.Test;

class MigrationsTest {
    /** Files of users keep these: whoever has to change one here has shut them out. */
    private static final List<String> PUBLISHED = List.of(
            "65ad0b2e74ada8ab88073d9a8d518eb0bf52517c61b48ea7a69ae9baf0a202df",
            "5454c91ca7359ddd11c1173291497ca6567948197c9944838690446735944abf",
            "c37bb9b86c4f802a4ef2e8672783c0c0c7d011d1a250c895cfb7ed10942f7935",
            "08b6bfcc5399a516f2ad73df391e82b60db80e9983671dc2da4f109688d4f8d7",
            "0442ffee50b18a29c89894422b2cf2ec0057f5cce9de816129db672f730afa94",
            "136e3987cd3fbbd8039659b8b60fc3b55c77529046b6c347da410b9dc7c0df68",
            "16814f307a02bcc6d84c8a57b09badeb83e5e19097ca499a0d4ae44da5657091",
            "dd2cd6b775d0a9fe8cfe9f134f0835e99be28b5562f43f0fa1785b7ce4542373");

    @Test
    void steps_that_were_published_are_what_they_were() {
        assertThat(Migrations.ALL.subList(0, PUBLISHED.size()))
                .extracting(Migration::checksum)
                .isEqualTo(PUBLISHED);
    }

    @Test
    void steps_are_numbered_in_their_order() {
        for (int i = 0; i < Migrations.ALL.size(); i++) {
            assertThat(Migrations.ALL.get(i).version()).isEqualTo(i + 1);
        }
    }
}
