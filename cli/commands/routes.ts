// `framework routes`: prints the routes and functions of the manifest as a table.
import { type Compilation, compiledSource } from '../../compiler/compile-app.js';
import { guardsKey, type RouteGuards, routeGuards } from '../../compiler/kinds/route/route.js';
import { indentedJson } from '../../compiler/json-values.js';
import type {
  FunctionEntry,
  Manifest,
  RouteEntry,
  SourcePosition,
  StreamKind,
  EventEntry,
} from '../../runtime/contract/manifest.js';
import { diagnosticSources } from '../project/project-files.js';
import { hasErrors, loadApp } from '../app/load-app.js';
import { type CommandInput, ExitCode, isGiven, textOption } from '../program/command.js';
import type { DiagnosticSources } from '../terminal/plain-diagnostics.js';
import { renderTable, type TableLook } from '../terminal/table.js';
import { fail } from './failure.js';
import { sourceNameText } from '../../compiler/kinds/event/source-name.js';
import { ENTRY_TEXTS } from '../../compiler/kinds/registry.js';
import { sourceNames } from '../config/event-sources.js';

export function run(input: CommandInput): Promise<ExitCode> {
  const { projectDirectory, workingDirectory, terminal } = input;
  const { diagnostics, compilation } = loadApp({
    directory: projectDirectory,
    stage: textOption(input, 'stage'),
  });
  const sources = diagnosticSources(projectDirectory, workingDirectory);
  const manifest = compilation?.manifest;
  if (hasErrors(diagnostics) || !manifest) return Promise.resolve(fail(input, diagnostics));
  const guards = guardsOf(compilation);
  const isOnlyOpen = isGiven(input, 'open');
  const shown = isOnlyOpen ? openRoutes(manifest, guards) : manifest;
  const isJson = isGiven(input, 'json');
  terminal.out.write(
    isJson
      ? renderDocument(shown, guards)
      : isOnlyOpen && shown.routes.length === 0
        ? 'Every route has an authorizer, an API key or a provider with a required security scheme.\n'
        : renderRoutes(shown, { sources, look: terminal.out, now: new Date(), guards }),
  );
  return Promise.resolve(ExitCode.ok);
}

type Guards = ReadonlyMap<string, RouteGuards>;

function guardsOf(compilation: Compilation): Guards {
  const source = compiledSource(compilation);
  const modules = [...(source?.graph.modules.values() ?? [])];
  const texts = new Map(modules.map(({ record }) => [record.source.file, record.source.text]));
  return source ? routeGuards(source.readFacts(), texts) : new Map();
}

/** Returns the manifest with only the public routes. Plain middleware does not count as a guard, because it may do anything. */
function openRoutes(manifest: Manifest, guards: Guards): Manifest {
  const routes = manifest.routes.filter((route) => isOpen(route, guards));
  const { events: _, ...rest } = manifest;
  return { ...rest, routes, functions: [] };
}

function isOpen(route: RouteEntry, guards: Guards): boolean {
  const { security = [] } = guards.get(guardsKey(route)) ?? {};
  const isAdmitted = route.authorizer === null && !route.apiKeyRequired;
  return isAdmitted && security.every(({ optional }) => optional);
}

function renderDocument(
  { app, routes, functions, authorizers, events }: Manifest,
  guards: Guards,
): string {
  const guarded = routes.map((route) => ({
    ...route,
    ...(guards.get(guardsKey(route)) ?? { middleware: [], security: [] }),
    open: isOpen(route, guards),
  }));
  const document = { version: 1, app: app.name, routes: guarded, functions, authorizers, events };
  return indentedJson(document);
}

type Rendering = {
  readonly sources: DiagnosticSources;
  readonly look: TableLook;
  /** The current time. A schedule is marked if all its times have passed. */
  readonly now: Date;
  /** The names of the middleware that guards each route. */
  readonly guards?: Guards;
};

/** Renders the tables of routes, functions and event sources. An empty table is replaced by a sentence. */
export function renderRoutes(
  manifest: Manifest,
  { sources, look, now, guards }: Rendering,
): string {
  const source = ({ file, line }: SourcePosition): string =>
    `${sources.showPath?.(file) ?? file}:${line}`;
  const routes = manifest.routes.map((route) => [
    route.methods.join(','),
    route.path,
    viewOf(route),
    source(route.at),
    guardTexts(route, guards).join(', '),
    notesOf(route).join(', '),
  ]);
  const functions = manifest.functions.map((entry) => [
    entry.name,
    viewOf(entry),
    source(entry.at),
  ]);
  const events = (manifest.events ?? []).map((entry) => [
    entry.function,
    entry.member,
    eventText(entry, now),
    source(entry.at),
  ]);
  const tables = [
    renderTable(titles('METHOD', 'PATH', 'VIEW', 'SOURCE', 'BEFORE', 'NOTES'), routes, look),
    renderTable(titles('FUNCTION', 'VIEW', 'SOURCE'), functions, look),
    renderTable(titles('FUNCTION', 'EVENTS', 'OF', 'SOURCE'), events, look),
  ].filter((table) => table !== '');
  return tables.length > 0
    ? tables.join('\n')
    : 'The application has no routes and no functions.\n';
}

function titles(...names: readonly string[]): { readonly title: string }[] {
  return names.map((title) => ({ title }));
}

function viewOf({ view, class: owner }: RouteEntry | FunctionEntry): string {
  return owner === undefined ? view : `${owner}.${view}`;
}

/** Returns the guards in the order in which they check a request. */
function guardTexts(route: RouteEntry, guards?: Guards): readonly string[] {
  const { apiKeyRequired, authorizer, scopes } = route;
  const { middleware = [], security = [] } = guards?.get(guardsKey(route)) ?? {};
  return [
    ...(apiKeyRequired ? ['api key'] : []),
    ...(authorizer === null ? [] : [`authorizer ${authorizer}`]),
    ...(scopes ? [`scopes ${scopes.join(' ')}`] : []),
    ...middleware.map((name) => {
      const own = security.find((one) => one.name === name.split('.').at(-1));
      return own ? `${name} (security${own.optional ? ', optional' : ''})` : name;
    }),
  ];
}

const STREAMS: Readonly<Record<StreamKind, string>> = {
  sse: 'streams events',
  ndjson: 'streams JSON lines',
  text: 'streams text',
  bytes: 'streams bytes',
  any: 'streams',
};

function notesOf({ contentTypes, cors, stream }: RouteEntry): readonly string[] {
  const isPlainJson = contentTypes.length === 1 && contentTypes[0] === 'application/json';
  return [
    ...(stream ? [STREAMS[stream]] : []),
    ...(isPlainJson ? [] : [contentTypes.join(' ')]),
    ...(cors === false ? [] : ['cors']),
  ];
}

/** Returns the queue, the topic, or the expression of a schedule. */
function eventText(entry: EventEntry, now: Date): string {
  const own = ENTRY_TEXTS.get(entry.kind);
  if (own) return own(entry, now);
  const [named] = sourceNames(entry);
  return named ? sourceNameText(named.name) : '';
}
