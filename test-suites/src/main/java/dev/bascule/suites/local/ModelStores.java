package dev.bascule.suites.local;

import dev.bascule.suites.cache.CacheFolder;
import dev.bascule.suites.models.HubSettings;

/**
 * Where models are kept and fetched from.
 *
 * @param cache the folder for generated and fetched files
 * @param hub the hub to fetch from
 */
record ModelStores(CacheFolder cache, HubSettings hub) {}
