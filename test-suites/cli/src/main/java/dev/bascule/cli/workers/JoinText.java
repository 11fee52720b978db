package dev.bascule.cli.workers;

import dev.bascule.app.config.Config;
import dev.bascule.app.config.Keys;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.file.FileErrorText;
import dev.bascule.fallback.file.InputFile;
import dev.bascule.workers.join.JoinAddress;
import java.io.IOException;
import java.nio.file.Path;

/** Reads addresses with tokens as they are typed. Stateless. */
public final class JoinText {
    private static final String CONFIGURED = "pool";
    private static final int LONGEST = 4096;

    private JoinText() {}

    /**
     * The address of {@code --on} or {@code --join}.
     *
     * @param text an address, {@code @FILE} with one, or {@code pool} for the configured one
     * @param folder that files are relative to
     * @throws BasculeException USAGE_ERROR where it is none; the message does not repeat it
     */
    public static JoinAddress read(String text, Path folder, Config config) {
        if (text.equals(CONFIGURED)) {
            String file = config.find(Keys.POOL)
                    .orElseThrow(() -> new BasculeException(
                            ErrorCode.USAGE_ERROR,
                            "no pool of workers is configured",
                            "BASCULE_POOL=FILE, or pool: FILE in the user's configuration, with the address in the file",
                            "--on 'bascule://HOST:PORT#TOKEN' or --on @FILE"));
            return ofFile(folder.resolve(file));
        }
        return text.startsWith("@") ? ofFile(folder.resolve(text.substring(1))) : JoinAddress.parse(text);
    }

    /**
     * The address in a file.
     *
     * @throws BasculeException USAGE_ERROR where there is none
     */
    static JoinAddress ofFile(Path file) {
        try {
            return JoinAddress.parse(InputFile.text(file, LONGEST));
        } catch (IOException e) {
            throw BasculeException.because(
                    e,
                    ErrorCode.USAGE_ERROR,
                    "cannot read the address in '%s': %s".formatted(file, FileErrorText.why(e)),
                    "name a file with the line that the coordinator printed");
        }
    }
}
