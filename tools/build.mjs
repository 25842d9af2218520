// Builds the package: JavaScript with esbuild (one file per entry, shared chunks), declarations file by file.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSource } from './load-source.mjs';

// Printed before anything is loaded, because loading takes seconds on a cold machine.
const began = performance.now();
say('Building framework');
const { build, buildSync, transform } = await import('esbuild');

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

// Everything is written to a folder next to `dist` that then replaces it, so that a process that uses the old build never sees
// a partial one.
const next = `dist.${process.pid}`;
const old = `dist.old.${process.pid}`;

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
  outdir: next,
};

/** Whitespace is removed from these files, because nobody reads them. Names are kept, because stack traces show them. */
const dense = { minifyWhitespace: true, minifySyntax: true };

// Minified, because it is part of every package; without a source map, because the page must not load more than it needs.
const page = {
  platform: 'browser',
  target: 'es2022',
  packages: undefined,
  minify: true,
  sourcemap: false,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  loader: { '.html': 'copy', '.svg': 'copy' },
};

// `require` does not support `import.meta`, so the location of the file replaces it.
const commonJs = {
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
};

/**
 * The Model Context Protocol SDK is part of the CLI, in a separate file that only `framework mcp` loads. Its JSON Schema
 * validator is omitted, because the SDK needs it only for requests from a server to its client.
 */
const protocol = {
  stdin: {
    contents:
      "export { ProtocolError, Server } from '@modelcontextprotocol/server'; export { serveStdio } from '@modelcontextprotocol/server/stdio';",
    resolveDir: '.',
  },
  packages: undefined,
  minify: true,
  sourcemap: false,
  plugins: [
    {
      name: 'no-schema-validator',
      setup: ({ onLoad }) => {
        onLoad({ filter: /@modelcontextprotocol\/server\/dist\/shimsNode\.mjs$/ }, () => ({
          contents:
            "export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}",
        }));
      },
    },
  ],
};

const SERVICES = 'cli/cloud/services';

