import { defineConfig } from 'vitest/config';

export default defineConfig({
  // A machine that stands still for seconds is no test that hangs.
  test: { include: ['test/**/*.test.ts'], environment: 'node', testTimeout: 60_000, hookTimeout: 60_000 },
});
