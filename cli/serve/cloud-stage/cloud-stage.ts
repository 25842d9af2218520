// `framework local --cloud`: creates the stage in the local cloud, and runs the code in the working tree for its events. HTTP
// requests are still served by `framework local` (docs/guide/local-server.md).
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type Diagnostic,
  diagnose,
  sortDiagnostics,
} from '../../../compiler/diagnostics/diagnostic.js';
import { createCompiler } from '../../../compiler/index.js';
import { compareTexts } from '../../../compiler/groups.js';
import { LOCAL_PLACE } from '../../../runtime/contract/resources.js';
import { CloudError } from '../../cloud/cloud-error.js';
import { cloudUnreachable } from '../../cloud/cloud-catalogue.js';
import type { Cloud } from '../../cloud/cloud.js';
import { connect } from '../../cloud/connect.js';
import { explainCloudError } from '../../cloud/explain-cloud-error.js';
import { hasErrors } from '../../app/load-app.js';
import { applyPlan } from '../../ship/deploy/apply-plan.js';
import { observe } from '../../ship/deploy/observe.js';
import { keptIn, planDeploy } from '../../ship/deploy/plan-deploy.js';
import { DeployProblem, doneText, problemOf, type StepLabel } from '../../ship/stage/run-steps.js';
import type { DeployedState, Desired } from '../../ship/stage/states.js';
import { plural } from '../../terminal/printable.js';
import type { Stored, StoredPage } from '../explorer/explorer-document.js';
import type { StoredData } from '../explorer/explorer-server.js';
import { findSources } from '../events/bound-sources.js';
import { sourceWords } from '../events/local-kinds.js';
import type { SourceKind } from '../events/local-kind.js';
import type { Run } from '../events/source-commands.js';
import type { LoggedOutcome } from '../local/app-output.js';
import { prepareStage, servesHttp, withDeployedHttp, withoutHttp } from './desired-stage.js';
import { attachFunctions, type AttachedProcess, type CloudAddress } from './attached-process.js';
import type {
  AppInCloud,
  Builder,
  BuilderOptions,
  BuiltApp,
  LoadedSource,
  LocalBuild,
} from '../local/builder.js';

export type CloudConnection = CloudAddress & {
  /** The environment variables that point the SDK to the local cloud. */
  readonly environment: Readonly<Record<string, string>>;
};

export type CloudStageOptions = {
  /** Connects to the local cloud. If none is running and `mayStart` is true, starts one. Returns the problems if that fails. */
  readonly connect: (
    mayStart: boolean,
  ) => Promise<CloudConnection | readonly Diagnostic[] | undefined>;
  readonly isWatching: boolean;
  /** True if a debugger may pause the functions for a long time. */
  readonly isInspected?: boolean;
  readonly print: (line: string) => void;
  readonly onRun: (run: Run) => void;
};

export type CloudStage = {
  /** The options for the builder that is passed to `follow`. */
  readonly reading: Pick<BuilderOptions, 'compiler' | 'onLoaded'>;
  /** Returns a builder that completes a build only after updating the local cloud to match it. */
  readonly follow: (builder: Builder) => Builder;
  /** Starts calling the functions in this process. `rebuild` is called when a new local cloud has been found. */
  readonly serve: (call: Call, rebuild: () => void) => void;
  /** While the functions are paused, their events wait in the local cloud. */
  readonly pause: (isPaused: boolean) => void;
  /** For the explorer: the resources of the stage in the local cloud, and their contents. */
  readonly stored: StoredData;
  readonly stop: () => void;
};

type Call = (name: string, event: unknown) => Promise<LoggedOutcome>;

type ConnectedCloud = { readonly connection: CloudConnection; readonly cloud: Cloud };

/** How often to check for a new local cloud after the last one has ended, in milliseconds. */
const LOOK_AGAIN = 1000;

