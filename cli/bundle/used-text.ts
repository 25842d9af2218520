// The texts that decide what a bundle keeps of the runtime: the application's modules, what the compiler writes into them,
// and packages that were written for the framework. Other packages do not know its names.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { boundNames } from '../../transformers/bind-views.js';
import type { BundledApp } from '../../transformers/esbuild.js';
import type { UsedNames } from '../../transformers/slim-runtime.js';
import { hasWord, usedNames } from '../../transformers/used-names.js';
import { packageOf } from './packages/installed-package.js';

export type UsedText = {
  /** Begins with the modules that the compiler reached. */
  readonly start: (app: BundledApp) => void;
  /** Adds the other inputs of a bundle, given relative to the root; true when there are any that were not known. */
  readonly learn: (inputs: readonly string[]) => boolean;
  readonly names: () => UsedNames;
};

export function createUsedText(root: string): UsedText {
  let texts = new Map<string, string>();
  let written: readonly string[] = [];
  return {
    start: ({ modules, functions, settings }) => {
      texts = new Map([...modules].map(([path, { text }]) => [path, text]));
      const options = { keepsMetadata: settings.emitsMetadata };
      const bound = [...modules.values()].flatMap((module) => boundNames(module, options));
      const exported = functions.length > 0 ? ['functionHandlerOf'] : [];
      written = ['applications', 'handlerOf', ...exported, ...bound];
    },
    learn: (inputs) => {
      const added = inputs
        .filter((input) => !/^framework[\w-]*:/.test(input))
        .map((input) => resolve(root, input.replace(/ with \{.*\}$/, '')))
        .filter((path) => !texts.has(path));
      const count = texts.size;
      for (const path of added) {
        const text = readText(path);
        if (text !== undefined && (mayUseRuntime(path) || hasWord(text, UNMISTAKABLE)))
          texts.set(path, text);
      }
      return texts.size > count;
    },
    names: () => usedNames([...texts.values()], written),
  };
}

/** What only code for the framework says, whatever its package.json names. */
const UNMISTAKABLE = 'currentRequest';

/** Any code of the project, and packages that name the framework in their package.json. */
function mayUseRuntime(path: string): boolean {
  const manifest = packageOf(path)?.manifest;
  return (
    manifest === undefined ||
    manifest.peerDependencies.includes('framework') ||
    manifest.dependencies.includes('framework') ||
    manifest.devDependencies.includes('framework')
  );
}

/** Undefined for an input that is no file. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
