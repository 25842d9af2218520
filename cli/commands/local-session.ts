// Serves the application on this machine until it is stopped (specification 4.6).
import { realpathSync } from 'node:fs';
import { devNull } from 'node:os';
import { type Diagnostic, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { diagnosticSources } from '../project/project-files.js';
import { profileMissing } from '../cloud/cloud-catalogue.js';
import { readProfiles } from '../cloud/cloud-settings.js';
import {
  type CommandInput,
  ExitCode,
  isGiven,
  optionalNumber,
  textOption,
} from '../program/command.js';
import { aborted } from '../program/time-limit.js';
import {
  type BuiltApp,
  claimOutDirectory,
  createBuilder,
  isEntryMissing,
  removeOutDirectory,
} from '../serve/local/builder.js';
import { createBuildReport } from '../serve/local/build-report.js';
import { SOURCE_COMMANDS, sourceTitle } from '../serve/events/local-kinds.js';
import type { Run, SourceRunner } from '../serve/events/source-commands.js';
import { readLocalAccess } from '../serve/local/local-access.js';
import { startLocalServer } from '../serve/local/local-server.js';
import { createServerFeed, servedRun } from '../serve/local/server-feed.js';
import { posixPath } from '../project/disk.js';
import { plural, printableLines } from '../terminal/printable.js';
import { printDiagnostics } from '../terminal/pretty-diagnostics.js';
import { renderRoutes } from './routes.js';
import { findSources } from '../serve/events/bound-sources.js';
import type { CloudStage, CloudStageOptions } from '../serve/cloud-stage/cloud-stage.js';
import { renderTable, type TableLook } from '../terminal/table.js';
import colors from 'picocolors';
import type { Explorer, ExplorerOptions } from '../serve/explorer/explorer-server.js';
import type { Terminal } from '../terminal/terminal.js';

/** The path of the built worker, relative to this file in the build. */
const WORKER = new URL('../cli/worker.js', import.meta.url);

/** Reads `input.signal` only after the application is compiled; until then, Ctrl-C ends the process immediately. */
export async function serveProject(input: CommandInput): Promise<ExitCode> {
  const { projectDirectory, terminal } = input;
  const root = posixPath(realpathSync(projectDirectory));
  const outDirectory = claimOutDirectory(root, process.pid);
  const access = readLocalAccess(input.environment);
  const sources = diagnosticSources(projectDirectory, input.workingDirectory);
  const port = optionalNumber(input, 'port');
  const isOpen = isGiven(input, 'no-auth');
  const isInspected = isGiven(input, 'inspect');
  const isWatching = !isGiven(input, 'no-reload');
  const isCloud = isGiven(input, 'cloud');
  const environment = isCloud ? withoutCredentials(input.environment) : input.environment;
  printDiagnostics(terminal, profileWarning(environment), sources);
  const report = createBuildReport({
    terminal,
    sources,
    access,
    isOpen,
    isWatching,
    renderRoutes: (manifest) =>
      renderRoutes(manifest, { sources, look: terminal.err, now: new Date() }),
    renderEvents: (app) => renderEvents(app, { look: terminal.err, isCloud }),
  });
  terminal.err.write('Reading the application\n');
  const feed = createServerFeed();
  const onRun = (run: Run): void => feed.add(servedRun(run));
  const runners = await startRunners(input, onRun);
  const stage = isCloud
    ? await openCloudStage(input, { onRun, isWatching, isInspected })
    : undefined;
  const builder = createBuilder({
    directory: projectDirectory,
    stage: textOption(input, 'stage'),
    outDirectory,
    machine: isGiven(input, 'env-from-shell') ? { shell: environment } : {},
    ...stage?.reading,
  });
  const server = await startLocalServer({
    host: textOption(input, 'host'),
    port,
    root,
    isWatching,
    isOpen,
    isInspected,
    isDebug: isGiven(input, 'debug'),
    hasErrorPage: !isGiven(input, 'no-error-page'),
    environment,
    access,
    workerScript: WORKER,
    builder: stage?.follow(builder) ?? builder,
    terminal,
    feed,
    onChecked: ({ routes, functions }) => {
      if (input.signal.aborted) return;
      const parts = [plural(routes.length, 'route'), plural(functions.length, 'function')];
      terminal.err.write(`Bundling ${parts.join(' and ')}\n`);
    },
    onServe: (generation) => {
      const served = generation && {
        sources: findSources(generation.app.manifest, generation.app.config),
        call: generation.application.call,
      };
      for (const runner of runners) runner.follow(served);
      stage?.pause(!served);
    },
    onBuild: (build, facts) => {
      // After Ctrl-C nothing more is printed, because the user is waiting for the prompt.
      if (!input.signal.aborted) report(build, facts);
    },
  });
  if (server.kind === 'failed') {
    printDiagnostics(terminal, server.diagnostics, sources);
    return ExitCode.diagnostics;
  }
  stage?.serve(server.call, server.compare);
  const canServe = isWatching
    ? !isEntryMissing(server.firstBuild)
    : server.firstBuild.app !== undefined;
  const isExplored = canServe && !isGiven(input, 'no-explorer');
  const explorer = isExplored
    ? openExplorer({
        // If the application may use any free port, so may the explorer.
        port: optionalNumber(input, 'explorer-port') ?? (port === 0 ? 0 : undefined),
        appPort: server.port,
        url: server.url,
        root,
        environment,
        access,
        isOpen,
        isWatching,
        feed,
        answer: server.answer,
        call: server.call,
        stored: stage?.stored,
        terminal,
        signal: input.signal,
      })
    : undefined;
  try {
    if (canServe) await Promise.race([aborted(input.signal), server.failed]);
  } finally {
    for (const runner of runners) runner.stop();
    stage?.stop();
    await Promise.all([explorer?.stop(), server.stop()]);
    await stage?.end();
    removeOutDirectory(outDirectory);
  }
  // Only Ctrl-C stops a server, so the exit code reports success.
  return canServe ? ExitCode.ok : ExitCode.diagnostics;
}

/** Returns a warning if the profile does not exist. The application may never call AWS, so it is served anyway. */
function profileWarning(environment: CommandInput['environment']): readonly Diagnostic[] {
  const profile = environment['CLOUD_PROFILE'] || environment['AWS_PROFILE'];
  if (!profile) return [];
  const known = [...readProfiles(environment).keys()];
  if (profile === 'default' || known.includes(profile)) return [];
  return [{ ...diagnose(profileMissing, { profile, known }), severity: 'warning' }];
}

/** Opens the stage in the local cloud, whose modules are loaded only with `--cloud`. */
async function openCloudStage(
  input: CommandInput,
  options: Pick<CloudStageOptions, 'onRun' | 'isWatching' | 'isInspected'>,
): Promise<CloudStage & { readonly end: () => Promise<void> }> {
  const { connectLocalCloud, findRunningCloud, stopLocalCloud } =
    await import('../serve/local-cloud/running-cloud.js');
  const { createCloudStage } = await import('../serve/cloud-stage/cloud-stage.js');
  const { environment, signal } = input;
  const root = realpathSync(input.projectDirectory);
  const region = environment['AWS_REGION'] || environment['AWS_DEFAULT_REGION'] || undefined;
  // The SDK clients read settings from the files that these variables name.
  const before = process.env;
  process.env = withoutCredentials(before);
  /** The id of the local cloud that was started for this process. */
  let started: string | undefined;
  const stage = createCloudStage({
    ...options,
    connect: async (mayStart) => {
      if (!mayStart) return findRunningCloud(root);
      const connected = await connectLocalCloud(root, { environment, region, signal });
      if (connected.kind === 'failed') return connected.diagnostics;
      if (connected.isStarted) started = connected.cloud.id;
      return connected.cloud;
    },
    print: printer(input),
  });
  return {
    ...stage,
    end: async () => {
      process.env = before;
      if (started !== undefined && (await findRunningCloud(root))?.id === started) {
        await stopLocalCloud(root);
      }
    },
  };
}

function printer({ terminal }: CommandInput): (line: string) => void {
  return (line) => terminal.err.write(`${printableLines(line)}\n`);
}

/** Removes real credentials, which an application must not reach even after the local cloud has stopped. */
export function withoutCredentials(
  environment: CommandInput['environment'],
): CommandInput['environment'] {
  const isKept = (name: string): boolean =>
    !/^(?:AWS_|CLOUD_PROFILE$)/.test(name) || /^AWS_(?:DEFAULT_)?REGION$/.test(name);
  return {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => isKept(name))),
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: 'true',
  };
}

