package dev.bascule.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The product's own {@code logback.xml}. */
@Tag("attack")
class PlainLogTest {
    private static String logged(String message, Throwable why) throws Exception {
        LoggerContext context = new LoggerContext();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(LogSetup.class.getResource("/logback.xml"));
        Logger logger = context.getLogger("dev.bascule.Example");
        ConsoleAppender<ILoggingEvent> appender = (ConsoleAppender<ILoggingEvent>)
                context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("STDERR");
        try {
            return new String(
                    appender.getEncoder().encode(new LoggingEvent("", logger, Level.WARN, message, why, new Object[0])),
                    StandardCharsets.UTF_8);
        } finally {
            context.stop();
        }
    }

    @Test
    void what_a_device_calls_itself_does_nothing_to_the_terminal() throws Exception {
        String line = logged(
                "device '\u001b]0;gone\u0007\u202etxt' left", new IllegalStateException("\u001b[2Jit said\u009b1m so"));
        assertThat(line)
                .contains("WARN  dev.bascule.Example: device '\ufffd]0;gone\ufffdtxt' left\n")
                .containsOnlyOnce("IllegalStateException: \ufffd[2Jit said\ufffd1m so\n")
                .containsPattern("\n  \tat dev\\.bascule\\.cli\\.output\\.PlainLogTest")
                .endsWith("\n")
                .doesNotContainPattern("[\\p{Cc}\u202e&&[^\n\t]]");
    }

    @Test
    void a_line_in_a_message_does_not_pass_for_a_line_of_its_own() throws Exception {
        assertThat(logged("it ended\r\n12:00:00.000 ERROR forged", new IllegalStateException()))
                .contains("it ended\n  12:00:00.000 ERROR forged\n  ");
    }
}
