// Writes dist/: the script that the offline report carries inline.
import { rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = resolve(root, 'dist');

await rm(dist, { recursive: true, force: true });
await build({
  outdir: dist,
  // Stands inline in a page, where a module could not: a file opened from the disk has no origin.
  entryPoints: { report: resolve(root, 'src/report/main.ts') },
  format: 'iife',
  bundle: true,
  minify: true,
  target: ['chrome113', 'firefox121', 'safari16.4'],
  // Licence comments stay: the report is passed on.
  legalComments: 'inline',
  logLevel: 'warning',
});
