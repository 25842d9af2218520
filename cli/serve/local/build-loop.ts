// Builds the application, and rebuilds it after each save. A build is discarded if a file has changed since it was read.
import { setTimeout as pause } from 'node:timers/promises';
import type { Builder, BuiltApp, LocalBuild } from './builder.js';
import type { Generation } from './generation.js';
import type { SourceWatch } from './source-watch.js';

export type BuildLoopOptions = {
  readonly builder: Builder;
  readonly root: string;
  readonly isWatching: boolean;
  readonly start: (app: BuiltApp, bundled: Promise<boolean>) => Generation;
  /** Called when a save makes the served build outdated. */
  readonly onStir: () => void;
  readonly onBuild: (result: {
    readonly build: LocalBuild;
    /** The generation that runs the build; undefined if there are errors. */
    readonly generation: Generation | undefined;
    readonly milliseconds: number;
  }) => void;
};

export type BuildLoop = {
  readonly first: LocalBuild;
  /** Compares the files on disk with the last build. If one differs, calls `onStir` and rebuilds. */
  readonly compare: () => void;
  /** Rejects if a later build fails with an unexpected error. */
  readonly failed: Promise<never>;
  readonly stop: () => Promise<void>;
};

/** The files are compared again after this many milliseconds, because the watcher misses a second change within 50 ms. */
const LATER = 120;

/** How long an editor may take to rewrite a file that it has emptied, in milliseconds from the start of a build. */
const SETTLED = 170;

/** Resolves after the first build. Then watches the files if `isWatching` is true. */
export async function startBuildLoop(options: BuildLoopOptions): Promise<BuildLoop> {
  const { builder, root, isWatching, onStir } = options;
  let watch: SourceWatch | undefined;
  let last: LocalBuild | undefined;
  let isBuilding = false;
  let isStale = false;
  let isStopped = false;
  let later: NodeJS.Timeout | undefined;
  let fail: (reason: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));

  const burst = createChangeBurst(onStir, () => {
    if (isBuilding) isStale = true;
    else build().catch(fail);
  });
  const compare = (): void => {
    if (!isWatching || isStopped || isBuilding || burst.isOpen()) return;
    if (last && last.inputs.changed().length > 0) burst.add();
  };

  const build = async (): Promise<LocalBuild> => {
    isBuilding = true;
    isStale = false;
    clearTimeout(later);
    const began = performance.now();
    let generation: Generation | undefined;
    const built = await builder.build((app, bundled) => {
      generation = options.start(app, bundled);
    });
    // A later build may have failed because an editor was still writing a file, so the loop waits for another change.
    if (!built.app && last) await pause(SETTLED - (performance.now() - began));
    isBuilding = false;
    last = built;
    watch?.follow(built);
    compare();
    const isOvertaken = isStopped || burst.isOpen() || isStale;
    if (isOvertaken || !built.app) void generation?.application.stop();
    if (isOvertaken) {
      // While files are still being saved, the next build starts only at the end of the burst.
      return isStopped || burst.isOpen() ? built : build();
    }
    if (!built.app) generation = undefined;
    options.onBuild({ build: built, generation, milliseconds: performance.now() - began });
    later = setTimeout(compare, LATER).unref();
    return built;
  };

  const startWatching = async (): Promise<void> => {
    const { watchSources } = await import('./source-watch.js');
    if (isStopped) return;
    watch = watchSources({
      root,
      onReady: compare,
      onEvent: (path) => {
        if (last?.inputs.has(path) !== true || burst.isOpen()) burst.add();
        else compare();
      },
    });
    if (last) watch.follow(last);
  };

  // The watcher is loaded after the first build, so that the first requests are served earlier. The files are then compared to
  // find changes that the watcher has missed.
  const first = await build();
  if (isWatching) startWatching().catch(fail);
  return {
    first,
    compare,
    failed,
    stop: async () => {
      isStopped = true;
      clearTimeout(later);
      burst.close();
      await Promise.all([watch?.close(), builder.dispose()]);
    },
  };
}

/** A burst ends after this many milliseconds without a change. A later change starts another burst. */
const QUIET = 30;

/** Combines changes in quick succession, because editors write a file in several steps and a checkout changes many. */
function createChangeBurst(onBegin: () => void, onEnd: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    add: (): void => {
      if (timer === undefined) onBegin();
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        onEnd();
      }, QUIET);
    },
    isOpen: () => timer !== undefined,
    close: () => clearTimeout(timer),
  };
}
