package dev.bascule.app.environment;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.models.hub.HubSettings;

/**
 * Where models are kept and fetched from.
 *
 * @param cache the folder for generated and fetched files
 * @param hub the hub to fetch from
 */
public record ModelStores(CacheFolder cache, HubSettings hub) {}
