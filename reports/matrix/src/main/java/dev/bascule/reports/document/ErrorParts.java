package dev.bascule.reports.document;

import dev.bascule.fallback.error.CollectedError;
import dev.bascule.fallback.error.ErrorPlace;
import dev.bascule.fallback.error.Failure;
import dev.bascule.reports.document.RunDocument.CollectedErrorPart;
import java.util.Locale;

/** Makes the document's part of a collected error, and an error of its part. Stateless. */
public final class ErrorParts {
    private ErrorParts() {}

    public static CollectedErrorPart part(CollectedError error) {
        Failure failure = error.failure();
        return new CollectedErrorPart(
                failure.code(),
                failure.code().severity(),
                failure.code().category().name().toLowerCase(Locale.ROOT),
                failure.message(),
                failure.remedies(),
                error.place().component(),
                error.place().backend(),
                error.place().browser(),
                error.count(),
                error.first(),
                error.last());
    }

    static CollectedError error(CollectedErrorPart part) {
        return new CollectedError(
                new ErrorPlace(part.component(), part.backend(), part.browser()),
                new Failure(part.code(), part.message(), part.remedies()),
                part.count(),
                part.firstAt(),
                part.lastAt());
    }
}