export function createCloudStage(options: CloudStageOptions): CloudStage {
  const { print } = options;
  const compiler = createCompiler();
  const stop = new AbortController();
  let location: ConnectedCloud | undefined;
  /** The state to which the local cloud was last updated. */
  let brought: { desired: Desired; state: DeployedState | undefined } | undefined;
  let attached: AttachedProcess | undefined;
  /** The functions' environment variables when they were last attached. They are kept after that local cloud has ended. */
  let environments: AttachedProcess['environments'] = {};
  const processId = randomUUID();
  /** Counts the connections. Only the newest one reports what happens to the local cloud. */
  let turn = 0;
  /** Resolves `called`, the promise that invocations await until the server can run functions. */
  let begin: (call: Call) => void = () => undefined;
  const called = new Promise<Call>((resolve) => (begin = resolve));
  let rebuild = (): void => undefined;
  let current: BuiltApp | undefined;
  let source: LoadedSource | undefined;
  /** True if the local cloud has ended and no new one has been reached yet. */
  let isLost = false;
  let isFound = false;
  let isReplaced = false;
  let parameters = '';
  let kept = '';
  const denials = new Set<string>();
  /** The functions that run deployed code, by key. The next build restores their placeholders. */
  const deployed = new Set<string>();

  const open = async (): Promise<ConnectedCloud> => {
    const connection = await options.connect(true);
    if (!isConnection(connection)) {
      const [problem] = connection ?? [];
      throw problem ? new DeployProblem(problem) : new Error('No cloud is running');
    }
    const cloud = connect({ environment: connection.environment, signal: stop.signal });
    return { connection, cloud };
  };

  const lose = (): void => {
    attached = undefined;
    location?.cloud.close();
    location = undefined;
    brought = undefined;
    isLost = true;
    isFound = false;
    const next = options.isWatching
      ? 'When it runs again, its resources are created again.'
      : 'Start `framework local --cloud` again when the cloud is running.';
    print(`The cloud has stopped. Requests are still handled; calls to the cloud fail. ${next}`);
    if (options.isWatching) setTimeout(look, LOOK_AGAIN).unref();
  };
  const look = (): void => {
    if (stop.signal.aborted || !isLost) return;
    const finding = options.connect(false).catch(() => undefined);
    void finding.then((found) => {
      if (stop.signal.aborted || !isLost) return;
      if (!isConnection(found)) {
        setTimeout(look, LOOK_AGAIN).unref();
        return;
      }
      isFound = true;
      rebuild();
    });
  };

  const run = async (app: BuiltApp, key: string, event: unknown): Promise<Run['outcome']> => {
    const call = await called;
    const time = Date.now();
    const { outcome, milliseconds } = servesHttp(key) ? NO_CODE : await call(key, event);
    const { kind, title } = originOf(current ?? app, key, event);
    options.onRun({ name: key, kind, title, event, outcome, time, milliseconds });
    const took = `${Math.round(milliseconds)} ms`;
    print(
      outcome.kind === 'returned'
        ? `Ran ${key} for ${title} (${took})`
        : `${key} failed for ${title}: ${outcome.trace ?? outcome.message}`,
    );
    return outcome;
  };

  const attach = async (app: BuiltApp, at: ConnectedCloud, desired: Desired): Promise<void> => {
    const before = attached;
    turn += 1;
    const mine = turn;
    const again = (): void =>
      void attach(app, at, desired).catch((error: unknown) => {
        // If the local cloud has just ended, that has already been reported.
        if (!isLost) print(String(error));
      });
    const keys = new Map(desired.functions.map(({ name, key }) => [name, key]));
    const keyOf = (name: string): string => keys.get(name) ?? name;
    const next = await attachFunctions(
      at.connection,
      {
        region: desired.region,
        functions: [...keys.keys()],
        isTaking: !isReplaced,
        process: processId,
        isInspected: options.isInspected === true,
      },
      {
        onInvocation: (name, event) => run(app, keyOf(name), event),
        onLate: (name) =>
          print(
            `The cloud had stopped waiting for this result of ${keyOf(name)}: its event counts as failed.`,
          ),
        onDeployed: (name) => {
          const key = keyOf(name);
          if (servesHttp(key) || deployed.has(key)) return;
          deployed.add(key);
          print(
            `\`framework deploy --local\` has deployed ${key}: its events run the deployed code until the next save.`,
          );
        },
        onDenial: (text) => {
          if (denials.has(text)) return;
          denials.add(text);
          print(`Denied: ${text}`);
        },
        onReplaced: () => {
          if (mine !== turn) return;
          isReplaced = true;
          print(
            `Another \`framework local --cloud\` now receives the events of the stage ${desired.stage}. Requests are still handled here.`,
          );
          again();
        },
        onFree: () => {
          if (mine !== turn || !isReplaced) return;
          isReplaced = false;
          print(
            `The other one has stopped: the events of the stage ${desired.stage} are received here again.`,
          );
          again();
        },
        onLost: () => {
          if (mine === turn) lose();
        },
      },
    );
    attached = next;
    environments = next.environments;
    before?.detach();
  };

  const apply = async (
    app: BuiltApp,
    at: ConnectedCloud,
    wanted: Desired,
  ): Promise<readonly Diagnostic[]> => {
    const { cloud } = at;
    let state = brought?.state;
    const observation = await observe({ cloud, desired: wanted, state });
    if (observation.kind === 'refused') return observation.diagnostics;
    const { desired } = observation;
    const observed = withDeployedHttp(withoutHttp(observation.observed), desired);
    const plan = planDeploy(desired, observed);
    const outcome = await applyPlan({
      ...{ cloud, desired, observed, plan, state },
      saveState: (next) => {
        state = next;
        return Promise.resolve([]);
      },
      onEvent: () => undefined,
      signal: stop.signal,
    });
    if (outcome.kind === 'failed') {
      return outcome.failures.map(({ problem }) =>
        problem instanceof CloudError ? explainCloudError(problem, cloud) : problem,
      );
    }
    if (outcome.kind === 'interrupted') return [];
    if (outcome.done.length > 0) print(`Cloud on ${at.connection.url}: ${doneLine(outcome.done)}`);
    const names = keptIn(plan).map(({ kind, name }) => `${kind} ${name}`);
    if (names.length > 0 && names.join() !== kept) {
      print(`No longer in the source, but kept in the cloud with their data: ${names.join(', ')}`);
    }
    kept = names.join();
    brought = { desired: wanted, state };
    deployed.clear();
    if (!attached || outcome.done.length > 0) {
      // This failure is an error, because the application needs the environment variables that attaching provides.
      await attach(app, at, desired).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        const location = { endpoint: at.connection.url, proxyVariable: undefined, reason };
        throw new DeployProblem(diagnose(cloudUnreachable, location));
      });
    }
    return [];
  };

  const bring = async (app: BuiltApp): Promise<readonly Diagnostic[]> => {
    try {
      const at = (location ??= await open());
      isLost = false;
      denials.clear();
      if (!source) throw new Error('The builder is not followed');
      const found = await prepareStage(app, source, { compiler, cloud: at.cloud });
      const { desired, diagnostics } = found;
      if (hasErrors(diagnostics)) return diagnostics;
      const isWhole = attached && deployed.size === 0;
      const isSame = isWhole && brought && isDeepStrictEqual(brought.desired, desired);
      const more = isSame ? [] : await apply(app, at, desired);
      if (found.parameters !== parameters) {
        parameters = found.parameters;
        if (parameters !== '') print(parameters);
      }
      return [...diagnostics, ...more];
    } catch (error) {
      if (stop.signal.aborted) return [];
      const known = problemOf(error);
      return [
        known instanceof CloudError ? explainCloudError(known, location?.cloud ?? {}) : known,
      ];
    }
  };

  const variablesIn = (
    deployed: LoadedSource['deployed'] | undefined,
    name: string,
  ): Readonly<Record<string, string>> => {
    // A variable in the configuration or in `.env` takes precedence.
    const own = deployed?.apiHandler.settings.environment_variables ?? {};
    const given = Object.entries(environments[name] ?? {});
    return Object.fromEntries(given.filter(([key]) => !Object.hasOwn(own, key)));
  };

  return {
    reading: {
      compiler,
      onLoaded: (loaded) => {
        source = loaded;
      },
    },
    follow: (builder) => ({
      ...builder,
      build: async (onChecked) => {
        let bringing: Promise<readonly Diagnostic[]> | undefined;
        const built = await builder.build((app, bundled) => {
          const now = bring(app);
          bringing = now;
          const { deployed } = source ?? {};
          const isReady = now.then((problems) => !hasErrors(problems));
          const inCloud: AppInCloud = {
            account: LOCAL_PLACE.account,
            isApart: deployed?.settings.role_per_function === true,
            variablesOf: async (name) => {
              await isReady;
              return variablesIn(deployed, name);
            },
          };
          onChecked(
            { ...app, cloud: inCloud },
            Promise.all([bundled, isReady]).then(
              ([isWritten, isBrought]) => isWritten && isBrought,
            ),
          );
        });
        const problems = (await bringing) ?? [];
        const diagnostics = sortDiagnostics([...built.diagnostics, ...problems]);
        const isWhole = built.app && !hasErrors(problems);
        if (isWhole) current = built.app;
        return withCloudInput(
          { ...built, diagnostics, app: isWhole ? built.app : undefined },
          () => isFound && isLost,
        );
      },
    }),
    serve: (call, next) => {
      rebuild = next;
      begin(call);
    },
    pause: (isPaused) => {
      if (!isPaused || !attached) return;
      attached.detach();
      attached = undefined;
    },
    stored: {
      all: () => (brought ? storedIn(brought.desired) : []),
      read: async ({ kind, name }, from) => {
        if (!location) return undefined;
        const { url, token } = location.connection;
        const query = new URLSearchParams({ name, from, region: location.cloud.region });
        const headers = { Authorization: `Bearer ${token}` };
        const path = `${url}/_framework/${LISTS[kind]}?${query.toString()}`;
        const answer = await fetch(path, { headers }).catch(() => undefined);
        return answer?.ok ? ((await answer.json()) as StoredPage) : undefined; // because the local cloud sends this type
      },
    },
    stop: () => {
      stop.abort();
      attached?.detach();
      location?.cloud.close();
    },
  };
}

