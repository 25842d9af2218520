// Builds the application, and builds again after each save. A build is dropped when a file has changed since it was
// read. Files are compared at the end of a build, and before each request.
import type { Builder, BuiltApp, LocalBuild } from './builder.js';
import type { Generation } from './generation.js';
import type { SourceWatch } from './source-watch.js';

export type BuildLoopOptions = {
  readonly builder: Builder;
  /** Absolute path of the project, with forward slashes. */
  readonly root: string;
  readonly isWatching: boolean;
  /** Starts an application while its bundle is still being written. */
  readonly start: (app: BuiltApp, bundled: Promise<boolean>) => Generation;
  /** Called when a save makes the served build outdated. */
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
  /** The first build. */
  readonly first: LocalBuild;
  /** Compares the files on the disk with the last build. When one differs, it calls `onStir` and builds again. */
  readonly compare: () => void;
  /** Rejects when a later build fails with an unexpected error. */
  readonly failed: Promise<never>;
  readonly stop: () => Promise<void>;
};

/**
 * The watcher drops the second of two changes within 50 ms, so the files are compared once more after that time, in
 * milliseconds.
 */
const LATER = 120;

/** Some editors empty a file before they write it. Milliseconds after the beginning of a build when such a file is written. */
const SETTLED = 170;

/** Builds once and resolves. Then watches, when asked to. */
export async function startBuildLoop(options: BuildLoopOptions): Promise<BuildLoop> {
  const { builder, root, isWatching, onStir } = options;
  let watch: SourceWatch | undefined;
  let last: LocalBuild | undefined;
  let isBuilding = false;
  /** True when a burst of changes ended during a build. */
  let isStale = false;
  let isStopped = false;
  let later: NodeJS.Timeout | undefined;
  let fail: (reason: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));

  const burst = createChangeBurst({
    onBegin: onStir,
    onEnd: () => {
      if (isBuilding) isStale = true;
      else build().catch(fail);
    },
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
    // A later build may have failed on a file that an editor was still writing, so its problems wait for the next change.
    if (!built.app && last) await rest(SETTLED - (performance.now() - began));
    isBuilding = false;
    last = built;
    watch?.follow(built);
    compare();
    const isOvertaken = isStopped || burst.isOpen() || isStale;
    if (isOvertaken || !built.app) void generation?.application.stop();
    if (isOvertaken) {
      // While saves still arrive, the end of their burst starts the build.
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

  // The watcher is loaded after the first build, so that requests are served earlier. A comparison finds the changes it
  // has missed.
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

function rest(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, milliseconds);
  });
}

type ChangeBurst = {
  readonly add: () => void;
  readonly isOpen: () => boolean;
  readonly close: () => void;
};

type ChangeBurstOptions = {
  /** Called at the first change. */
  readonly onBegin: () => void;
  /** Called when the burst is over. */
  readonly onEnd: () => void;
};

/** Milliseconds without a change that end a burst. Later changes are found by the stamps of the files. */
const QUIET = 30;

/**
 * Joins changes that follow each other closely, because editors write a file in several steps and a checkout touches many
 * files. A burst begins with the first change, and again with the first change after its end.
 */
function createChangeBurst({ onBegin, onEnd }: ChangeBurstOptions): ChangeBurst {
  let timer: NodeJS.Timeout | undefined;
  return {
    add: () => {
      if (timer === undefined) onBegin();
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        onEnd();
      }, QUIET);
    },
    isOpen: () => timer !== undefined,
    close: () => {
      clearTimeout(timer);
    },
  };
}
