package dev.bascule.fallback.fuzz;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;

/**
 * A class with one {@code @FuzzTest}, which states what a reader of outside bytes promises. Named {@code *FuzzTest}, so that
 * {@code mvn verify} takes it over its seeds, and {@link FuzzCampaign} finds it. No input may cost more seconds than it has.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("fuzz")
@Timeout(20)
public @interface FuzzTarget {}
