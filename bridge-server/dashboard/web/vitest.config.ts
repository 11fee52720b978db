import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: { '@bascule/charts': fileURLToPath(new URL('../../../reports/export/web/src/charts', import.meta.url)) } },
  // A machine that stands still for seconds is no test that hangs.
  test: { include: ['test/**/*.test.ts'], environment: 'node', testTimeout: 60_000, hookTimeout: 60_000 },
});
