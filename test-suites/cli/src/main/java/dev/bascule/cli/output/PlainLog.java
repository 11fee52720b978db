package dev.bascule.cli.output;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.pattern.CompositeConverter;
import dev.bascule.fallback.text.PlainText;

/**
 * A log line as text that does nothing to a terminal, for it may quote a device, a page or a program. What goes on below is set in, so
 * that it does not pass for another line. {@code logback.xml} names it. Stateless.
 */
public final class PlainLog extends CompositeConverter<ILoggingEvent> {
    @Override
    protected String transform(ILoggingEvent event, String line) {
        return PlainText.lines(line.replace("\r\n", "\n")).stripTrailing().replace("\n", "\n  ") + '\n';
    }
}
