// The generated client in the most common environment: a browser, with its own fetch.
import { transform } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser, type OpenPage, openPage } from '../explorer/support/browser.js';
import { serveFiles, type ServedProject } from '../local/support/served-project.js';
import { GUIDE, guideClient } from './guide.fixture.js';

type Input = Readonly<Record<string, unknown>>;

/** The result of one call in a page. */
type Outcome = {
  readonly ok: boolean;
  readonly status: number;
  readonly value: unknown;
  readonly type: string | null;
};

const IN_PAGE = `async ([module, route, input, isGivenUp]) => {
  const { createClient } = await import(module);
  const api = createClient({ baseUrl: location.origin });
  const signal = isGivenUp ? AbortSignal.abort() : undefined;
  try {
    const answer = await api(route, { ...input, signal });
    const value = answer.ok ? answer.value : answer.error;
    return { ok: answer.ok, status: answer.status, value, type: answer.headers.get('content-type') };
  } catch (error) {
    return { ok: false, status: 0, value: error.name, type: null };
  }
}`;

describeInBrowser('the client in a browser', () => {
  let served: ServedProject;
  let opened: OpenPage;
  let page: Page;
  let url: string;

  beforeAll(async () => {
    const { code } = await transform(guideClient(), { loader: 'ts' });
    url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
    served = await serveFiles({ 'app.ts': GUIDE });
    opened = await openPage();
    ({ page } = opened);
    // A page of the application itself, so that CORS is not needed.
    await page.goto(`${served.url}/page`);
  });
  afterAll(async () => {
    await opened.close();
    await served.stop();
  });

  /** The script is passed to the page as text, because the test runner modifies the code of functions. */
  const call = (route: string, input: Input = {}, isGivenUp = false): Promise<Outcome> =>
    page.evaluate(`(${IN_PAGE})(${JSON.stringify([url, route, input, isGivenUp])})`);

  test('captures, query and JSON go out and come back', async () => {
    const input = {
      path: { id: 7 },
      query: { limit: 2, tags: ['a b', 'ü'] },
      body: { name: 'Oslo' },
    };
    expect(await call('POST /typed/{id}', input)).toEqual({
      ok: true,
      status: 200,
      value: { id: 7, limit: 2, tags: ['a b', 'ü'], name: 'Oslo' },
      type: 'application/json',
    });
  });

  test('what is wrong with the input is told by place', async () => {
    const input = { path: { id: 7 }, query: { limit: 2 }, body: { name: '' } };
    expect(await call('POST /typed/{id}', input)).toMatchObject({
      ok: false,
      status: 400,
      value: { Code: 'BadRequestError', Problems: [{ at: '/body/name' }] },
    });
  });

  test('an empty answer and an error of the application are answers', async () => {
    expect(await call('DELETE /cities/{id}', { path: { id: 'oslo' } })).toMatchObject({
      ok: true,
      status: 204,
    });
    expect(await call('GET /cities/{id}', { path: { id: 'atlantis' } })).toMatchObject({
      ok: false,
      status: 404,
      value: { Code: 'NotFoundError', Message: 'no city atlantis' },
    });
  });

  test('a call that is given up rejects', async () => {
    expect(await call('GET /route', {}, true)).toMatchObject({ ok: false, value: 'AbortError' });
  });
});
