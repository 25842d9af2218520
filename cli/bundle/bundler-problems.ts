// Turns esbuild messages into diagnostics that name the package and the location and suggest a command.
import { resolve, relative } from 'node:path';
import type { Message, Location, OnLoadResult, Plugin } from 'esbuild';
import {
  type Diagnostic,
  type SourceSpan,
  diagnose,
} from '../../compiler/diagnostics/diagnostic.js';
import {
  addonOutsideLibrary,
  bundlerRefused,
  exportMissing,
  fileMissing,
  importedDevice,
  packageMissing,
  pathNotExported,
  syntaxInPackage,
  unknownAtBuild,
} from './bundle-catalogue.js';
import { isAlias, packageName, packageOf } from './packages/installed-package.js';
import { ADDON_OUTSIDE } from './packages/external-packages.js';
import { runtimeExports } from './runtime-source.js';
import { FRAMEWORK } from '../../compiler/modules/resolve-specifier.js';
import { SourceMap } from 'node:module';
import type { BoundSource } from '../../transformers/bind-views.js';
import { readText, posixPath } from '../project/disk.js';
import { spanOf } from '../project/placed-json.js';
import { statSync } from 'node:fs';

export function problemOf(message: Message, sources: PlaceSources): Diagnostic {
  const at = messagePlace(message.location, sources);
  for (const [pattern, make] of ERRORS) {
    const match = pattern.exec(message.text);
    if (match) return make({ match, message, root: sources.root, at });
  }
  return diagnose(bundlerRefused, { reason: reasonOf(message.text) }, { at });
}

/** Returns the diagnostic for a warning about the project's own code; undefined if the code works at run time. */
export function warningOf(message: Message, sources: PlaceSources): Diagnostic | undefined {
  const keyword = UNKNOWN_AT_BUILD[message.id];
  if (!keyword || isInPackage(message)) return undefined;
  const at = messagePlace(message.location, sources);
  return at && diagnose(unknownAtBuild, { keyword }, { at });
}

const UNKNOWN_AT_BUILD: Readonly<Record<string, 'import' | 'require' | undefined>> = {
  'unsupported-dynamic-import': 'import',
  'unsupported-require-call': 'require',
};

type MatchedMessage = {
  readonly match: RegExpExecArray;
  readonly message: Message;
  readonly root: string;
  readonly at: SourceSpan | undefined;
};

// An esbuild plugin that rejects imports of devices and pipes, because the bundler would read or wait forever.

const IRREGULAR_FILE = 'Not a file: ';

/** Matches the paths to check: system folders, and files without an extension, because code files have one. */
const SUSPICIOUS = /^\/(?:dev|proc|sys)\/|[\\/][^.\\/]+$/;

export function irregularFilesPlugin(): Plugin {
  return {
    name: 'framework-files',
    setup: (build) =>
      build.onLoad({ filter: SUSPICIOUS, namespace: 'file' }, ({ path }) => refusalOf(path)),
  };
}

/** Returns undefined for a file or folder, and also for a missing path, which esbuild reports better. */
function refusalOf(path: string): OnLoadResult | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return !found || found.isFile() || found.isDirectory()
    ? undefined
    : { errors: [{ text: IRREGULAR_FILE + path }] };
}

const ERRORS: readonly (readonly [RegExp, (found: MatchedMessage) => Diagnostic])[] = [
  [/^Could not resolve "(.+?)"/, unresolved],
  [
    /^No matching export in "(.+)" for import "(.+)"$/,
    ({ match: [, from = '', name = ''], at }) => {
      // The runtime is bundled from a separate namespace.
      if (from === 'framework:runtime/ready-made/index.js')
        return diagnose(exportMissing, { name, module: 'framework/middleware' }, { at });
      return from.startsWith('framework:')
        ? diagnose(exportMissing, { name, module: FRAMEWORK, known: runtimeExports() }, { at })
        : diagnose(exportMissing, { name, module: from }, { at });
    },
  ],
  [
    new RegExp(`^${ADDON_OUTSIDE}(.*)$`),
    ({ match: [, path = ''], at }) => diagnose(addonOutsideLibrary, { path }, { at }),
  ],
  [
    new RegExp(`^${IRREGULAR_FILE}(.*)$`),
    ({ match: [, path = ''], at }) => diagnose(importedDevice, { path }, { at }),
  ],
  [
    /^(?:Expected|Unexpected|Unterminated|Syntax error|Invalid|JSON)/,
    ({ message, at }) => {
      const file = message.location?.file ?? '';
      return diagnose(syntaxInPackage, { file, reason: reasonOf(message.text) }, { at });
    },
  ],
];

function unresolved({ match: [, path = ''], message, root, at }: MatchedMessage): Diagnostic {
  const name = packageName(path);
  if (name === undefined) return diagnose(fileMissing, { path }, { at });
  const isHidden = message.notes.some(({ text }) =>
    /not exported by package|not defined in "exports"/.test(text),
  );
  if (isHidden) return diagnose(pathNotExported, { path, owner: name }, { at });
  const { location } = message;
  const owner = location ? packageOf(resolve(root, location.file))?.name : undefined;
  const data = { path, isOwn: owner === undefined, owner: owner ?? '' };
  // An alias is shown as the import spells it.
  return diagnose(packageMissing, { name: isAlias(path) ? path : name, ...data }, { at });
}

function isInPackage({ location }: Message): boolean {
  return location !== null && /(?:^|[\\/])node_modules[\\/]/.test(location.file);
}

/** Converts a reason to a clause inside a sentence: starts it with a lower-case letter and removes the full stop. */
function reasonOf(text: string): string {
  return (text.charAt(0).toLowerCase() + text.slice(1)).replace(/\.$/, '');
}

// Finds the location of an esbuild message in the user's source: converts columns from bytes to UTF-16 units and follows the
// source map of transformed text.

type PlaceSources = {
  readonly root: string;
  /** The transformed texts that esbuild received instead of the files, by path. */
  readonly transformed: ReadonlyMap<string, BoundSource>;
};

/** Returns the location of a message; undefined if it is not in a file. */
function messagePlace(location: Location | null, sources: PlaceSources): SourceSpan | undefined {
  if (!location || !['', 'file'].includes(location.namespace)) return undefined;
  const path = resolve(sources.root, location.file);
  const text = readText(path);
  if (text === undefined) return undefined;
  const line = location.line - 1;
  const column = utf16Column(location.lineText, location.column);
  const length = utf16Column(location.lineText, location.column + location.length) - column;
  const start = originalOffset(text, { line, column }, sources.transformed.get(path));
  const file = posixPath(relative(sources.root, path));
  return spanOf(file, text, { start, end: start + Math.max(length, 1) });
}

type Position = { readonly line: number; readonly column: number };

function originalOffset(text: string, position: Position, source: BoundSource | undefined): number {
  if (source?.map === undefined) return offsetAt(text, position);
  const map = new SourceMap(JSON.parse(source.map) as ConstructorParameters<typeof SourceMap>[0]); // because our own tools wrote the map
  const entry = map.findEntry(position.line, position.column);
  if (!('originalLine' in entry)) return 0;
  return offsetAt(text, { line: entry.originalLine, column: entry.originalColumn });
}

function offsetAt(text: string, { line, column }: Position): number {
  const before = text.split('\n').slice(0, line);
  return before.reduce((sum, { length }) => sum + length + 1, 0) + column;
}

function utf16Column(lineText: string, bytes: number): number {
  return Buffer.from(lineText).subarray(0, bytes).toString().length;
}