/** Starts the runner of each kind of event source whose option is given, such as `--run-schedules`. */
async function startRunners(
  input: CommandInput,
  onRun: (run: Run) => void,
): Promise<readonly SourceRunner[]> {
  const print = printer(input);
  const asked = SOURCE_COMMANDS.flatMap(({ local }) =>
    local && isGiven(input, local.option) ? [local] : [],
  );
  if (isGiven(input, 'cloud')) {
    for (const { option } of asked)
      print(`The local cloud does this automatically: remove --${option}.`);
    return [];
  }
  return Promise.all(asked.map(async ({ load }) => (await load())(print, onRun)));
}

/** Renders the table of functions and their sources; empty if there are none. */
function renderEvents(
  { manifest, config }: Pick<BuiltApp, 'manifest' | 'config'>,
  { look, isCloud }: { readonly look: TableLook; readonly isCloud: boolean },
): string {
  const rows = findSources(manifest, config).map((source) => [
    source.entry.function,
    sourceTitle(source),
  ]);
  if (rows.length === 0) return '';
  const [[name = ''] = []] = rows;
  const table = renderTable([{ title: 'FUNCTION' }, { title: 'GETS EVENTS OF' }], rows, look);
  return isCloud
    ? `${table}The local cloud sends them.\n`
    : `${table}Nothing sends events here: \`framework invoke ${name} --local --sample\` runs a function with one.\n`;
}

