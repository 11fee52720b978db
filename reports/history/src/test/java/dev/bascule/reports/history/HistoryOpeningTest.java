package dev.bascule.reports.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class HistoryOpeningTest {

    @Test
    void who_lets_go_waits_until_the_history_is_open_and_closed() throws InterruptedException {
        CompletableFuture<History> opening = new CompletableFuture<>();
        List<String> asked = new CopyOnWriteArrayList<>();
        History history = (History) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {History.class}, (proxy, method, arguments) -> {
                    asked.add(method.getName());
                    return null;
                });
        Thread leaving = new Thread(() -> HistoryOpening.letGo(opening));
        leaving.start();
        while (leaving.isAlive() && leaving.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertThat(leaving.isAlive()).isTrue();
        opening.complete(history);
        leaving.join();
        assertThat(asked).containsExactly("close");
    }

    @Test
    void what_does_not_open_is_let_go_of_in_silence() {
        CompletableFuture<History> refused = CompletableFuture.failedFuture(new IllegalStateException("no disk"));
        assertThatCode(() -> HistoryOpening.letGo(refused)).doesNotThrowAnyException();
    }
}
