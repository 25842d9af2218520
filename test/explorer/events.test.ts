// Event functions in the explorer: the list, the form with a sample, and the outcome.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventRun, ShownRequest } from '../../cli/serve/explorer/explorer-document.js';
import { send } from '../local/support/client.js';
import {
  describeInBrowser,
  type OpenPage,
  openPage,
  reads,
  testAccessibility,
} from './support/browser.js';
import { EVENTS_APP } from './support/events-app.js';
import { explore, type ExploredProject } from './support/explored-project.js';

let explored: ExploredProject;
beforeAll(async () => {
  explored = await explore(EVENTS_APP);
});
afterAll(async () => {
  await explored.stop();
});

describe('the server', () => {
  const NOT_NOW = 'receives such events at the moment.';
  const run = async (form: unknown): Promise<{ status: number; value: unknown }> => {
    const { status, text } = await send(explored.port, {
      method: 'POST',
      path: '/run',
      headers: {
        Host: `127.0.0.1:${explored.port}`,
        Origin: explored.url,
        'Content-Type': 'application/json',
        'X-Framework-Explorer': '1',
      },
      body: JSON.stringify(form),
    });
    return { status, value: JSON.parse(text) as unknown };
  };

  /** Runs the function `order` with a message for each body. */
  const order = (...bodies: readonly unknown[]) => {
    const Records = bodies.map((body, index) => ({
      messageId: `m${index}`,
      body: JSON.stringify(body),
      attributes: {},
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:us-east-1:123456789012:orders',
    }));
    return run({ name: 'order', origin: 0, event: JSON.stringify({ Records }) });
  };

  test('runs a function through its adapter, with what it prints', async () => {
    const { status, value } = await order({ id: 'a', total: 1 }, { id: 'b', total: 10 });
    expect(status).toBe(200);
    const { outcome, records: counted, log } = value as EventRun; // because the page reads it so
    expect(outcome.kind).toBe('returned');
    expect(outcome.text).toContain('"itemIdentifier": "m1"');
    expect(counted).toEqual({ count: 2, failed: [{ index: 1, id: 'm1' }] });
    expect(log).toMatch(/order a 1\norder b 10\n[^]*RangeError: too much/);
    expect(log).not.toContain('framework:runtime');
    await explored.served.printed(/order b 10/);
  });

  test('refuses an event whose text would grow with the square of its depth', async () => {
    const event = `${'['.repeat(3000)}${']'.repeat(3000)}`;
    expect(await run({ name: 'order', origin: 0, event })).toEqual({
      status: 400,
      value: { message: 'The event is nested more than 500 levels deep.' },
    });
  });

  /** Returns the list of requests that a page receives when it opens. */
  const listed = async (): Promise<readonly ShownRequest[]> => {
    const answer = await fetch(`${explored.url}/events`);
    let text = '';
    for await (const piece of answer.body ?? []) {
      text += Buffer.from(piece).toString();
      const [, data] = /^event: requests\ndata: (.*)\n\n/m.exec(text) ?? [];
      // Leaving the loop closes the stream.
      if (data !== undefined) return JSON.parse(data) as ShownRequest[]; // because the page reads it so
    }
    return [];
  };

  test('a run is listed among the requests, with its outcome and place', async () => {
    await order({ id: 'a', total: 1 });
    await order({ id: 'b', total: 1 }, { id: 'c', total: 99 });
    await run({
      name: 'nightly',
      origin: 0,
      event: '{"source":"aws.events","detail-type":"Scheduled Event","detail":{}}',
    });
    const shown = (await listed()).slice(-3);
    const told = shown.map(({ method, target, status, note, route, at, exception }) => [
      `${method} ${target} ${status}`,
      note,
      route,
      `${at?.file}:${at?.line}`,
      exception,
    ]);
    const failing = 'queue orders, 1 of 2 records failed';
    const [job, report] = ['function order', 'RangeError: <b>no report</b>'];
    const cron = 'cron(0 6 * * ? *) Europe/Vienna';
    expect(told).toEqual([
      ['EVENT order done', 'queue orders', job, 'app.ts:21', undefined],
      ['EVENT order failed', failing, job, 'app.ts:21', undefined],
      ['EVENT nightly failed', cron, 'function nightly', 'app.ts:19', report],
    ]);
  });

  test('a function that ends the process fails its run, and the routes answer again', async () => {
    const { value } = await order({ id: 'exit', total: 1 });
    expect(value).toMatchObject({
      outcome: { kind: 'failed', text: 'the application ended' },
      records: { count: 1, failed: [{ index: 0 }] },
    });
    const { status } = await send(explored.served.port, { path: '/orders' });
    expect(status).toBe(200);
  });

  test.each([
    [[], 'The form is not a JSON object.'],
    [{ name: 'order' }, 'The form does not name a function, its source and an event.'],
    [{ name: 'order', origin: 0, event: '{' }, 'The event is not JSON.'],
    [{ name: 'order', origin: 1, event: '{}' }, `No function order ${NOT_NOW}`],
    [{ name: 'list', origin: 0, event: '{}' }, `No function list ${NOT_NOW}`],
  ])('refuses %j', async (form, message) => {
    expect(await run(form)).toEqual({ status: 400, value: { message } });
  });
});

