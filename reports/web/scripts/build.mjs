// Writes dist/: the script that the offline report carries inline, and dist/dashboard/ with the dashboard's page.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = resolve(root, 'dist');

const common = {
  outdir: dist,
  bundle: true,
  minify: true,
  target: ['chrome113', 'firefox121', 'safari16.4'],
  // Licence comments stay: the report is passed on.
  legalComments: 'inline',
  logLevel: 'warning',
};

await rm(dist, { recursive: true, force: true });
// Stands inline in a page, where a module could not: a file opened from the disk has no origin.
await build({ ...common, entryPoints: { report: resolve(root, 'src/report/main.ts') }, format: 'iife' });
// Named after their content, so that a browser may keep them for ever.
const { metafile } = await build({
  ...common,
  outdir: resolve(dist, 'dashboard'),
  entryPoints: { main: resolve(root, 'src/dashboard/main.ts') },
  entryNames: '[name]-[hash]',
  format: 'esm',
  metafile: true,
});
const written = Object.keys(metafile.outputs).map((path) => basename(path));
const page = await readFile(resolve(root, 'src/dashboard/index.html'), 'utf8');
await writeFile(
  resolve(dist, 'dashboard/index.html'),
  page.replace('SCRIPT', written.find((name) => name.endsWith('.js'))).replace('STYLE', written.find((name) => name.endsWith('.css'))),
);
