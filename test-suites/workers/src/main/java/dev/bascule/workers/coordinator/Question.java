package dev.bascule.workers.coordinator;

import dev.bascule.workers.wire.Envelope;
import dev.bascule.workers.wire.Wire;
import org.apache.activemq.artemis.api.core.client.ClientMessage;

/**
 * Who asked. Immutable.
 *
 * @param submitter as the broker checked
 * @param client its process
 * @param number of the question among that process'
 */
record Question(String submitter, String client, String number) {
    static Question of(ClientMessage message) {
        return new Question(
                Envelope.sender(message), Envelope.text(message, Wire.FROM), Envelope.text(message, Wire.QUESTION));
    }

    ClientMessage address(ClientMessage answer) {
        answer.putStringProperty(Wire.TO, client);
        answer.putStringProperty(Wire.QUESTION, number);
        return answer;
    }
}