const LISTS = { table: 'items', queue: 'messages', bucket: 'files' } as const;

function storedIn({ ownTables, ownQueues, ownBuckets }: Desired): readonly Stored[] {
  return [...ownTables, ...ownQueues, ...ownBuckets].flatMap(
    ({ type: kind, declaredName, name }) =>
      kind === 'topic' ? [] : [{ id: `${kind} ${declaredName}`, kind, title: declaredName, name }],
  );
}

function isConnection(
  found: CloudConnection | readonly Diagnostic[] | undefined,
): found is CloudConnection {
  return found !== undefined && 'url' in found;
}

const NO_CODE: Pick<LoggedOutcome, 'outcome' | 'milliseconds'> = {
  outcome: {
    kind: 'failed',
    message:
      '`framework local` serves the requests. `framework deploy --local` deploys the code of this function.',
  },
  milliseconds: 0,
};

/** A build is also outdated after the local cloud has been restarted. */
function withCloudInput(build: LocalBuild, isOutdated: () => boolean): LocalBuild {
  const { inputs } = build;
  const changed = (): readonly string[] => (isOutdated() ? ['the cloud'] : inputs.changed());
  return { ...build, inputs: { ...inputs, changed } };
}

const MOST_NAMED = 6;

const NAMED = /^(?:table|queue|topic|bucket|policy) /;

