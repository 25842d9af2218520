// The esbuild plugin. It provides the entry module, the runtime under the name `framework`, and the project's files after
// transformation. esbuild itself handles packages in node_modules.
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type {
  OnLoadArgs,
  OnLoadResult,
  OnResolveArgs,
  OnResolveResult,
  Plugin,
  PluginBuild,
} from 'esbuild';
import type { AppModule } from '../compiler/compile-app.js';
import type { ProjectSettings } from '../compiler/modules/source-files.js';
import { wordSet } from '../compiler/groups.js';
import { transformSource, mentionsPlace } from './app-source.js';
import type { BoundSource } from './bind-views.js';
import { entryModule } from './entry-module.js';
import { hasWord, type UsedNames } from './used-names.js';

/** The entry point to pass to esbuild. */
export const ENTRY = 'framework-entry';

/** The namespace for the entry and for our runtime, in esbuild's metafile and in source maps. */
export const NAMESPACE = 'framework';

/** The path prefix of swc's helpers in that namespace. */
export const HELPERS = 'helpers/';

/** The application to bundle. It is read again for every build, so that it can change between incremental builds. */
export type BundledApp = {
  /** Real path of the project directory. */
  readonly root: string;
  /** The modules that the compiler reached, by real path. */
  readonly modules: ReadonlyMap<string, AppModule>;
  /** The modules that run when the application is loaded, in order, with their real paths. */
  readonly loaded: ReadonlyMap<string, string>;
  /** Names of the lambda functions. */
  readonly functions: readonly string[];
  /** True if a route streams. */
  readonly streams: boolean;
  readonly settings: ProjectSettings;
  /** True if a function logs JSON. */
  readonly logsJson: boolean;
  /** True if the configuration enables metrics. */
  readonly hasMetrics: boolean;
  readonly runtime: RuntimeSource;
  /** The parts of the runtime that the bundle keeps; undefined to keep all of them. A change requires a new plugin. */
  readonly used: UsedNames | undefined;
};

/** The files that every bundle contains besides the application. A build replaces their `$uses` with constants. */
export type RuntimeSource = {
  /** Returns the text of the module `framework`: JavaScript that imports only built-in modules. */
  readonly text: () => string;
  /** Returns the text of `framework/middleware`, which imports the module `framework` as `../index.js`. */
  readonly readyMade: () => string;
  /** The folder of `@swc/helpers`, which lowered decorators import. */
  readonly helpers: string;
};

export type PluginOptions = {
  readonly app: () => BundledApp;
  /** Matches the paths of the project's own files, which may include files in `node_modules` folders. */
  readonly ownFiles: RegExp;
  /** Called with every text that was changed for the bundler, and with its source map. */
  readonly onTransform: (path: string, source: BoundSource) => void;
};

/** Creates the plugin that bundles an application. The entry point is {@link ENTRY}. */
export function frameworkPlugin({ app, ownFiles, onTransform }: PluginOptions): Plugin {
  return {
    name: 'framework',
    setup: (build) => {
      build.initialOptions.define = { ...build.initialOptions.define, ...keptParts(app()) };
      build.onResolve({ filter: /^framework(?:-entry|\/middleware)?$/ }, (args) =>
        args.path === ENTRY
          ? { path: 'entry', namespace: NAMESPACE }
          : {
              path: args.path === 'framework' ? RUNTIME : READY_MADE,
              namespace: NAMESPACE,
              sideEffects: false,
            },
      );
      build.onResolve({ filter: /^\./, namespace: NAMESPACE }, (args) => resolveOwn(args, app()));
      build.onResolve({ filter: /^@swc\/helpers\/_\// }, ({ path }) => ({
        path: `${HELPERS}${path.slice('@swc/helpers/_/'.length)}.js`,
        namespace: NAMESPACE,
        sideEffects: false,
      }));
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path }) => ({
        contents: await ownText(path, app(), build),
        loader: 'js',
      }));
      build.onLoad({ filter: ownFiles, namespace: 'file' }, (args) =>
        loadProjectFile(args, app(), onTransform),
      );
    },
  };
}

