// The explorer as people use it: in a browser.
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../local/support/client.js';
import {
  describeInBrowser,
  type OpenPage,
  openPage,
  reads,
  testAccessibility,
} from './support/browser.js';
import { APP, explore, type ExploredProject } from './support/explored-project.js';
import { SECURED_APP } from './support/secured-app.js';
import { STREAMS_APP } from './support/streams-app.js';
import { TYPED_APP } from './support/typed-app.js';

describeInBrowser('the page', () => {
  let explored: ExploredProject;
  let opened: OpenPage;
  let page: Page;
  const asked: string[] = [];

  beforeAll(async () => {
    explored = await explore(TYPED_APP.replace('city-guide', 'shop'));
    opened = await openPage();
    ({ page } = opened);
    page.on('request', (request) => asked.push(request.url()));
  });
  afterAll(async () => {
    await opened.close();
    await explored.stop();
  });

  const open = async (route: string): Promise<void> => {
    await page.goto(`${explored.url}/#${encodeURIComponent(route)}`);
    await page.getByRole('heading', { level: 1, name: route, exact: true }).waitFor();
  };
  const press = (name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();
  const capture = (): Locator => page.getByRole('textbox', { name: 'id required' });
  const answer = (): Locator => page.getByRole('region', { name: 'Response', exact: true });
  const status = (): Locator => page.getByRole('status').last();
  const requests = (): Locator => page.getByRole('region', { name: 'Requests' });
  const sent = async (): Promise<string> => {
    await press('Send');
    const shown = answer().locator('.result');
    await shown.waitFor();
    return oneLine(shown);
  };
  const body = (): Promise<string> =>
    answer().getByRole('region', { name: 'Body of the response' }).innerText();
  const shows = (locator: Locator): Promise<void> => locator.first().waitFor();
  /** Saves the application and waits for the message in the terminal, so that no later test is affected by this reload. */
  const save = async (text: string, outcome = RELOADED): Promise<void> => {
    const before = explored.served.output().length;
    explored.project.write('app.ts', text);
    await explored.served.printed(outcome, before);
  };

  test('a reload is announced when there was one, and not when the types have been read', async () => {
    await page.goto(`${explored.url}/#${encodeURIComponent('POST /cities')}`);
    // The types are read in a separate thread, and the server notifies the page when they are ready.
    await shows(page.getByRole('region', { name: 'Type of the body' }).getByText('CountryCode'));
    expect(await status().innerText()).toBe('');
    await press('Send');
    await reads(() => status().innerText()).toMatch(/^\d{3} .+ in \d+ ms$/);
    await save(APP);
    await reads(() => status().innerText()).toBe('The application was reloaded.');
    await shows(page.getByRole('link', { name: '/staff/me' }));
  });

  test('shows the routes in groups, and asks nobody else for anything', async () => {
    await page.goto(explored.url);
    const routes = page.getByRole('navigation', { name: 'Routes' });
    await shows(routes.getByRole('link'));
    await reads(() => routes.getByRole('heading').allInnerTexts()).toEqual(['Orders', 'Staff']);
    await reads(() => routes.getByRole('link').allInnerTexts()).toEqual([
      'GET\n/orders',
      'POST\n/orders',
      'GET\n/orders/{id}',
      'GET\n/staff/caller',
      'GET\n/staff/key',
      'GET\n/staff/me',
    ]);
    await reads(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('GET /orders');
    expect(asked.filter((address) => !address.startsWith(explored.url))).toEqual([]);
  });

  test('an address that names no route shows the first one', async () => {
    await page.goto(`${explored.url}/#%`);
    await page.reload();
    await shows(page.getByRole('navigation', { name: 'Routes' }).getByRole('link'));
    await page.goto(explored.url);
  });

  test('a search finds routes by every word of it', async () => {
    const routes = page.getByRole('navigation', { name: 'Routes' });
    await page.getByRole('searchbox').fill('staff me');
    await shows(routes.getByText('1 of 6 routes'));
    await reads(() => routes.getByRole('link').allInnerTexts()).toEqual(['GET\n/staff/me']);
    await page.getByRole('searchbox').fill('nothing like it');
    await shows(routes.getByText('No route has “nothing like it”.'));
    await page.getByRole('searchbox').press('Escape');
    await reads(() => routes.getByRole('link').count()).toBe(6);
  });

  test('a request is sent with what was typed; its answer and its place are shown', async () => {
    await open('POST /orders');
    await page.getByLabel('Query string').fill('a=b c');
    await page.getByLabel('Headers', { exact: true }).fill('X-Trace: 1');
    await page.getByRole('textbox', { name: 'Body' }).fill('{"id": 12345678901234567890}');
    await reads(() => page.getByLabel('URL of the request').innerText()).toBe('/orders?a=b%20c');
    expect(await sent()).toMatch(/^201 Created [\d.]+ ms \d+ B$/);
    await reads(body).toContain('"id": 12345678901234567000');
    await answer()
      .getByText(/^Headers/)
      .click();
    await reads(() => answer().locator('dl').innerText()).toContain('X-Made');
    await reads(() => oneLine(requests().getByRole('listitem').first())).toMatch(
      /^201 POST \/orders\?a=b%20c [\d.]+ ms [\d:]+ app\.ts:16$/,
    );
  });

  test('a body that is not JSON is said before it is sent', async () => {
    await page.getByRole('textbox', { name: 'Body' }).fill('{"id": ');
    await shows(page.getByText(/^Not JSON: /));
    expect(await sent()).toContain('400');
  });

  test('an answer in HTML is text', async () => {
    await open('GET /orders/{id}');
    await capture().fill('a/b c');
    await reads(() => page.getByLabel('URL of the request').innerText()).toBe('/orders/a%2Fb%20c');
    await sent();
    await reads(body).toContain('<img src=x onerror="document.title=1">a/b c');
    await reads(() => page.locator('img').count()).toBe(0);
  });

  test('a capture that is missing is asked for', async () => {
    await capture().fill('');
    const before = await requests().getByRole('listitem').count();
    await press('Send');
    expect(
      await capture().evaluate(
        (input: { validity: { valueMissing: boolean } }) => input.validity.valueMissing,
      ),
    ).toBe(true);
    await reads(() => requests().getByRole('listitem').count()).toBe(before);
  });

  test('an exception of a view is listed with its place, as text', async () => {
    await capture().fill('bad');
    expect(await sent()).toMatch(/^500 Internal Server Error/);
    const row = requests().getByRole('listitem').first();
    await reads(() => row.innerText()).toContain('RangeError: <b>too much</b>');
    await reads(() => row.innerText()).toContain('app.ts:23');
  });

  test('the local caller is let in, and an unknown one is not', async () => {
    await open('GET /staff/caller');
    expect(await sent()).toContain('200 OK');
    await reads(body).toContain('arn:aws:iam::123456789012:user/local');
    await page.getByLabel('Sign as the local IAM caller').uncheck();
    expect(await sent()).toContain('403 Forbidden');
    await open('GET /staff/key');
    expect(await sent()).toContain('200 OK');
    await open('GET /staff/me');
    await page.getByLabel('claims').fill('{"sub":"ada"}');
    expect(await sent()).toContain('200 OK');
    await reads(body).toContain('"sub": "ada"');
    await page.getByLabel('claims').fill('[]');
    await press('Send');
    await shows(answer().getByRole('alert'));
    await press('Start over');
  });

  test('requests of other clients are listed while they happen, and open in the form', async () => {
    await send(explored.served.port, { path: '/orders/from%20outside?x=1' });
    const row = requests().getByRole('button', { name: /from%20outside/ });
    await row.click();
    await shows(page.getByRole('heading', { name: 'GET /orders/{id}' }));
    await reads(() => capture().inputValue()).toBe('from outside');
    await reads(() => page.getByLabel('Query string').inputValue()).toBe('x=1');
    await send(explored.served.port, { path: '/nowhere' });
    await shows(requests().getByText(/no route has this path/));
  });

  test('curl sends what the form would', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open('POST /orders');
    await page.getByRole('textbox', { name: 'Body' }).fill('{"id": 7}');
    await press('Copy as curl');
    await shows(page.getByText('Copied the curl command.'));
    const command = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(command).toContain(`curl '${explored.served.url}/orders?a=b%20c'`);
    expect(command).toContain(`--data-raw '{"id": 7}'`);
  });

  test('an edit changes the page and keeps what was typed; errors stand in its place meanwhile', async () => {
    await page.getByRole('textbox', { name: 'Body' }).fill('{"typed": true}');
    await save(`${APP}export const extra = app.route('/extra')(() => 1);\n`);
    await shows(page.getByRole('link', { name: '/extra' }));
    await reads(() => page.getByRole('textbox', { name: 'Body' }).inputValue()).toBe(
      '{"typed": true}',
    );
    await save(APP.replace("'/staff/key'", "'/staff/<i>key</i>/'"), /FW2103/);
    const problems = page.getByRole('main');
    await shows(problems.getByRole('heading', { name: /^The application has / }));
    await shows(problems.getByText('FW2103'));
    await shows(problems.getByText("@app.route('/staff/<i>key</i>/', { apiKeyRequired: true })"));
    await reads(() => page.getByRole('article').count()).toBe(0);
    await save(APP);
    await shows(page.getByRole('article'));
    await reads(() => page.getByRole('textbox', { name: 'Body' }).inputValue()).toBe(
      '{"typed": true}',
    );
    await page.reload();
    await shows(page.getByRole('article'));
    await reads(() => page.getByRole('textbox', { name: 'Body' }).inputValue()).toBe(
      '{"typed": true}',
    );
    await press('Start over');
    await reads(() => page.getByRole('textbox', { name: 'Body' }).inputValue()).toBe('{}');
  });

  test('a form is filled in from the types of the view, and problems stand at their fields', async () => {
    await save(TYPED_APP);
    await page.goto(`${explored.url}/#${encodeURIComponent('POST /cities')}`);
    const type = page.getByRole('region', { name: 'Type of the body' });
    await shows(type.getByText('CountryCode'));
    await reads(() => type.innerText()).toContain('name: string  // 1 to 80 characters');
    const field = page.getByRole('textbox', { name: 'Body' });
    expect(JSON.parse(await field.inputValue())).toEqual({
      name: 'x',
      country: 'AA',
      population: 0,
    });
    expect(await sent()).toContain('201 Created');
    await field.fill('{"name":"Oslo","country":"no","population":-1}');
    expect(await sent()).toContain('400 Bad Request');
    await shows(page.getByText('/population expected: integer, at least 0'));
    await reads(() => field.getAttribute('aria-invalid')).toBe('true');
    await open('GET /cities');
    await page.getByLabel('sort').selectOption('name');
    await page.getByLabel('limit').fill('1');
    await reads(() => page.getByLabel('URL of the request').innerText()).toBe(
      '/cities?sort=name&limit=1',
    );
    expect(await sent()).toContain('200 OK');
    await page.getByLabel('limit').fill('0');
    expect(await sent()).toContain('400 Bad Request');
    await shows(page.getByText(/^Expected: integer, at least 1/));
    // Unchanged values follow the type; typed values stay.
    await save(TYPED_APP.replace('maximum: 999', 'maximum: 7'));
    await shows(page.getByText('integer, 1 to 7'));
    await reads(() => page.getByLabel('limit').inputValue()).toBe('0');
    await save(APP);
    await shows(page.getByRole('link', { name: '/staff/me' }));
  });

  const dialog = (): Locator => page.getByRole('dialog', { name: 'Authorize' });
  const scheme = (name: string, label: string): Locator =>
    dialog()
      .getByRole('group', { name: new RegExp(`^${name} `) })
      .getByLabel(label);

  test('what is authorized once is sent to every route that has the scheme', async () => {
    await save(SECURED_APP);
    await open('POST /notes');
    await shows(page.getByRole('link', { name: 'POST /notes secured' }));
    await page.getByRole('button', { name: 'Authorize partner' }).click();
    await scheme('user', 'token').fill('Bearer token-1');
    await scheme('partner', 'value').fill('key&2');
    await scheme('session', 'value').fill('sid-3');
    await scheme('staff', 'username').fill('ada');
    await scheme('staff', 'password').fill('päss');
    await dialog().getByRole('textbox', { name: 'Shared headers' }).fill('X-Tenant: acme');
    await page.keyboard.press('Escape');
    await reads(() => page.locator(':focus').getAttribute('aria-label')).toBe('Authorize partner');
    await reads(() => page.getByLabel('URL of the request').innerText()).toBe('/notes?key=***');
    expect(await sent()).toContain('200 OK');
    const answered = { user: 'Bearer token-1', key: 'key&2', session: 'sid=sid-3', tenant: 'acme' };
    expect(JSON.parse(await body())).toEqual({ text: 'x', ...answered });
    await reads(() => answer().getByLabel('Log of the request').innerText()).toBe('noted x\n');
    await open('GET /mine');
    await page.reload();
    expect(await sent()).toContain('200 OK');
    await page.getByLabel('Send user').uncheck();
    expect(await sent()).toContain('401 Unauthorized');
    await open('GET /both');
    await sent();
    expect(JSON.parse(await body())).toEqual({ staff: `Basic ${btoa('ada:p\u00c3\u00a4ss')}` });
  });

  test('curl has the secrets when it is copied, and not when it is shown', async () => {
    await open('POST /notes');
    await press('Copy as curl');
    await shows(page.getByText('Copied the curl command.'));
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    for (const secret of ['?key=key%262', 'Bearer token-1', 'Cookie: sid=sid-3', 'X-Tenant: acme'])
      expect(copied).toContain(secret);
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
    await press('Copy as curl');
    const shown = page.getByRole('region', { name: 'Command of curl' });
    await reads(() => shown.innerText()).toContain('Authorization: Bearer ***');
    expect(await shown.innerText()).not.toMatch(/token-1|key%262|sid-3/);
    await page.getByLabel('With secrets').check();
    await reads(() => shown.innerText()).toBe(copied);
  });

  test('a past request opens with its body, answer and log, without secrets, and is sent again', async () => {
    await open('POST /notes');
    await page.getByRole('textbox', { name: 'Body' }).fill('{"text":"first"}');
    await page.getByLabel('Headers', { exact: true }).fill('X-Trace: 7');
    await sent();
    await page.getByRole('textbox', { name: 'Body' }).fill('{"text":""}');
    await page.getByLabel('Headers', { exact: true }).fill('');
    expect(await sent()).toMatch(/^422 .* Failure$/);
    await open('GET /both');
    await requests()
      .getByRole('button', { name: /200 POST \/notes\?key=\*\*\*/ })
      .first()
      .click();
    await shows(answer().getByText(/^The response to the request of/));
    await reads(() => page.getByRole('textbox', { name: 'Body' }).inputValue()).toBe(
      '{"text":"first"}',
    );
    await reads(() => page.getByLabel('Headers', { exact: true }).inputValue()).toBe('X-Trace: 7');
    await reads(() => answer().getByLabel('Log of the request').innerText()).toBe('noted first\n');
    await answer()
      .getByText(/^Headers of the request/)
      .click();
    const headers = await answer().locator('dl').first().innerText();
    expect(headers).toContain('X-Trace');
    expect(headers).not.toMatch(/token-1|sid-3/);
    expect(await sent()).toContain('200 OK');
    expect(JSON.parse(await body())).toMatchObject({ text: 'first', key: 'key&2', tenant: 'acme' });
    await page.reload();
    await requests()
      .getByRole('button', { name: /422 POST/ })
      .first()
      .click();
    await shows(answer().getByText(/were not kept/));
  });

  test('the document can be downloaded', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'openapi.json' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('openapi.json');
    const document: unknown = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(document).toMatchObject({
      components: { securitySchemes: { user: { scheme: 'bearer' } } },
    });
    await save(APP);
    await shows(page.getByRole('link', { name: '/staff/me' }));
  });

  test('all of it can be done with the keyboard', async () => {
    await page.goto(explored.url);
    await page.getByRole('article').waitFor();
    const { keyboard } = page;
    await keyboard.press('Tab');
    await reads(() => page.locator(':focus').innerText()).toBe('Skip to the route');
    await keyboard.press('/');
    await keyboard.type('orders/{id}');
    await keyboard.press('Enter');
    await reads(() => page.locator(':focus').innerText()).toBe('GET /orders/{id}');
    // The send button, the two buttons next to it, then the first field.
    for (let times = 0; times < 4; times++) await keyboard.press('Tab');
    await keyboard.press('Control+A');
    await keyboard.type('none');
    await keyboard.press('Control+Enter');
    await shows(answer().getByText('404 Not Found'));
    await reads(() => status().innerText()).toMatch(/^404 Not Found in \d+ ms$/);
    await reads(() => page.locator(':focus').inputValue()).toBe('none');
  });

  test('nothing of it is against its own policy, and no script fails', () => {
    expect(opened.complaints).toEqual([]);
  });

  describe('a stream', () => {
    beforeAll(() => save(STREAMS_APP));
    afterAll(() => save(APP));

    const begin = async (route: string): Promise<void> => {
      await open(route);
      await press('Send');
    };
    const stop = (): Locator => answer().getByRole('button', { name: 'Stop', exact: true });
    const result = (): Promise<string> => answer().locator('.result').innerText();

    test('its events are shown as they come, until it is stopped', async () => {
      await begin('GET /ticks');
      const events = answer().getByRole('region', { name: 'Events of the response' });
      await reads(() => events.innerText()).toMatch(
        /tick \{"tick":3\}[^]*Waiting for the next event/,
      );
      expect(await result()).toMatch(/200 OK\s+first byte after [\d.]+ ms\s+\d+ B\s+Stop/);
      await stop().click();
      await answer().getByText('Stopped here.').waitFor();
      // The total time is that of the stream, not that of its first byte.
      const [, first = '', whole = ''] =
        /after ([\d.]+) ms\s+([\d.]+) ms/.exec(await result()) ?? [];
      expect(Number(whole) - Number(first)).toBeGreaterThan(150);
      await expect
        .poll(() => explored.served.output())
        .toMatch(/GET \/ticks 200 .*\n {2}the client left/);
      expect(await stop().count()).toBe(0);
    });

    test('it can be stopped before its first byte', async () => {
      await begin('GET /late');
      await answer().getByText('Waiting for the response.').waitFor();
      await stop().click();
      await answer().getByText('Stopped here.').waitFor();
      expect(await answer().locator('.result').count()).toBe(0);
    });

    test('one that ends shows its time, its size and what came', async () => {
      await begin('GET /lines');
      await reads(() => answer().innerText()).toContain('{"id":2}');
      await reads(result).toMatch(/200 OK\s+first byte after [\d.]+ ms\s+[\d.]+ ms\s+18 B/);
    });
  });

  const views = ['POST /orders', 'GET /staff/me', 'GET /orders', 'Authorize user'];
  testAccessibility(
    views,
    () => page,
    async (view) => {
      if (view === 'Authorize user') {
        await press(view);
        return dialog().waitFor();
      }
      await open(view);
      return sent();
    },
  );
});

/** The message in the terminal after a successful build. */
const RELOADED = /Reloaded in \d+ ms/;

/** Returns the text of an element with single spaces. */
async function oneLine(locator: Locator): Promise<string> {
  return (await locator.innerText()).replaceAll(/\s+/g, ' ').trim();
}
