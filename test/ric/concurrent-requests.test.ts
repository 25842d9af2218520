// Concurrent requests in one thread, as Lambda Managed Instances run functions: real bundles with AWS's own runtime interface
// client and AWS_LAMBDA_MAX_CONCURRENCY, with AsyncLocalStorage and if the build omits it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProxyEvent, ProxyResult } from '../../runtime/contract/proxy-event.js';
import { bundleProject, packageFolder, show } from '../bundle/bundle-project.js';
import { makeProject } from '../bundle/temporary-project.js';
import { proxyEvent } from '../support/proxy-events.js';
import { sampleOf } from '../support/sample.js';
import { type LambdaProcess, startLambda } from './lambda-process.js';

/** Views that read the request before their first await, and wait in different ways. */
const VIEWS = `import { BadRequestError, Framework, Response } from 'framework';

export const app = new Framework({ appName: 'several' });
app.log.level = 'INFO';

const wait = (id: string) =>
  new Promise<void>((resolve) => setTimeout(resolve, 5 + (Number(id) * 7) % 23));
const later = async (params: Readonly<Record<string, string>> | null) => {
  await wait(params?.id ?? '0');
  return params;
};
let running = 0;
let most = 0;

class Views {
  #prefix = 'view';
  get label() {
    return this.#prefix;
  }

  @app.route('/most')
  peak() {
    return most;
  }

  @app.route('/waits/{id}', { methods: ['GET', 'HEAD'] })
  async waits(id: string) {
    const request = app.currentRequest;
    most = Math.max(most, (running += 1));
    await wait(id);
    running -= 1;
    return [id, request.uriParams?.id, request.id, request.signal.aborted, request.cookies.c];
  }

  @app.route('/sync/{id}')
  sync(id: string) {
    return [id, app.currentRequest.uriParams?.id, this.label];
  }

  @app.route('/throws/{id}')
  throws(id: string) {
    if (app.currentRequest.uriParams?.id !== id) return 'another request';
    throw new BadRequestError(id);
  }

  @app.route('/rejects/{id}')
  async rejects(id: string) {
    const { uriParams } = app.currentRequest;
    await wait(id);
    throw new BadRequestError(String(uriParams?.id));
  }

  @app.route('/handed/{id}')
  async handed(id: string) {
    return [id, await later(app.currentRequest.uriParams), this.label];
  }

  @app.route('/bytes/{id}', { methods: ['POST'], contentTypes: ['application/octet-stream'] })
  async bytes(id: string) {
    const { rawBody } = app.currentRequest;
    await wait(id);
    return new Response(rawBody, 200, { 'Content-Type': 'application/octet-stream' });
  }

  @app.route('/logs/{id}')
  async logs(id: string) {
    app.log.info('before', { view: app.currentRequest.uriParams?.id });
    await wait(id);
    app.log.info('after', { view: id });
    return id;
  }
}
`;

/** The same views, and a view inside a provider. */
const WITH_PROVIDER = `${VIEWS.replace('{ BadRequestError', '{ BadRequestError, middleware')}
const user = middleware.provide(async (request, next) => {
  await wait(request.uriParams?.id ?? '0');
  return next({ id: request.uriParams?.id });
});

export const mine = app.route('/mine/{id}', { middleware: [user] })(async (id: string) => {
  const before = app.currentRequest.uriParams?.id;
  await wait(id);
  return [id, before, app.currentRequest.uriParams?.id, user.value.id];
});
`;

/** The same views, inside a middleware that waits before and after each view. */
const WITH_MIDDLEWARE = VIEWS.replace('{ BadRequestError', '{ BadRequestError, middleware')
  .replace(
    'export const app',
    `const slow = middleware(async (request, next) => {
  await wait(request.uriParams?.id ?? '0');
  const response = await next();
  await wait(request.uriParams?.id ?? '0');
  return response;
});
export const app`,
  )
  .replace("appName: 'several'", "appName: 'several', middleware: [slow]");

type Expected = Partial<Pick<ProxyResult, 'statusCode' | 'body' | 'isBase64Encoded'>>;

/** A request to each view with its expected response, by a number that is in both. */
const REQUESTS: Readonly<
  Record<string, (id: string) => { event?: Partial<ProxyEvent>; expected: Expected }>
> = {
  waits: (id) => ({
    event: { multiValueHeaders: { cookie: [`c=${id}`] } },
    expected: { statusCode: 200, body: JSON.stringify([id, id, `gateway-${id}`, false, id]) },
  }),
  sync: (id) => ({ expected: { statusCode: 200, body: JSON.stringify([id, id, 'view']) } }),
  throws: (id) => ({ expected: refusal(id) }),
  rejects: (id) => ({ expected: refusal(id) }),
  handed: (id) => ({ expected: { statusCode: 200, body: JSON.stringify([id, { id }, 'view']) } }),
  bytes: (id) => ({
    event: {
      httpMethod: 'POST',
      multiValueHeaders: {
        'content-type': ['application/octet-stream'],
        accept: ['application/octet-stream'],
      },
      body: base64(`bytes of ${id}`),
      isBase64Encoded: true,
    },
    expected: { statusCode: 200, body: base64(`bytes of ${id}`), isBase64Encoded: true },
  }),
  logs: (id) => ({ expected: { statusCode: 200, body: JSON.stringify(id) } }),
};