/** Defines, for each `$uses` in the runtime's text, whether the bundle keeps that feature (runtime/contract/uses.ts). */
export function keptParts({
  used,
  runtime,
}: Pick<BundledApp, 'used' | 'runtime'>): Readonly<Record<string, string>> {
  const asked = runtime.text().matchAll(/\$uses\.(\w+)(?:\.|\[")([\w$]+)/g);
  return Object.fromEntries(
    [...asked].map(([, group = '', name = '']) => [
      `$uses.${group}.${name}`,
      String(used?.uses(group, name) ?? group !== 'settings'),
    ]),
  );
}

const RUNTIME = 'runtime/bundled.js';
const READY_MADE = 'runtime/ready-made/index.js';

/** Resolves imports of the entry, of `framework/middleware` and of swc's helpers. */
function resolveOwn({ path, importer }: OnResolveArgs, { loaded }: BundledApp): OnResolveResult {
  if (importer === READY_MADE) return { path: RUNTIME, namespace: NAMESPACE, sideEffects: false };
  if (importer !== 'entry')
    return { path: HELPERS + path.slice('./'.length), namespace: NAMESPACE, sideEffects: false };
  const file = loaded.get(path.slice('./'.length));
  return file === undefined ? {} : { path: file, namespace: 'file', sideEffects: true };
}

async function ownText(path: string, app: BundledApp, build: PluginBuild): Promise<string> {
  const { runtime, used } = app;
  if (path === 'entry') return entryText(app);
  if (path !== RUNTIME && path !== READY_MADE)
    return readFile(join(runtime.helpers, 'esm', path.slice(HELPERS.length)), 'utf8');
  const text = path === RUNTIME ? runtime.text() : runtime.readyMade();
  return used ? withoutNames(await usedText(text, { app, used, build }), used) : text;
}

function entryText({ loaded, functions, streams, used }: BundledApp): string {
  const isTimed = used?.uses('request', 'signal') ?? true;
  const isIdentified = used?.uses('parts', '$jsonLogs') ?? true;
  return entryModule({ files: [...loaded.keys()], functions, streams, isTimed, isIdentified });
}

type UsedText = {
  readonly app: BundledApp;
  readonly used: UsedNames;
  readonly build: PluginBuild;
};

/**
 * Returns the runtime's text without the parts that the bundle cannot use. esbuild would also remove them later, but it chooses
 * short names by the letter frequencies of all input texts, so unused parts would affect the names in the bundle.
 */
async function usedText(whole: string, { app, used, build }: UsedText): Promise<string> {
  const entry = entryText(app);
  const text = whole.replace(/^export \{([^}]*)\};?$/m, (_, list: string) => {
    const isUsed = (name: string): boolean => used.names(name) || hasWord(entry, name);
    const kept = list.split(',').filter((item) => isUsed(item.trim().replace(/^.* as /, '')));
    return `export {${kept.join(',')}};`;
  });
  const { define = {}, target = 'esnext' } = build.initialOptions;
  const shake = async (code: string): Promise<string> => {
    const options = {
      define,
      target,
      format: 'esm',
      minifySyntax: true,
      treeShaking: true,
    } as const;
    return (await build.esbuild.transform(code, options)).code;
  };
  // Statements are merged before unused ones are removed, so a second pass merges the statements around the removed ones.
  return shake(await shake(text));
}

/**
 * Functions that the first request always or often calls. V8 compiles a function in parentheses together with the bundle; it
 * parses any other function twice: when it loads the bundle, and when the function is called.
 */
const FIRST_CALLED: readonly string[] = [
  'answerText',
  'headerValue',
  'readRoute',
  'receiverOf',
  'jsonText',
  'answerValue',
  'captureOf',
  'handlerOf',
  'serve',
  'isProxyEvent',
];

/** Makes functions and classes nameless expressions, in `(0, …)`, so that esbuild does not preserve their names. */
function withoutNames(text: string, { names }: UsedNames): string {
  return text
    .replace(/^(?:async )?function\*? [\w$]+\([^]*?^\}$/gm, (code) => {
      const [head = '', name = ''] = /^(?:async )?function\*? ([\w$]+)/.exec(code) ?? [];
      const nameless = head.replace(` ${name}`, '') + code.slice(head.length);
      return `var ${name} = (0, ${FIRST_CALLED.includes(name) ? `(${nameless})` : nameless});`;
    })
    .replace(
      /(?<=^(?:\S.*)?)([\w$]+) = (class(?: .*)? \{$[^]*?^\})/gm,
      (whole, name: string, code: string) => (names(name) ? whole : `${name} = (0, ${code})`),
    );
}

async function loadProjectFile(
  args: OnLoadArgs,
  { root, modules, settings, used }: BundledApp,
  onTransform: PluginOptions['onTransform'],
): Promise<OnLoadResult | undefined> {
  const { path } = args;
  const known = modules.get(path);
  const isInstalled = /[\\/]node_modules[\\/]/.test(path.slice(root.length));
  if (isInstalled && !CODE.test(path)) return undefined;
  if (Object.keys(args.with).length > 0 || path.endsWith('.json')) return undefined;
  const loader = dataLoader(path);
  if (loader) return { contents: await readFile(path), loader };
  const module = known ?? (await unreachedModule(path, root));
  // A file of an installed package is changed only if it has views or uses its location.
  if (isInstalled && module.bindings.length === 0 && !mentionsPlace(module.text)) return undefined;
  const isLate = used?.uses('code', '$late') === true;
  const transformed = transformSource(module, settings, isLate);
  if (!transformed) return undefined;
  onTransform(path, transformed.source);
  return { contents: transformed.contents, loader: transformed.loader, resolveDir: dirname(path) };
}

/** Reads a module that is reached only through `import()`. It has no views, but may have decorators. */
async function unreachedModule(path: string, root: string): Promise<AppModule> {
  const text = await readFile(path, 'utf8');
  const file = relative(root, path).split(sep).join('/');
  return { file, path, text, bindings: [] };
}

const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** The extensions of files that are imported as text, unless the import has `with { type: 'bytes' }`. */
const TEXT_EXTENSIONS = wordSet(
  'txt text md markdown csv tsv html htm xml svg css sql graphql gql yaml yml toml ini env pem crt key',
  'ejs hbs mustache liquid njk pug vtl log properties proto jsonl ndjson srt vtt ics',
);

/** Returns the esbuild loader for a file name; undefined for code and JSON, which esbuild loads itself. */
function dataLoader(path: string): 'text' | 'binary' | undefined {
  const extension = /\.([^./\\]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  if (/^(?:[cm]?[jt]s|[jt]sx|json)$/.test(extension)) return undefined;
  return TEXT_EXTENSIONS.has(extension) ? 'text' : 'binary';
}
