package dev.bascule.cli.output.profile;

import dev.bascule.studies.profile.PlaceProfile;
import java.util.function.Function;

/**
 * A row of a profile's table.
 *
 * @param reference what to hold the figures against; empty where there is nothing
 * @param cell of each column
 */
record ProfileRow(String label, String reference, Function<PlaceProfile, String> cell) {}
