import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVENT_TYPES } from '../src/live/types';

// One that the page does not name never reaches it, and would look like a gap.
it('all events of the API are followed', () => {
  const source = new URL('../../src/main/resources/dev/bascule/bridge/dashboard/openapi.json', import.meta.url);
  const { components } = JSON.parse(readFileSync(source, 'utf8')) as { components: { schemas: Record<string, { description?: string }> } };
  const described = Object.entries(components.schemas)
    .filter(([name]) => /^Event[A-Z]/.test(name))
    .flatMap(([, schema]) => schema.description?.match(/\b[a-z]+\.[a-z]+\b/g) ?? []);
  expect(described.length).toBeGreaterThan(8);
  expect([...EVENT_TYPES].sort()).toEqual([...new Set(['reset', ...described])].sort());
});
