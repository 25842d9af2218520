// `framework routes`: the routes and functions of the manifest as a table.
import { indentedJson } from '../../compiler/json-values.js';
import type {
  FunctionEntry,
  Manifest,
  RouteEntry,
  SourcePosition,
  EventEntry,
} from '../../runtime/contract/manifest.js';
import { sourcesOf } from '../app/app-sources.js';
import { hasErrors, loadApp } from '../app/load-app.js';
import { type CommandInput, ExitCode, isGiven, textOption } from '../program/command.js';
import type { DiagnosticSources } from '../terminal/plain-diagnostics.js';
import { renderTable, type TableLook } from '../terminal/table.js';
import { fail } from './failure.js';
import { sourceNameText } from '../../compiler/kinds/event/source-name.js';
import { ENTRY_TEXTS } from '../../compiler/kinds/registry.js';
import { sourcesIn } from '../config/event-sources.js';

export function run(input: CommandInput): Promise<ExitCode> {
  const { projectDirectory, workingDirectory, terminal } = input;
  const { diagnostics, compilation } = loadApp({
    directory: projectDirectory,
    stage: textOption(input, 'stage'),
  });
  const sources = sourcesOf(projectDirectory, workingDirectory);
  const manifest = compilation?.manifest;
  if (hasErrors(diagnostics) || !manifest) {
    return Promise.resolve(fail(input, diagnostics, ExitCode.diagnostics));
  }
  terminal.out.write(
    isGiven(input, 'json')
      ? renderDocument(manifest)
      : renderRoutes(manifest, { sources, look: terminal.out, now: new Date() }),
  );
  return Promise.resolve(ExitCode.ok);
}

function renderDocument({ app, routes, functions, authorizers, events }: Manifest): string {
  const document = { version: 1, app: app.name, routes, functions, authorizers, events };
  return indentedJson(document);
}

type Rendering = {
  readonly sources: DiagnosticSources;
  readonly look: TableLook;
  /** The current time. A schedule whose times have all passed is marked. */
  readonly now: Date;
};

/** The tables of routes, of functions and of what sends them events; a sentence when there are none. */
export function renderRoutes(manifest: Manifest, { sources, look, now }: Rendering): string {
  const source = ({ file, line }: SourcePosition): string =>
    `${sources.showPath?.(file) ?? file}:${line}`;
  const routes = manifest.routes.map((route) => [
    route.methods.join(','),
    route.path,
    viewOf(route),
    source(route.at),
    notesOf(route),
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
    renderTable(titles('METHOD', 'PATH', 'VIEW', 'SOURCE', 'NOTES'), routes, look),
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

/** Notes about a route, in the order in which a request meets them. */
function notesOf({ apiKeyRequired, authorizer, scopes, contentTypes, cors }: RouteEntry): string {
  const isPlainJson = contentTypes.length === 1 && contentTypes[0] === 'application/json';
  return [
    ...(apiKeyRequired ? ['api key'] : []),
    ...(authorizer === null ? [] : [`authorizer ${authorizer}`]),
    ...(scopes ? [`scopes ${scopes.join(' ')}`] : []),
    ...(isPlainJson ? [] : [contentTypes.join(' ')]),
    ...(cors === false ? [] : ['cors']),
  ].join(', ');
}

/** What the events of an entry are of: the queue, the topic, the expression of a schedule. */
function eventText(entry: EventEntry, now: Date): string {
  const own = ENTRY_TEXTS.get(entry.kind);
  if (own) return own(entry, now);
  const [named] = sourcesIn(entry);
  return named ? sourceNameText(named.name) : '';
}