/** Matches a call whose operation is not a literal. */
const UNNAMED = /\b(?:send|pages)\(\s*(?!['\s)]).*/g;

/**
 * Each service module loads its client as a whole. The CLI contains the client with only those commands whose operations the
 * service module names, because esbuild keeps all of a module that is imported dynamically.
 */
const usedCommands = {
  name: 'used-commands',
  setup: ({ onStart, onResolve, onLoad }) => {
    const files = readdirSync(SERVICES).filter((name) => !name.endsWith('.test.ts'));
    const texts = files.map((name) => readFileSync(`${SERVICES}/${name}`, 'utf8'));
    const names = new Set(texts.join().match(/(?<=')\w+(?=')/g));
    onStart(() => ({
      errors: texts.flatMap((text, index) =>
        [...text.matchAll(UNNAMED)].map(([call]) => ({
          text: `${SERVICES}/${files[index]}: the CLI would lack the command of "${call}"; name its operation in single quotes`,
        })),
      ),
    }));
    onResolve({ filter: /^@aws-sdk\/client-/ }, ({ path, kind, importer }) => {
      if (kind !== 'dynamic-import') return undefined;
      if (importer.includes(SERVICES)) return { path, namespace: 'used-commands' };
      return { errors: [{ text: `only files of ${SERVICES} may load a client` }] };
    });
    onLoad({ filter: /./, namespace: 'used-commands' }, ({ path }) => {
      const isIn = (file) => existsSync(`node_modules/${path}/dist-es/${file}.js`);
      const used = [...names].flatMap((name) => [
        ...(name.endsWith('Client') && isIn(name) ? [name] : []),
        ...(isIn(`commands/${name}Command`) ? [`${name}Command`] : []),
      ]);
      return { contents: `export { ${used.join(', ')} } from '${path}';`, resolveDir: '.' };
    });
  },
};

/** `framework cloud` uses dynalite only to check and parse requests, so its database and the code for it are omitted. */
const checksOfDynalite = {
  name: 'checks-of-dynalite',
  setup: ({ onResolve, onLoad }) => {
    const left = /^(?:async|lazy|level|lock|memory-level|once|\.\/lifecycle)$/;
    onResolve({ filter: left }, ({ path, importer }) =>
      importer.includes('node_modules/dynalite/') ? { path, namespace: 'left-out' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
    onLoad({ filter: /node_modules\/(?:dynalite|big\.js)\/.*\.js$/ }, ({ path }) =>
      transform(readFileSync(path, 'utf8'), { minify: true, legalComments: 'none' }).then(
        ({ code }) => ({ contents: code }),
      ),
    );
  },
};

// The AWS clients are bundled into the CLI, because loading them as hundreds of files from node_modules takes four times as
// long.
const withAwsSdk = {
  packages: undefined,
  mainFields: ['module', 'main'],
  plugins: [
    usedCommands,
    checksOfDynalite,
    {
      name: 'external-packages',
      setup: ({ onResolve }) => {
        onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
          // This path is correct relative to both the chunks and the entries of the CLI.
          if (path.startsWith('@modelcontextprotocol/'))
            return { path: '../cli/protocol.js', external: true };
          const isBundled =
            /^(?:@(?:aws-sdk|smithy)\/|dynalite\/|(?:fflate|minisearch|@valibot\/to-json-schema)$)/.test(
              path,
            ) || importer.includes('node_modules');
          return isBundled ? undefined : { path, external: true };
        });
      },
    },
  ],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

// A test and `framework/testing` share one runtime, the published one. Its import path is relative to the built file.
const publishedRuntime = {
  name: 'published-runtime',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/runtime\/index\.js$/ }, () => ({
      path: '../../runtime/index.js',
      external: true,
    }));
  },
};

const { signerAlias } = await loadSource('cli/bundle/runtime-signer.ts');

try {
  await Promise.all([
    // The runtime has no dependencies: the code that it uses from `cookie` and `aws4fetch` is included.
    build({
      ...shared,
      ...signerAlias({ buildSync }, '.'),
      packages: undefined,
      entryPoints: { 'runtime/index': 'runtime/index.ts', 'runtime/bundled': 'runtime/bundled.ts' },
    }),
    // This module uses the runtime next to it, whose classes an application imports.
    build({
      ...shared,
      entryPoints: { 'runtime/ready-made/index': 'runtime/ready-made/index.ts' },
      external: ['../index.js'],
    }),
    build({
      ...shared,
      ...withAwsSdk,
      ...dense,
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      entryPoints: {
        'cli/main': 'cli/main.ts',
        'cli/worker': 'cli/serve/local/worker.ts',
        'cli/explorer-describer': 'cli/serve/explorer/describer.ts',
        'cli/testing-engine': 'cli/serve/testing/engine.ts',
        'cli/vite-plugin': 'cli/serve/testing/vite-plugin.ts',
        'cli/runtime-client': 'cli/serve/local-cloud/lambda/run/runtime-client.ts',
        'compiler/index': 'compiler/index.ts',
      },
    }),
    build({ ...shared, ...protocol, outfile: `${next}/cli/protocol.js`, outdir: undefined }),
    // Tests load this file in their own module system; everything heavy is in the engine, which runs in a thread that this file
    // starts.
    ...[{}, commonJs].map((format) =>
      build({
        ...shared,
        entryPoints: { 'cli/testing/index': 'cli/serve/testing/index.ts' },
        plugins: [publishedRuntime],
        ...format,
      }),
    ),
    // A CDK stack may use either module format. Constructs cannot be asynchronous, so this module runs the program next to it.
    ...[{}, commonJs].map((format) =>
      build({ ...shared, entryPoints: { 'cdk/index': 'cli/cdk/index.ts' }, ...format }),
    ),
    // The page that `framework local` serves to the browser.
    build({
      ...shared,
      ...page,
      entryPoints: {
        'explorer/page': 'cli/serve/explorer/page/main.tsx',
        'explorer/index': 'cli/serve/explorer/page/index.html',
        'explorer/icon': 'cli/serve/explorer/page/icon.svg',
      },
    }),
    build({
      ...shared,
      ...page,
      entryPoints: { 'explorer/page': 'cli/serve/explorer/page/page.css' },
    }),
    // `tsc` and tsserver use `require` to load the plugins that a tsconfig names.
    build({
      ...shared,
      ...dense,
      entryPoints: { transformer: 'transformers/typescript/transformer.ts' },
      ...commonJs,
    }),
    build({
      ...shared,
      ...dense,
      entryPoints: { 'editor-plugin': 'transformers/typescript/editor-plugin.ts' },
      ...commonJs,
      footer: { js: 'module.exports = module.exports.createPlugin;' },
    }),
  ]);
  chmodSync(`${next}/cli/main.js`, 0o755);
  copy('cli/config/config.schema.json', `${next}/schemas/config.schema.json`);
  copy('compiler/manifest/manifest.schema.json', `${next}/schemas/manifest.schema.json`);
  await writeTypes(`${next}/types`);
  const { llmsText } = await loadSource('tools/llms-text.ts');
  writeFileSync('llms.txt', llmsText('.'));
  if (existsSync('dist')) renameSync('dist', old);
  renameSync(next, 'dist');
  say(`Built framework in ${Math.round(performance.now() - began)} ms`);
} catch (error) {
  // esbuild has already printed the errors in the source.
  if (!Array.isArray(error?.errors)) throw error;
  process.exitCode = 1;
} finally {
  for (const directory of [next, old]) rmSync(directory, { recursive: true, force: true });
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}

/** Writes the declarations for the entry points in package.json and for the modules that they import. */
async function writeTypes(directory) {
  const { isolatedDeclarationSync } = await import('rolldown/experimental');
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  const names = Object.values(exports).flatMap(({ types }) => types ?? []);
  const waiting = names.map((name) => name.replace('./dist/types/', '').replace('.d.ts', '.ts'));
  const written = new Set();
  for (const file of waiting) {
    if (written.has(file)) continue;
    written.add(file);
    // Errors in the source are reported by `npm run check:types`.
    const { code } = isolatedDeclarationSync(file, readFileSync(file, 'utf8'));
    const path = join(directory, file.replace(/\.ts$/, '.d.ts'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
    for (const [, name] of code.matchAll(/(?:^(?:im|ex)port\b.* from |\bimport\()"(\.[^"]+)"/gm))
      waiting.push(join(dirname(file), name).replace(/\.js$/, '.ts'));
  }
}

/** Prints to stderr, because the built program may run in the same command line and uses stdout. */
function say(text) {
  process.stderr.write(`${text}\n`);
}
