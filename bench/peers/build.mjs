// Creates the bundles for the contenders: with esbuild for the other frameworks, with `framework build` for ours.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { runToEnd } from '../measure/children.mjs';
import { CONTENDERS } from './contenders.mjs';
import { writeOurs } from './ours.mjs';

export const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
export const CLI = join(REPOSITORY, 'dist/cli/main.js');
export const OURS = 'framework';
/** Where `framework build` writes the bundle, relative to the project. */
export const BUILT_HANDLER = '.framework/build/package/index.mjs';

/** The paths of the bundles that this run has built, so that all rows measure the same bundles. */
const built = new Set();

/**
 * Bundles every contender with the given number of resources, each once per run.
 * @param {{ directory: string, resources: number, names?: readonly string[], layers?: number }} options `names` selects
 *   contenders, `layers` is the number of middleware
 * @returns {Promise<Map<string, string>>} the bundle of each contender, `framework` last
 */
export async function buildContenders({ directory, resources, names, layers = 0 }) {
  const bundles = new Map();
  const target = join(directory, `contenders-${resources}-${layers}`);
  mkdirSync(target, { recursive: true });
  for (const { name, entry } of CONTENDERS) {
    if (names && !names.includes(name)) continue;
    const outfile = join(target, `${name.replace(/\W+/g, '-')}.mjs`);
    if (!built.has(outfile)) await bundlePeer(entry(resources, layers), outfile);
    built.add(outfile);
    bundles.set(name, outfile);
  }
  if (!names || names.includes(OURS))
    bundles.set(OURS, await buildOurs(join(target, 'ours'), { resources, layers }));
  return bundles;
}

/** Bundles source text as the author of a function would: into one minified ESM file. */
export async function bundlePeer(contents, outfile) {
  await build({
    stdin: { contents, resolveDir: REPOSITORY, loader: 'js' },
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
}

async function buildOurs(project, { resources, layers }) {
  const outfile = join(project, BUILT_HANDLER);
  if (built.has(outfile)) return outfile;
  mkdirSync(project, { recursive: true });
  writeOurs(project, { resources, layers });
  await runToEnd(process.execPath, [CLI, 'build', '--project-dir', project]);
  built.add(outfile);
  return outfile;
}