/** Returns `created table shop-dev-cities, created queue shop-dev-arrivals, 5 more steps`. */
function doneLine(done: readonly StepLabel[]): string {
  const named = done
    .filter(({ object }) => NAMED.test(object))
    .toSorted((one, other) => compareTexts(one.object, other.object));
  const shown = named
    .slice(0, MOST_NAMED)
    .map((label) => doneText(label).replace(/^./, (first) => first.toLowerCase()));
  const more = done.length - shown.length;
  const rest = more > 0 ? [plural(more, shown.length > 0 ? 'more step' : 'step')] : [];
  return [...shown, ...rest].join(', ');
}

type Origin = { readonly kind: SourceKind; readonly title: string };

/** Returns the source that the event names; otherwise the function's first source of the same kind, or its first source. */
function originOf({ manifest, config }: BuiltApp, key: string, event: unknown): Origin {
  const own = findSources(manifest, config).filter(({ entry }) => entry.function === key);
  const { Records: [record] = [], ...whole } = event as EventOfSource; // because every member is optional
  const service = record && (record.eventSource ?? record.EventSource)?.replace('aws:', '');
  const isDue = whole.source === 'aws.events';
  const alike = own.filter(({ entry }) =>
    record ? entry.kind === service : 'expression' in entry === isDue,
  );
  const text = JSON.stringify(record ?? event);
  const source = alike.find(({ name = '' }) => text.includes(name)) ?? alike[0] ?? own[0];
  return source
    ? { kind: source.entry.kind, title: sourceWords(source) }
    : { kind: 'rule', title: 'a call' };
}

type EventOfSource = {
  readonly Records?: readonly { readonly eventSource?: string; readonly EventSource?: string }[];
  readonly source?: string;
};
