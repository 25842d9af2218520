// Loads a TypeScript module from this repository into a tool that Node.js runs without a build.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));

/** Bundles a module, given by its path from the root of the repository, and imports it; `plugins` are esbuild plugins. */
export async function loadSource(entry, plugins = []) {
  // The folder is inside node_modules, so that the imported packages can be found.
  const directory = mkdtempSync(join(REPOSITORY, 'node_modules/.source-'));
  try {
    const outfile = join(directory, 'bundle.mjs');
    await build({
      entryPoints: [join(REPOSITORY, entry)],
      absWorkingDir: REPOSITORY,
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      plugins: [...plugins, ownFolders, requiredTypeScript],
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Lets a module find the files next to it, although it is part of a bundle. */
const ownFolders = {
  name: 'own-folders',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8');
      const folder = JSON.stringify(dirname(path));
      return { contents: contents.replaceAll('import.meta.dirname', folder), loader: 'ts' };
    });
  },
};

/** Required, because for an import Node.js would read its nine megabytes twice more, to find its format and its exports. */
const requiredTypeScript = {
  name: 'required-typescript',
  setup({ onLoad, onResolve }) {
    const namespace = 'required-typescript';
    onResolve({ filter: /^typescript$/ }, ({ path }) => ({ path, namespace }));
    onLoad({ filter: /.*/, namespace }, () => ({
      contents: `import { createRequire } from 'node:module';
export default createRequire(import.meta.url)('typescript');`,
    }));
  },
};
