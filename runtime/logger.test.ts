import { afterEach, expect, it, vi } from 'vitest';
import { capturedOutput } from '../test/support/captured-output.js';
import { Logger } from './logger.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

function logAll(logger: Logger): void {
  logger.debug('a debug line');
  logger.info('an info line');
  logger.warning('a warning line');
  logger.warn('another warning line');
  logger.error('an error line');
  logger.critical('a critical line');
}

it('the default level is ERROR; the format shows app name, level name, message', async () => {
  const text = await capturedOutput(() => logAll(new Logger('helloworld')));
  expect(text).toMatchInlineSnapshot(`
    "helloworld - ERROR - an error line
    helloworld - CRITICAL - a critical line
    "
  `);
});

it('the level is changeable, e.g. to DEBUG', async () => {
  const logger = new Logger('helloworld');
  logger.level = 'DEBUG';
  expect(await capturedOutput(() => logAll(logger))).toMatchInlineSnapshot(`
    "helloworld - DEBUG - a debug line
    helloworld - INFO - an info line
    helloworld - WARNING - a warning line
    helloworld - WARNING - another warning line
    helloworld - ERROR - an error line
    helloworld - CRITICAL - a critical line
    "
  `);
});

it('shows values as console.log does', async () => {
  const logger = new Logger('helloworld');
  const text = await capturedOutput(() => logger.error('100%s', { a: [1] }, null, undefined, 2n));
  expect(text).toBe('helloworld - ERROR - 100%s { a: [ 1 ] } null undefined 2n\n');
});

it('keeps a stack trace in one event of the log in Lambda', async () => {
  const logger = new Logger('helloworld');
  vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001');
  const text = await capturedOutput(() => logger.error('first\nsecond'));
  expect(text).toBe('helloworld - ERROR - first\rsecond\n');
});
