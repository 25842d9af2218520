// Turns messages of esbuild into diagnostics: which package, where, and what to type.
import { resolve } from 'node:path';
import type { Message } from 'esbuild';
import type { Diagnostic, SourceSpan } from '../../compiler/diagnostics/diagnostic.js';
import { diagnose } from '../../compiler/diagnostics/diagnose.js';
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
import { IRREGULAR_FILE } from './irregular-files.js';
import { type PlaceSources, messagePlace } from './message-place.js';
import { ADDON_OUTSIDE } from './packages/external-packages.js';

/** The diagnostic of an error of esbuild. */
export function problemOf(message: Message, sources: PlaceSources): Diagnostic {
  const at = messagePlace(message.location, sources);
  for (const [pattern, make] of ERRORS) {
    const match = pattern.exec(message.text);
    if (match) return make({ match, message, root: sources.root, at });
  }
  return diagnose(bundlerRefused, { reason: reasonOf(message.text) }, { at });
}

/** The diagnostic of a warning of esbuild about something in the project's code that will be missing at run time. */
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

type Found = {
  readonly match: RegExpExecArray;
  readonly message: Message;
  readonly root: string;
  readonly at: SourceSpan | undefined;
};

const ERRORS: readonly (readonly [RegExp, (found: Found) => Diagnostic])[] = [
  [/^Could not resolve "(.+?)"/, unresolved],
  [
    /^No matching export in "(.+)" for import "(.+)"$/,
    ({ match: [, module = '', name = ''], at }) =>
      diagnose(exportMissing, { name, module: shownModule(module) }, { at }),
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

/** The runtime of the framework is bundled from a namespace of its own. */
function shownModule(module: string): string {
  return module.startsWith('framework:') ? 'framework' : module;
}

function unresolved({ match: [, path = ''], message, root, at }: Found): Diagnostic {
  const name = packageName(path);
  const owner = ownerOf(message, root);
  if (name === undefined) return diagnose(fileMissing, { path }, { at });
  const isHidden = message.notes.some(({ text }) =>
    /not exported by package|not defined in "exports"/.test(text),
  );
  if (isHidden) return diagnose(pathNotExported, { path, owner: name }, { at });
  // Shows an alias as the import writes it.
  const shown = isAlias(path) ? path : name;
  const isOwn = owner === undefined;
  return diagnose(packageMissing, { name: shown, isOwn, owner: owner ?? '' }, { at });
}

/** The name of the package that a message points into. */
function ownerOf({ location }: Message, root: string): string | undefined {
  return location ? packageOf(resolve(root, location.file))?.name : undefined;
}

function isInPackage({ location }: Message): boolean {
  return location !== null && /(?:^|[\\/])node_modules[\\/]/.test(location.file);
}

/** The reason as part of our sentence: a small first letter, no full stop. */
function reasonOf(text: string): string {
  return (text.charAt(0).toLowerCase() + text.slice(1)).replace(/\.$/, '');
}
