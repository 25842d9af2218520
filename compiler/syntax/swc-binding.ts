// Chooses between the native binding of swc and its documented functions. The binding returns the JSON text of a tree, so that
// bodies can be cut out before the text is parsed (skipped-bodies.ts), and it loads twice as fast. swc does not document the
// binding, so only tested versions use it; every other version uses the documented functions.
import { createRequire } from 'node:module';
import type * as Documented from '@swc/core';
import type * as Binding from '@swc/core/binding.js';

/** The versions that have passed the tests of this folder. */
export const TESTED_VERSIONS: readonly string[] = ['1.16.18'];

export type Swc = {
  /** False when `parse` returns a tree, from which nothing can be left out. */
  readonly isBinding: boolean;
  /** The module to load in another process. */
  readonly module: string;
  /** Throws for a text with an error. */
  readonly parse: (text: string, options: string) => string | Documented.Program;
  /** The same on another thread. */
  readonly parseAhead?: (text: string, options: string) => Promise<string>;
  readonly transform: (text: string, options: string) => Documented.Output;
};

/** As `require` does. */
export type Load = (specifier: string) => unknown;

/** Detects which swc is installed. */
export function chooseSwc(load: Load): Swc {
  const binding = isTested(load) ? loadBinding(load) : undefined;
  if (binding) {
    return {
      isBinding: true,
      module: BINDING,
      parse: (text, options) => binding.parseSync(text, Buffer.from(options)),
      parseAhead: (text, options) => binding.parse(text, Buffer.from(options)),
      transform: (text, options) => binding.transformSync(text, false, Buffer.from(options)),
    };
  }
  const documented = load(PACKAGE) as typeof Documented; // because that is what the package declares
  return {
    isBinding: false,
    module: PACKAGE,
    parse: (text, options) =>
      documented.parseSync(text, JSON.parse(options) as Documented.ParseOptions), // because this folder creates them
    transform: (text, options) =>
      documented.transformSync(text, JSON.parse(options) as Documented.Options), // as above
  };
}

const PACKAGE = '@swc/core';
const BINDING = '@swc/core/binding.js';

function isTested(load: Load): boolean {
  const { version } = load(`${PACKAGE}/package.json`) as { readonly version?: string }; // because each package has one
  return TESTED_VERSIONS.includes(version ?? '');
}

function loadBinding(load: Load): typeof Binding | undefined {
  try {
    const binding = load(BINDING) as Partial<typeof Binding>; // because each of its functions is requested
    const isWhole =
      typeof binding.parse === 'function' &&
      typeof binding.parseSync === 'function' &&
      typeof binding.transformSync === 'function';
    return isWhole ? binding : undefined; // because it has all three
  } catch {
    // When the installation is broken, loading the package itself reports it.
    return undefined;
  }
}

let chosen: Swc | undefined;

/** The swc of this package's installation. */
export function theSwc(): Swc {
  return (chosen ??= chooseSwc(createRequire(import.meta.url)));
}
