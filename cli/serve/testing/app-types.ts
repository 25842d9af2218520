// Writes `.framework/build/app.d.ts`: the routes and functions of an application as types for its tests.
import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EventEntry, Manifest } from '../../../runtime/contract/manifest.js';
import { PARAMETER_KINDS } from '../../../runtime/contract/parameters.js';
import { readText, refuseLinks } from '../../project/disk.js';

/** The path of the types, relative to the project directory. */
export const APP_TYPES = '.framework/build/app.d.ts';

/** Replaces the file atomically: a compiler that reads it at the same time sees either the old or the new file. */
export function writeAppTypes(root: string, manifest: Manifest): void {
  const path = join(root, APP_TYPES);
  const text = appTypes(manifest);
  if (readText(path) === text) return;
  refuseLinks(path);
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

/** Returns the text of the file. The same application always has the same text. */
export function appTypes(manifest: Manifest): string {
  const { app, routes, functions, events = [] } = manifest;
  const methods = new Map<string, Set<string>>();
  for (const route of routes) {
    const known = methods.get(route.path) ?? new Set();
    // The gateway also responds to OPTIONS for every route with CORS (specification 4.5).
    for (const method of [...route.methods, ...(route.cors ? ['OPTIONS'] : [])]) known.add(method);
    methods.set(route.path, known);
  }
  return [
    '// Made by `framework build`; it tells the tests of the application its routes and functions.',
    "import 'framework/testing';",
    '',
    "declare module 'framework/testing' {",
    '  interface TestedApps {',
    `    ${quoted(app.name)}: {`,
    '      routes: {',
    ...[...methods].map(([path, names]) => `        ${quoted(path)}: ${union([...names])};`),
    '      };',
    `      functions: ${union(functions.map(({ name }) => name))};`,
    ...eventTypes(events),
    ...parameterTypes(manifest),
    '    };',
    '  }',
    '}',
    '',
  ].join('\n');
}

/** Returns the functions for each kind of source; empty for an application without sources. */
function eventTypes(events: readonly EventEntry[]): readonly string[] {
  const kinds = [...new Set(events.map(({ kind }) => kind))].sort();
  const lines = kinds.map((kind) => {
    const own = events.filter((entry) => entry.kind === kind).map((entry) => entry.function);
    return `        ${kind}: ${union([...new Set(own)])};`;
  });
  return lines.length === 0 ? [] : ['      events: {', ...lines, '      };'];
}

/** Returns the names of secrets and parameters; empty for an application without them. */
function parameterTypes({ parameters = [] }: Manifest): readonly string[] {
  return PARAMETER_KINDS.flatMap((kind) => {
    const names = parameters.filter((one) => one.kind === kind).map(({ name }) => name);
    return names.length === 0 ? [] : [`      ${kind}s: ${union(names)};`];
  });
}

function union(names: readonly string[]): string {
  return names.length === 0 ? 'never' : names.map(quoted).join(' | ');
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