describeInBrowser('the page', () => {
  let opened: OpenPage;
  let page: Page;

  beforeAll(async () => {
    opened = await openPage();
    ({ page } = opened);
  });
  afterAll(() => opened.close());

  const open = async (name: string): Promise<void> => {
    await page.goto(`${explored.url}/#${encodeURIComponent(`function ${name}`)}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };
  const field = (): Locator => page.getByRole('textbox', { name: 'Event' });
  const result = (): Locator => page.getByRole('region', { name: 'Result' });
  const ran = async (): Promise<string> => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const shown = result().locator('.result');
    await shown.waitFor();
    return (await shown.innerText()).replaceAll(/\s+/g, ' ').trim();
  };
  const log = (): Promise<string> =>
    result().getByRole('region', { name: 'Log of the function' }).innerText();

  test('lists functions with what sends them events, and finds them', async () => {
    await page.goto(explored.url);
    const events = page.getByRole('region', { name: 'Events' });
    await events.waitFor();
    await reads(() => events.getByRole('link').allInnerTexts()).toEqual([
      'nightly\ncron(0 6 * * ? *) Europe/Vienna',
      'order\nqueue orders',
      expect.stringMatching(/^uploaded\nbucket \w+.*; bucket \w+/),
    ]);
    await page.getByText('1 route, 3 functions').waitFor();
    await page.getByRole('searchbox').fill('queue ord');
    await page.getByText('0 of 1 routes, 1 of 3 functions').waitFor();
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'order' }).waitFor();
    await page.getByRole('searchbox').fill('');
  });

  test('the sample of a typed function is one that it takes', async () => {
    await open('order');
    expect(await ran()).toMatch(/^Returned [\d.]+ ms$/);
    await reads(log).toBe('order x 1\n');
  });

  test('records that fail are told, and what was typed stays', async () => {
    await field().fill((await field().inputValue()).replace('\\"total\\":1', '\\"total\\":10'));
    expect(await ran()).toMatch(/^1 of 1 record failed [\d.]+ ms$/);
    const failed = result().getByRole('region', { name: 'Failed records' });
    await reads(() => failed.getByRole('listitem').count()).toBe(1);
    await reads(log).toContain('RangeError: too much');
    await page.reload();
    await field().waitFor();
    await reads(() => field().inputValue()).toContain('\\"total\\":10');
    await field().fill('{');
    await page.getByText(/^Not JSON: /).waitFor();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await reads(() => result().getByRole('alert').innerText()).toBe('The event is not JSON.');
    await page.getByRole('button', { name: 'Start over' }).click();
    expect(JSON.parse(await field().inputValue())).toHaveProperty('Records');
  });

  test('an error is shown with its stack, as text', async () => {
    await open('nightly');
    expect(await ran()).toMatch(/^Failed [\d.]+ ms$/);
    const error = await result().getByRole('region', { name: 'Error of the function' }).innerText();
    expect(error).toMatch(/^RangeError: <b>no report<\/b>\n +at \S*nightly \(.*app\.ts:19:11\)/);
  });

  test('a run stands in the list, and leads back to its function', async () => {
    await open('order');
    await ran();
    const list = page.getByRole('region', { name: 'Requests' });
    const row = list.getByRole('button', { name: /^done EVENT order/ }).first();
    await row.waitFor();
    await open('nightly');
    await row.click();
    await page.getByRole('heading', { level: 1, name: 'order' }).waitFor();
  });

  test('each source of a function has its sample', async () => {
    await open('uploaded');
    const source = page.getByRole('combobox', { name: 'source' });
    for (const [bucket, key] of [
      ['uploads', 'in/sample'],
      ['archive', 'sample'],
    ]) {
      const option = source.getByRole('option', { name: `bucket ${bucket}` });
      await source.selectOption({ label: await option.innerText() });
      expect(await ran()).toMatch(/^Returned/);
      await reads(log).toBe(`${bucket} ${key}\n`);
    }
  });

  test('all of it can be done with the keyboard', async () => {
    await open('order');
    const { keyboard } = page;
    await field().focus();
    await keyboard.press('Control+Enter');
    await result().getByText('Returned').waitFor();
    await reads(() => page.getByRole('status').last().innerText()).toMatch(
      /^order: Returned in \d+ ms$/,
    );
    await reads(() => page.locator(':focus').getAttribute('id')).toBe('event');
  });

  test('nothing of it is against its own policy, and no script fails', () => {
    expect(opened.complaints.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([]);
  });

  testAccessibility(
    ['order', 'nightly', 'uploaded'],
    () => page,
    async (name) => {
      await open(name);
      await ran();
    },
  );
});
