package dev.bascule.workers;

import dev.bascule.workers.broker.Broker;
import dev.bascule.workers.broker.BrokerSettings;
import dev.bascule.workers.join.Role;
import dev.bascule.workers.wire.Wire;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;

/**
 * What selectors cost the broker: {@code [MESSAGES WORKERS]}. Prints milliseconds; each line was measured three times in this one process,
 * in turn. No test: nothing timed passes or fails.
 */
final class SelectorScanMain {
    private SelectorScanMain() {}

    public static void main(String[] args) throws Exception {
        int messages = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
        int workers = args.length > 1 ? Integer.parseInt(args[1]) : 50;
        Path folder = Files.createTempDirectory("bascule-selectors");
        try (Broker broker = Broker.start(
                        new BrokerSettings("127.0.0.1", 0, folder, TestKeys.usual(), TestKeys.PASSWORD),
                        (id, secret) -> Optional.empty());
                ClientSession session = broker.link().session()) {
            IntStream.range(0, workers).forEach(i -> broker.queues("w" + i, Role.WORKER));
            for (int round = 0; round < 3; round++) {
                System.err.printf(
                        Locale.ROOT,
                        "round %d: one queue with %d selectors %.0f ms; a selector that only the last of %d meets %.1f ms;"
                                + " a queue for each of %d %.0f ms%n",
                        round + 1,
                        workers,
                        shared(session, messages, workers),
                        messages,
                        last(session, messages),
                        workers,
                        apart(session, messages, workers));
            }
        }
    }

    private static void send(ClientSession session, String address, String worker) throws Exception {
        try (ClientProducer producer = session.createProducer(address)) {
            ClientMessage message = session.createMessage(false);
            message.putStringProperty("worker", worker);
            message.getBodyBuffer().writeString("{}");
            producer.send(message);
        }
    }

    /** All messages in one queue; each worker takes its own, one after the other, in turn. */
    private static double shared(ClientSession session, int messages, int workers) throws Exception {
        for (int i = 0; i < messages; i++) {
            send(session, Wire.REPORTS, "w" + i % workers);
        }
        long began = System.nanoTime();
        List<ClientConsumer> consumers = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            consumers.add(session.createConsumer(Wire.REPORTS, "worker = 'w%d'".formatted(i)));
        }
        take(consumers, messages);
        return millis(began);
    }

    /** The same, each in the queue of its worker. */
    private static double apart(ClientSession session, int messages, int workers) throws Exception {
        for (int i = 0; i < messages; i++) {
            send(session, Wire.orders("w" + i % workers), "w" + i % workers);
        }
        long began = System.nanoTime();
        List<ClientConsumer> consumers = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            consumers.add(session.createConsumer(Wire.orders("w" + i)));
        }
        take(consumers, messages);
        return millis(began);
    }

    private static void take(List<ClientConsumer> consumers, int messages) throws Exception {
        for (int taken = 0; taken < messages; ) {
            for (ClientConsumer consumer : consumers) {
                consumer.receive().acknowledge();
                taken++;
            }
        }
        for (ClientConsumer consumer : consumers) {
            consumer.close();
        }
    }

    /** One message that matches behind all that do not. */
    private static double last(ClientSession session, int messages) throws Exception {
        for (int i = 1; i < messages; i++) {
            send(session, Wire.REPORTS, "another");
        }
        send(session, Wire.REPORTS, "w");
        long began = System.nanoTime();
        try (ClientConsumer consumer = session.createConsumer(Wire.REPORTS, "worker = 'w'")) {
            consumer.receive().acknowledge();
        }
        double took = millis(began);
        try (ClientConsumer rest = session.createConsumer(Wire.REPORTS)) {
            for (int i = 1; i < messages; i++) {
                rest.receive().acknowledge();
            }
        }
        return took;
    }

    private static double millis(long began) {
        return (System.nanoTime() - began) / 1e6;
    }
}