const HEAD: (typeof REQUESTS)[string] = () => ({
  event: { httpMethod: 'HEAD' },
  expected: { statusCode: 200, body: '' },
});

const MINE: (typeof REQUESTS)[string] = (id) => ({
  expected: { statusCode: 200, body: JSON.stringify([id, id, id, id]) },
});

function refusal(id: string): Expected {
  return { statusCode: 400, body: JSON.stringify({ Code: 'BadRequestError', Message: id }) };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

const APPLICATIONS = [
  ['without AsyncLocalStorage', VIEWS, false, REQUESTS],
  ['with a middleware that waits', WITH_MIDDLEWARE, false, REQUESTS],
  ['with a provider', WITH_PROVIDER, true, { ...REQUESTS, mine: MINE }],
] as const;

const DRAWN = sampleOf('several requests at once', APPLICATIONS, 3);

describe.each(DRAWN)('several requests at once %s', (_, source, keepsStorage, requests) => {
  let lambda: LambdaProcess;
  let directory: string;
  beforeAll(async () => {
    const root = makeProject({ 'app.ts': source });
    const target = { cpus: ['x64'], logsJson: true } as const;
    const bundle = await bundleProject(root, { target });
    if (bundle.kind === 'failed') throw new Error(show(bundle));
    directory = packageFolder(root);
    lambda = await startLambda({
      node: process.execPath,
      directory,
      handler: 'index.handler',
      concurrency: 64,
      variables: { FRAMEWORK_LOG_FORMAT: 'json' },
    });
  });
  afterAll(() => {
    lambda.stop();
  });

  const ask = async (view: string, id: string, fields: Partial<ProxyEvent> = {}) => {
    const event = proxyEvent({
      resource: `/${view}/{id}`,
      path: `/${view}/${id}`,
      pathParameters: { id },
      ...fields,
    });
    const outcome = await lambda.invoke({
      ...event,
      requestContext: { ...event.requestContext, requestId: `gateway-${id}` },
    });
    if (outcome.kind !== 'response') throw new Error(JSON.stringify(outcome) + lambda.output());
    return outcome.value as ProxyResult; // because the handler answers so
  };

  test('1,000 requests are each answered with what is theirs', async () => {
    const kinds: [string, (typeof REQUESTS)[string]][] = [
      ...Object.entries(requests),
      ['waits', HEAD],
    ];
    const sent = Array.from({ length: 1000 }, (_, index) => {
      const [view, request] = kinds[index % kinds.length] ?? ['waits', HEAD];
      const id = String(index);
      return { view, id, ...request(id) };
    });
    const answers = await Promise.all(sent.map(({ view, id, event }) => ask(view, id, event)));
    expect(
      answers.map(({ statusCode, body, isBase64Encoded }) => ({
        statusCode,
        body,
        isBase64Encoded,
      })),
    ).toEqual(sent.map(({ expected }) => ({ isBase64Encoded: false, ...expected })));
    const most = Number((await ask('most', '', { resource: '/most' })).body);
    expect(most).toBeGreaterThan(1);
  });

  test('lines of the log have each the id of their request', async () => {
    const linesOfViews = (): readonly string[] =>
      lambda.output().match(/^\{.*"view":.*\}$/gm) ?? [];
    // Each view writes two lines, and the output of a process may arrive after its responses.
    await expect.poll(() => linesOfViews().length % 2).toBe(0);
    const lines = linesOfViews();
    const ids = new Map<string, Set<string>>();
    for (const line of lines) {
      const { view, requestId } = JSON.parse(line) as Record<string, string>; // because the view logs them
      if (view === undefined || requestId === undefined) throw new Error(line);
      ids.set(view, (ids.get(view) ?? new Set()).add(requestId));
    }
    expect(lines.length).toBeGreaterThan(200);
    expect(ids.size).toBe(lines.length / 2);
    expect([...ids.values()].flatMap((set) => [...set]).length).toBe(ids.size);
  });

  test(`the bundle keeps requests ${keepsStorage ? 'behind an await' : 'in a variable'}`, () => {
    const text = readFileSync(join(directory, 'index.mjs'), 'utf8');
    expect([text.includes('$begun'), text.includes('$requests')]).toEqual([
      !keepsStorage,
      keepsStorage,
    ]);
  });
});
