// `framework/testing` as it is published, with the types of its source.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type * as Testing from '../../../cli/serve/testing/index.js';

const REPOSITORY = join(import.meta.dirname, '../../..');
const BUILT = pathToFileURL(join(REPOSITORY, 'dist/cli/testing/index.js')).href;

const testing = (await import(BUILT)) as typeof Testing; // because the build makes it of that source

/** The builders of sample events. */
export const events: Testing.Events = testing.events;

/** Opens the application in a directory and closes it when the test ends. */
export async function openTestApp(
  directory: string,
  options: Testing.TestAppOptions = {},
): Promise<Testing.TestedApp> {
  const quiet = options.load ? {} : { showOutput: false };
  const opened = await testing.testApp(directory, { ...quiet, ...options });
  onTestFinished(() => opened.close());
  return opened;
}

/** As it is, for tests of how it refuses. */
export const testApp: typeof Testing.testApp = testing.testApp;
