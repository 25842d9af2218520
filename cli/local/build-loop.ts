// Builds the application, and again after each save. A build that a save has overtaken is thrown away before anybody sees
// it.
import type { Builder, BuiltApp, LocalBuild } from './builder.js';
import type { Generation } from './generation.js';
import type { SourceWatch } from './source-watch.js';

export type BuildLoopOptions = {
  readonly builder: Builder;
  /** Absolute path of the project, with forward slashes. */
  readonly root: string;
  readonly isWatching: boolean;
  /** Begins to start an application whose bundle is still being written. */
  readonly start: (app: BuiltApp, bundled: Promise<boolean>) => Generation;
  /** A save came: what is being served is old. */
  readonly onStir: () => void;
  readonly onBuild: (result: BuildResult) => void;
};

export type BuildResult = {
  readonly build: LocalBuild;
  /** Undefined when there are errors. */
  readonly generation: Generation | undefined;
  readonly milliseconds: number;
};

export type BuildLoop = {
  /** Of the first build. */
  readonly first: LocalBuild;
  /** Rejects when building again fails for a reason that nothing expected. */
  readonly failed: Promise<never>;
  readonly stop: () => Promise<void>;
};

/** Builds once, then watches when asked to; resolves after the first build. */
export async function startBuildLoop(options: BuildLoopOptions): Promise<BuildLoop> {
  const { builder, root, onStir } = options;
  let watch: SourceWatch | undefined;
  let isBuilding = false;
  /** A burst of saves is under way; its end starts a build. */
  let isStirred = false;
  /** A burst ended while a build was under way. */
  let isStale = false;
  let isStopped = false;
  let fail: (reason: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));

  const build = async (): Promise<LocalBuild> => {
    isBuilding = true;
    isStale = false;
    const began = performance.now();
    let generation: Generation | undefined;
    const built = await builder.build((app, bundled) => {
      generation = options.start(app, bundled);
    });
    isBuilding = false;
    watch?.watchFiles(built.watchFiles, { isBroken: !built.app });
    const isOvertaken = isStopped || isStirred || isStale;
    if (isOvertaken || !built.app) void generation?.application.stop();
    if (isOvertaken) {
      // While saves still come, the end of their burst builds.
      if (!isStopped && !isStirred) await build();
      return built;
    }
    if (!built.app) generation = undefined;
    options.onBuild({ build: built, generation, milliseconds: performance.now() - began });
    return built;
  };

  const startWatching = async (since: number, first: LocalBuild): Promise<void> => {
    const { hasSettings, watchSources } = await import('./source-watch.js');
    if (isStopped) return;
    watch = watchSources({
      root,
      since,
      onStir: () => {
        isStirred = true;
        onStir();
      },
      onChange: (paths) => {
        isStirred = false;
        if (hasSettings(paths)) builder.forgetSettings();
        if (isBuilding) isStale = true;
        else build().catch(fail);
      },
    });
    watch.watchFiles(first.watchFiles, { isBroken: !first.app });
  };

  // The watcher is loaded when the first requests can be served already; it knows from the files what it has missed.
  const since = Date.now();
  const first = await build();
  if (options.isWatching) startWatching(since, first).catch(fail);
  return {
    first,
    failed,
    stop: async () => {
      isStopped = true;
      await Promise.all([watch?.close(), builder.dispose()]);
    },
  };
}
