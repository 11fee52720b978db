package dev.bascule.app.config;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.suites.setting.Key;
import java.util.Optional;

/**
 * A value for a key. It is checked when it is made.
 *
 * @param text as given
 * @param value what it means
 * @param guard whom it has to pass to be used
 */
public record Setting<T>(Key<T> key, String text, T value, SettingOrigin origin, Optional<Guard> guard) {

    /**
     * What it means.
     *
     * @throws BasculeException {@link ErrorCode#CONFIG_UNTRUSTED} where it comes from a file that is not trusted with it
     */
    @Override
    public T value() {
        if (isRefused()) {
            throw guard.orElseThrow().refused();
        }
        return value;
    }

    /** Whether it cannot be used. */
    public boolean isRefused() {
        return guard.filter(each -> !each.isOpen()).isPresent();
    }

    Setting<T> behind(Guard other) {
        return new Setting<>(key, text, value, origin, Optional.of(other));
    }

    /**
     * @throws BasculeException {@link ErrorCode#USAGE_ERROR} or {@link ErrorCode#CONFIG_INVALID}, naming the origin, when
     *     the text is none for this key; {@link ErrorCode#UNKNOWN_BACKEND} likewise
     */
    static <T> Setting<T> of(Key<T> key, String text, SettingOrigin origin) {
        T value = key.type()
                .read(text, origin.where())
                .orElseThrow(() -> new BasculeException(
                        origin.layer() == SettingOrigin.Layer.FLAG ? ErrorCode.USAGE_ERROR : ErrorCode.CONFIG_INVALID,
                        // A flag is named as it was typed; elsewhere the key says which line it is.
                        "%s %s"
                                .formatted(
                                        origin.layer() == SettingOrigin.Layer.FLAG
                                                ? origin.where()
                                                : origin.where() + ": " + key.name(),
                                        key.type().complaint(text)),
                        remedies(key, origin)));
        return new Setting<>(key, text, value, origin, Optional.empty());
    }

    /** Of a flag, what it is; of a file, the code's own, which says where to look. */
    private static String[] remedies(Key<?> key, SettingOrigin origin) {
        if (origin.layer() != SettingOrigin.Layer.FLAG) {
            return new String[0];
        }
        return new String[] {
            "%s is %s%s"
                    .formatted(
                            origin.where(),
                            key.description(),
                            key.standard().map(" (default: %s)"::formatted).orElse(""))
        };
    }
}
