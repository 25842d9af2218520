// Provides the application's OpenAPI document for the page. Reading types takes time, so a thread creates the document. The first
// page waits for it, so that its routes do not move later. Later pages use the previous document until it is ready.
import { Worker } from 'node:worker_threads';
import { within } from '../../program/time-limit.js';
import type { OpenApiDocument } from './document-of-build.js';

export type DescribedPlace = {
  readonly directory: string;
  readonly stage: string;
};

export type AppDescriber = {
  /** Returns the newest document; undefined until there is one. */
  readonly document: () => OpenApiDocument | undefined;
  /** Resolves when the first document is available, cannot be created, or takes too long. */
  readonly first: () => Promise<void>;
  /** Resolves when no build is being described. */
  readonly newest: () => Promise<void>;
  /** Describes a build, unless it has already been described. `build` is a number that increases with each build. */
  readonly describe: (location: DescribedPlace, build: number) => void;
  readonly stop: () => void;
};

/** The maximum time that a page waits for the first document, in milliseconds. */
const LONGEST_WAIT = 5000;

/** `script` is the URL of the built thread. `onDescribed` is called when a new document is available. */
export function createAppDescriber(script: URL, onDescribed: () => void): AppDescriber {
  let document: OpenApiDocument | undefined;
  let described = -1;
  let worker: Worker | undefined;
  let waiting: (() => void)[] = [];
  let isDescribing = false;
  const goOn = (): void => {
    isDescribing = false;
    for (const resume of waiting) resume();
    waiting = [];
  };
  const end = (): void => {
    void worker?.terminate();
    worker = undefined;
  };
  const newest = (): Promise<void> =>
    new Promise((resolve) => {
      if (isDescribing) waiting.push(resolve);
      else resolve();
    });
  return {
    document: () => document,
    first: async () => {
      if (!document) await within(LONGEST_WAIT, newest());
    },
    newest,
    describe: (workerData, build) => {
      if (build === described) return;
      described = build;
      end();
      const started = new Worker(script, { workerData, stdout: true, stderr: true });
      worker = started;
      isDescribing = true;
      started.on('message', (message: OpenApiDocument) => {
        if (worker !== started) return;
        document = message;
        onDescribed();
        goOn();
      });
      // Without the thread, the page shows only what the build contains.
      started.on('error', () => undefined);
      started.on('exit', () => {
        if (worker === started) worker = undefined;
        if (!worker) goOn();
      });
      started.unref();
    },
    stop: end,
  };
}
