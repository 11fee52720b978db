package dev.bascule.suites.profile;

import dev.bascule.suites.service.RunListener;

/** Profiles what there is. Not for concurrent use. */
@FunctionalInterface
public interface ProfileService {

    /** Measures; an interrupted thread gets what there is by then. */
    ProfileReport profile(ProfileRequest request, RunListener listener);
}
