package dev.bascule.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.platform.commons.annotation.Testable;

/**
 * Makes a class stand for suites, so that build tools and IDEs find their cases as its tests:
 *
 * <pre>{@code
 * @BasculeSuite("suites/search.yaml")
 * class SearchModelsTest {}
 * }</pre>
 *
 * <p>What it says stands in place of what the suite says; configuration parameters ({@code bascule.browsers} and so on, see
 * {@link dev.bascule.junit.run.ParameterSettings}) and {@code BASCULE_*} variables go before both.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Testable
public @interface BasculeSuite {

    /** Suites: resources of the class path, files relative to the project, built-in names; or models, as {@code run} takes them. */
    String[] value();

    /** Backends that are each measured on their own; with none, and no chains, the suite's targets and chains. */
    String[] backends() default {};

    /** Fallback chains such as {@code webgpu->webnn->wasm}. */
    String[] chains() default {};

    /** {@code auto}, {@code none}, {@code all}, or names divided by commas; empty leaves it to the settings. */
    String browsers() default "";

    /** Globs on case ids; a case runs when one matches. */
    String[] filter() default {};

    /** Files of known failures, as {@code --expectations} takes them. */
    String[] expectations() default {};
}
