// Prints each build: the routes, the access rules and the URL for the first build, and what has changed for later ones.
import colors from 'picocolors';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import type { DiagnosticSources } from '../../terminal/plain-diagnostics.js';
import { printDiagnostics } from '../../terminal/pretty-diagnostics.js';
import type { Terminal } from '../../terminal/terminal.js';
import { type BuiltApp, isEntryMissing, type LocalBuild } from './builder.js';
import { describeAccess, type LocalAccess } from './local-access.js';
import type { BuildFacts } from './local-server.js';

export type BuildReportOptions = {
  readonly terminal: Terminal;
  readonly sources: DiagnosticSources;
  readonly access: LocalAccess;
  readonly isOpen: boolean;
  readonly isWatching: boolean;
  readonly renderRoutes: (manifest: Manifest) => string;
  /** Returns an empty string if no function has event sources. */
  readonly renderEvents: (app: BuiltApp) => string;
};

export type BuildReport = (build: LocalBuild, facts: BuildFacts) => void;

export function createBuildReport(options: BuildReportOptions): BuildReport {
  const { terminal, sources } = options;
  const { err } = terminal;
  let shown: Manifest | undefined;
  let warnings = '';
  let isFirst = true;
  return (build, { url, milliseconds, uptime }) => {
    const { app, diagnostics } = build;
    // Without an entry file, the command ends and serves nothing.
    const isLast = isFirst && isEntryMissing(build);
    isFirst = false;
    // Warnings that have already been printed are not repeated.
    const text = textOf(diagnostics);
    if (!app || text !== warnings) printDiagnostics(terminal, diagnostics, sources);
    warnings = app ? text : '';
    if (app) {
      err.write(
        shown
          ? describeReload(shown, app.manifest, milliseconds)
          : startText(app, { url, uptime }, options),
      );
      shown = app.manifest;
    } else if (options.isWatching && !isLast) {
      err.write(
        `${url} responds with 500 and ${diagnostics.length === 1 ? 'this problem' : 'these problems'} until a save fixes ${diagnostics.length === 1 ? 'it' : 'them'}\n`,
      );
    }
  };
}

function textOf(diagnostics: readonly Diagnostic[]): string {
  return JSON.stringify(diagnostics.map(({ code, message, at }) => [code, message, at?.file]));
}

function startText(
  app: BuiltApp,
  { url, uptime }: Pick<BuildFacts, 'url' | 'uptime'>,
  options: BuildReportOptions,
): string {
  const { terminal, access, isOpen, isWatching } = options;
  const { manifest, config } = app;
  const notes = describeAccess(app, access, isOpen);
  const events = options.renderEvents(app);
  const paint = colors.createColors(terminal.err.hasColor);
  return [
    `\n${options.renderRoutes(manifest)}`,
    ...(events === '' ? [] : [events]),
    ...(notes.length > 0 ? [`${notes.join('\n')}\n`] : []),
    `Serving ${paint.bold(manifest.app.name)} (stage ${config.stage}) on ${paint.cyan(url)}, ready in ${Math.round(uptime)} ms`,
    isWatching ? 'It reloads on every save; press Ctrl-C to stop it.\n' : 'Ctrl-C stops it.\n',
  ].join('\n');
}

function describeReload(before: Manifest, after: Manifest, milliseconds: number): string {
  const old = new Set(routesOf(before));
  const current = new Set(routesOf(after));
  const added = [...current].filter((route) => !old.has(route)).map((route) => `  + ${route}`);
  const removed = [...old].filter((route) => !current.has(route)).map((route) => `  - ${route}`);
  return [`Reloaded in ${Math.round(milliseconds)} ms`, ...added, ...removed, ''].join('\n');
}

function routesOf(manifest: Manifest): string[] {
  return manifest.routes.flatMap(({ methods, path }) =>
    methods.map((method) => `${method} ${path}`),
  );
}
