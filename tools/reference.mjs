// Writes the files that are generated from the code: docs/reference/*.md and the JSON Schema for the configuration. `node
// tools/reference.mjs --check` only prints which of them are outdated, and exits with code 1 if any are.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';
import { loadSource } from './load-source.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** The registry loads the code of a command only when the command runs, which never happens here. */
const commandCodeLeftOut = {
  name: 'command-code-left-out',
  setup(bundler) {
    bundler.onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

const { generatedFiles } = await loadSource('tools/reference/generated-files.ts', [
  commandCodeLeftOut,
]);
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

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