// Runs the explorer for the application that `framework local` serves. The explorer starts after the application, so that the
// application is not delayed.

/** The path of the built page, relative to this file in the build. */
const PAGES = new URL('../explorer/', import.meta.url);

/** The path of the built thread that reads types for the explorer. */
const DESCRIBER = new URL('../cli/explorer-describer.js', import.meta.url);

type OpenExplorerOptions = Omit<ExplorerOptions, 'pages' | 'describer' | 'region'> & {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
};

/** Starts the explorer and prints its URL, or the reason why it cannot start. The application is served either way. */
function openExplorer(options: OpenExplorerOptions): { readonly stop: () => Promise<void> } {
  const { environment, terminal, signal } = options;
  const region = environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'] ?? 'us-east-1';
  const start = async (): Promise<Explorer> => {
    // Loaded after the application is served, because loading it earlier would delay that.
    const { startExplorer } = await import('../serve/explorer/explorer-server.js');
    return startExplorer({ ...options, region, pages: PAGES, describer: DESCRIBER });
  };
  const opening = start().then((explorer) => {
    if (!signal.aborted) terminal.err.write(describe(explorer, terminal));
    return explorer;
  });
  return {
    stop: async () => {
      const explorer = await opening;
      if (explorer.kind === 'serving') explorer.stop();
    },
  };
}

function describe(explorer: Explorer, { err }: Terminal): string {
  const paint = colors.createColors(err.hasColor);
  return explorer.kind === 'serving'
    ? `Explorer on ${paint.cyan(explorer.url)}\n`
    : `No explorer: ${explorer.reason} Add \`--explorer-port 0\` to use a free port.\n`;
}
