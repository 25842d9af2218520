// `framework/testing` as published, with the types from its source.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type * as Testing from '../../../cli/serve/testing/index.js';

const REPOSITORY = join(import.meta.dirname, '../../..');
const BUILT = pathToFileURL(join(REPOSITORY, 'dist/cli/testing/index.js')).href;

const testing = (await import(BUILT)) as typeof Testing; // because the build creates it from that source

/** The builders of sample events. */
export const events: Testing.Events = testing.events;

/** Opens the application in a directory and closes it at the end of the test. */
export async function openTestApp(
  directory: string,
  options: Testing.TestAppOptions = {},
): Promise<Testing.TestedApp> {
  const quiet = options.load ? {} : { showOutput: false };
  const opened = await testing.testApp(directory, { ...quiet, ...options });
  onTestFinished(() => opened.close());
  return opened;
}

/** The original function, for tests of its errors. */
export const testApp: typeof Testing.testApp = testing.testApp;
