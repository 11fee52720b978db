package dev.bascule.fallback.backend;

/**
 * Adds a backend; found by {@link java.util.ServiceLoader}. A native one is a {@code BackendDriver}, which executes as well as
 * names it. Implementations have a public constructor without parameters that does nothing of note.
 */
public interface BackendProvider {

    /** The backend; an id that another backend has taken is an error. */
    Backend backend();
}
