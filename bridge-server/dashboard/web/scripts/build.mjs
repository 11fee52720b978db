// Writes dist/: the dashboard's page, its script and its style sheet.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = resolve(root, 'dist');

await rm(dist, { recursive: true, force: true });
// Named after their content, so that a browser may keep them for ever.
const { metafile } = await build({
  outdir: dist,
  entryPoints: { main: resolve(root, 'src/main.ts') },
  entryNames: '[name]-[hash]',
  format: 'esm',
  bundle: true,
  minify: true,
  target: ['chrome113', 'firefox121', 'safari16.4'],
  legalComments: 'inline',
  logLevel: 'warning',
  metafile: true,
});
const written = Object.keys(metafile.outputs).map((path) => basename(path));
const page = await readFile(resolve(root, 'src/index.html'), 'utf8');
await writeFile(
  resolve(dist, 'index.html'),
  page.replace('SCRIPT', written.find((name) => name.endsWith('.js'))).replace('STYLE', written.find((name) => name.endsWith('.css'))),
);
