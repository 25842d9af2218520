// Errors as users see them: stacks without internal frames, and a page in the browser that reloads when the error is fixed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from './support/client.js';
import { serve, serveFiles } from './support/served-project.js';

const APP = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'pages' });
function fail(): never {
  throw new RangeError('<b>too much</b>');
}
export const failing = app.route('/fail/{name}')((name: string) => (name ? fail() : name));
export const waiting = app.route('/wait')(async () => {
  await new Promise((resolve) => setTimeout(resolve, 1));
  return fail();
});
export const parsing = app.route('/parse')(() => JSON.parse('{') as unknown);
export const posting = app.route('/post', { methods: ['POST'] })(() => fail());
export const fine = app.route('/fine')(() => 'fine');
`;
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
let served: Awaited<ReturnType<typeof serveFiles>>;
beforeAll(async () => {
  served = await serveFiles({ 'app.ts': APP });
});
afterAll(() => served.stop());

const page = (path: string, method = 'GET') =>
  send(served.port, { path, method, headers: BROWSER });

test.each([
  ['/fail/x', 'app.ts:4:9', 'app.ts:6:76'],
  ['/wait', 'app.ts:4:9', 'app.ts:9:10'],
])(
  'the stack of %s in the terminal has the frames of the application only',
  async (path, ...places) => {
    const from = served.output().length;
    await send(served.port, { path });
    await served.printed(new RegExp(`GET ${path} 500`), from);
    const printed = served.output().slice(from);
    const frames = printed.split('\n').filter((line) => /^\s+at /.test(line));
    expect(frames.map((frame) => /app\.ts:\d+:\d+/.exec(frame)?.[0])).toEqual(places);
  },
);

test('what Node.js itself did last stays at the top', async () => {
  const from = served.output().length;
  await send(served.port, { path: '/parse' });
  await served.printed(/GET \/parse 500/, from);
  expect(served.output().slice(from)).toMatch(
    /at JSON\.parse \(<anonymous>\)\n +at .*app\.ts:11:\d+\)?\nGET/,
  );
});

/** Serves other code, then the application again. */
async function withCode<Result>(code: string, use: () => Promise<Result>): Promise<Result> {
  served.project.write('app.ts', code);
  try {
    return await use();
  } finally {
    served.project.write('app.ts', APP);
    await page('/fine');
  }
}

test('a package that throws while it is loaded shows frames of its own and of the application only', async () => {
  const files = {
    'cache/dependencies/own.ts': `import value from 'bad';\nexport { value };\n`,
    'node_modules/bad/package.json': '{ "name": "bad", "version": "1.0.0", "main": "index.js" }',
    'node_modules/bad/index.js': "require('./inner.js');\nmodule.exports = 1;\n",
    'node_modules/bad/inner.js':
      "exports.a = 2;\nfunction fail() { throw new TypeError('loading'); }\nfail();\n",
  };
  for (const [file, text] of Object.entries(files)) served.project.write(file, text);
  const from = served.output().length;
  const loading = `import { value } from './cache/dependencies/own.js';\n${APP}void value;\n`;
  const printed = await withCode(loading, async () => {
    await served.printed(/threw an error while loading[^]*own\.ts.*\n/, from);
    return served.output().slice(from);
  });
  const frames = printed.split('\n').filter((line) => /^\s+at /.test(line));
  const places = frames.map((frame) => /[(/ ]([\w/.-]+:\d+):\d+\)?$/.exec(frame)?.[1]);
  expect(places).toEqual(
    [
      'node_modules/bad/inner.js:2',
      'node_modules/bad/inner.js:3',
      'node_modules/bad/index.js:1',
      'cache/dependencies/own.ts:1',
    ].map((place) => `${served.project.directory}/${place}`),
  );
});

test('a browser gets a page with the lines around the exception, escaped and under a strict policy', async () => {
  const { status, headers, text } = await page('/fail/x?q=1');
  expect(status).toBe(500);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*connect-src 'self'/);
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  expect(text).toContain('<code>app.ts:4:9</code>');
  expect(text).toContain('throw new RangeError(&#39;&#60;b&#62;too much&#60;/b&#62;&#39;);');
  expect(text).not.toContain('<b>');
  expect(text).not.toMatch(/(?:src|href)=/);
  expect(text).not.toContain('worker');
});

test('clients that are no browsers get what is deployed', async () => {
  const body =
    '{"Code":"FrameworkViewError","Message":"FrameworkViewError: An internal server error occurred."}';
  for (const Accept of ['*/*', 'application/json', 'application/json, text/html', undefined]) {
    const headers = Accept === undefined ? {} : { Accept };
    expect((await send(served.port, { path: '/fail/x', headers })).text).toBe(body);
  }
});

test('--no-error-page answers a browser as the deployed API does, and --debug shows the internal frames too', async () => {
  expect((await page('/fail/x')).text).toContain('framework local --no-error-page');
  const args = ['--no-error-page', '--debug', '--no-reload'];
  const server = await serve(served.project.directory, { args });
  const answer = await send(server.port, { path: '/fail/x', headers: BROWSER });
  await server.printed(/GET \/fail\/x 500/);
  await server.stop();
  expect(answer.headers['content-type']).toBe('application/json');
  expect(JSON.parse(answer.text)).toHaveProperty('Code', 'FrameworkViewError');
  expect(server.output()).toMatch(/at serve \(framework:/);
});

test('the stack that `app.debug` answers names files of the application only', async () => {
  const debugged = APP.replace("'pages' });", "'pages' });\napp.debug = true;");
  const { text } = await withCode(debugged, () => send(served.port, { path: '/fail/x' }));
  const frames = text.split('\n').filter((line) => /^\s+at /.test(line));
  expect(frames.map((frame) => /app\.ts:\d+/.exec(frame)?.[0])).toEqual(['app.ts:5', 'app.ts:7']);
});

test('a page of a request that does something does not send it again', async () => {
  expect((await page('/post', 'POST')).text).not.toContain('<script');
});

/** The path that the script of a page requests. */
const pathIn = (text: string): string => /fetch\("([^"]+)"/.exec(text)?.[1] ?? 'none';

test('a page is told of the next build, also one that a save repairs, and at once when it is old', async () => {
  const path = pathIn((await page('/fail/x')).text);
  let isTold = false;
  const told = send(served.port, { path }).then((answer) => {
    isTold = true;
    return answer.status;
  });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(isTold).toBe(false);
  served.project.write('app.ts', "import './missing.js';\n" + APP);
  expect(await told).toBe(200);
  const broken = await page('/fine');
  expect(broken.text).toContain('<code>app.ts:1:');
  expect(broken.text).toContain('import &#39;./missing.js&#39;;');
  const next = send(served.port, { path: pathIn(broken.text) });
  served.project.write('app.ts', APP);
  expect((await next).status).toBe(200);
  expect((await page('/fine')).text).toBe('"fine"');
  expect((await send(served.port, { path })).status).toBe(200);
  expect(served.output()).not.toContain('__framework');
});
