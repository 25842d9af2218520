// Collects the texts that decide what a bundle keeps of the runtime: the modules of the application, what the compiler
// writes into them, and packages that use the framework. No other package knows its names.
import { resolve } from 'node:path';
import type { AppModule } from '../../compiler/compile-app.js';
import { boundNames } from '../../transformers/bind-views.js';
import type { BundledApp } from '../../transformers/esbuild.js';
import { readsAtOnce } from '../../transformers/request-reads.js';
import { hasWord, type UsedNames, usedNames } from '../../transformers/used-names.js';
import { readText } from '../project/disk.js';
import { packageFolder, packageOf } from './packages/installed-package.js';

export type UsedText = {
  /** Begins with the modules that the compiler reached. */
  readonly start: (app: BundledApp) => void;
  /** Adds further inputs of a bundle, relative to the root. Returns true when one of them is new. */
  readonly learn: (inputs: readonly string[]) => boolean;
  readonly names: () => UsedNames;
};

export function createUsedText(root: string, readyMade: () => string): UsedText {
  let texts = new Map<string, string>();
  let written: readonly string[] = [];
  let own: readonly AppModule[] = [];
  return {
    start: ({ modules, functions, settings, logsJson }) => {
      own = [...modules.values()];
      texts = new Map([...modules].map(([path, { text }]) => [path, text]));
      const options = { keepsMetadata: settings.emitsMetadata, isLate: hasManyViews(own) };
      const bound = own.flatMap((module) => boundNames(module, options));
      const exported = functions.length > 0 ? ['functionHandlerOf'] : [];
      written = [...exported, ...(logsJson ? ['$jsonLogs'] : []), ...bound];
    },
    learn: (inputs) => {
      const added = inputs
        .filter((input) => !/^framework[\w-]*:/.test(input))
        .map((input) => resolve(root, input.replace(/ with \{.*\}$/, '')))
        .filter((path) => !texts.has(path));
      const count = texts.size;
      const mayUse = createUsers();
      for (const path of added) {
        const text = readText(path);
        if (
          text !== undefined &&
          (mayUse(path) ||
            hasWord(text, UNMISTAKABLE) ||
            (text.includes(NAME) && IMPORTS.test(text)))
        )
          texts.set(path, text);
      }
      return texts.size > count;
    },
    names: () => {
      const all = [...texts.values()];
      const isReady = all.some((text) => text.includes('framework/middleware'));
      return usedNames(isReady ? [...all, readyMade()] : all, written, () => readsAtOnce(own, all));
    },
  };
}

/**
 * True where rows of views as JSON save more of a cold start than the code to read them takes, which is about 100 bytes and
 * 20 microseconds (docs/decisions/slim-bundle.md).
 */
function hasManyViews(modules: readonly AppModule[]): boolean {
  const bindings = modules.flatMap((module) => module.bindings);
  const views = bindings.flatMap((binding) => (binding.form === 'class' ? binding.views : []));
  return views.length >= 40;
}

/** A name that only code for the framework uses, whatever its package.json says. */
const UNMISTAKABLE = 'currentRequest';

const NAME = 'framework';
const IMPORTS = /\b(?:from|import|require)\s*\(?\s*['"`]framework(?:\/middleware)?['"`]/;

/**
 * Tells whether a path is code of the project, or of a package that names the framework in package.json, which is read once
 * for each package.
 */
function createUsers(): (path: string) => boolean {
  const known = new Map<string | undefined, boolean>();
  return (path) => {
    const folder = packageFolder(path);
    const before = known.get(folder);
    if (before !== undefined) return before;
    const manifest = packageOf(path)?.manifest;
    const found =
      manifest === undefined ||
      manifest.peerDependencies.includes(NAME) ||
      manifest.dependencies.includes(NAME) ||
      manifest.devDependencies.includes(NAME);
    known.set(folder, found);
    return found;
  };
}
