// The applications for the fault matrix. The two differ in everything that a deploy can change.
import { appWith } from '../deployments.js';

export type DeployedApp = {
  readonly files: Readonly<Record<string, string>>;
  /** The API's responses, by path. */
  readonly answers: Readonly<Record<string, unknown>>;
};

/** API Gateway's response if no route matches. */
const MISSING = { message: 'Missing Authentication Token' };

export const BEFORE: DeployedApp = {
  files: {
    'app.ts': `${appWith({ '/': 'one', '/old': 'old' })}
export const resize = app.lambdaFunction()(function resize() { return 1; });
`,
    '.framework/config.json': configOf({
      environment_variables: { GREETING: 'hello' },
      tags: { team: 'blue', owner: 'ada' },
      lambda_functions: { resize: { reserved_concurrency: 2 } },
    }),
  },
  answers: { '': { answer: 'one' }, old: { answer: 'old' }, new: MISSING },
};

/** Different code, routes, settings, policies and functions. */
export const AFTER: DeployedApp = {
  files: {
    'app.ts': `${appWith({ '/': 'two', '/new': 'new' })}
export const crop = app.lambdaFunction()(function crop() { return 1; });
`,
    '.framework/config.json': configOf({
      environment_variables: { GREETING: 'good day' },
      tags: { team: 'green' },
      lambda_timeout: 10,
      subnet_ids: ['subnet-1234abcd'],
      security_group_ids: ['sg-1234abcd'],
      lambda_functions: { api_handler: { reserved_concurrency: 3 } },
    }),
  },
  answers: { '': { answer: 'two' }, old: MISSING, new: { answer: 'new' } },
};

/** No route streams. */
export const BUFFERED: DeployedApp = streaming('one', []);

/** A route streams. */
export const STREAMED: DeployedApp = streaming('two', ['/']);

/** Another route streams, from a function with its own role and settings. */
export const STREAMED_OTHERWISE: DeployedApp = streaming('three', ['/more'], {
  stream_handler: { manage_iam_role: true, lambda_timeout: 120, reserved_concurrency: 2 },
});

function streaming(
  text: string,
  streams: readonly string[],
  lambda_functions: object = {},
): DeployedApp {
  return {
    files: {
      'app.ts': appWith({ '/': text, '/more': text }, streams),
      '.framework/config.json': configOf({ lambda_functions }),
    },
    answers: { '': { answer: text }, more: { answer: text } },
  };
}

function configOf(settings: object): string {
  return JSON.stringify({ version: '2.0', ...settings });
}
