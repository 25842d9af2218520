// Writes the files that are made of the code: docs/reference/*.md and the JSON Schema of the configuration.
// `node tools/reference.mjs --check` only says which of them are stale, with exit code 1.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import prettier from 'prettier';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** The registry loads the code of a command only when it runs; here it never does. */
const commandCodeLeftOut = {
  name: 'command-code-left-out',
  setup(bundler) {
    bundler.onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

const { generatedFiles } = await loadSource('tools/reference/generated-files.ts');
const stale = [];
for (const [path, text] of Object.entries(await generatedFiles())) {
  const options = await prettier.resolveConfig(path);
  const formatted = await prettier.format(text, { ...options, filepath: path });
  if (read(path) === formatted) continue;
  stale.push(path);
  if (!process.argv.includes('--check')) writeFileSync(path, formatted);
}

if (process.argv.includes('--check') && stale.length > 0) {
  process.stderr.write(`stale: ${stale.join(', ')}\nType \`node tools/reference.mjs\`.\n`);
  process.exitCode = 1;
}

/** Bundles a TypeScript module of this repository and imports it. */
async function loadSource(entry) {
  // Inside node_modules, so that the packages it imports are found.
  const directory = mkdtempSync('node_modules/.reference-');
  try {
    const outfile = join(directory, 'bundle.mjs');
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      plugins: [commandCodeLeftOut],
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
