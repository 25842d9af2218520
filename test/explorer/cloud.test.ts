// The content of the local cloud in the explorer: read-only, and only with `--cloud`.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredPage } from '../../cli/serve/explorer/explorer-document.js';
import { send } from '../local/support/client.js';
import { serve, type ServedProject } from '../local/support/served-project.js';
import { createProject, type Project } from '../support/temporary-project.js';
import {
  describeInBrowser,
  type OpenPage,
  openPage,
  reads,
  testAccessibility,
} from './support/browser.js';

const APP = `
import { Bucket, Framework, Queue, Table } from 'framework';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

export const cities = new Table('cities', { key: ['country', 'name'] });
export const arrivals = new Queue('arrivals');
export const photos = new Bucket('photos');
export const app = new Framework({ appName: 'shop' });
const database = new DynamoDBClient({});
const queues = new SQSClient({});
const files = new S3Client({});

export const write = app.route('/cities', { methods: ['POST'] })(async () => {
  const { name, count = 1 } = app.currentRequest.jsonBody as { name: string; count?: number };
  for (let index = 0; index < count; index += 1) {
    const id = count === 1 ? name : name + String(index).padStart(3, '0');
    const Item = { country: { S: 'no' }, name: { S: id }, size: { N: '3' }, tags: { L: [{ S: 'a' }] } };
    await database.send(new PutItemCommand({ TableName: cities.name, Item }));
    await queues.send(new SendMessageCommand({ QueueUrl: arrivals.url, MessageBody: id }));
    await files.send(new PutObjectCommand({ Bucket: photos.name, Key: 'in/' + id, Body: id }));
  }
  return { name };
});
`;

/** Must be shown as text. */
const HOSTILE = '<img src=x onerror="document.title=1">&amp;"\u202e';

let project: Project;
let served: ServedProject;
let url = '';
let port = 0;
beforeAll(async () => {
  project = createProject({ 'app.ts': APP, 'node_modules/.keep': '' });
  const packages = fileURLToPath(new URL('../../node_modules/@aws-sdk', import.meta.url));
  symlinkSync(packages, join(project.directory, 'node_modules/@aws-sdk'), 'junction');
  served = await serve(project.directory, { args: ['--cloud'] });
  const [, own = '', explorer = ''] = await served.printed(
    /Serving shop .* on http:\S+:(\d+)[^]*Explorer on (\S+)/,
  );
  port = Number(own);
  url = explorer;
  const add = (body: object): Promise<unknown> =>
    send(port, {
      method: 'POST',
      path: '/cities',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  await add({ name: HOSTILE });
  await add({ name: 'town', count: 60 });
});
afterAll(async () => {
  await served.stop();
  project.remove();
});

async function stored(id: string, from = ''): Promise<StoredPage> {
  const answer = await fetch(`${url}/stored?${new URLSearchParams({ id, from }).toString()}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as StoredPage; // because the page reads it so
}

test('items have their keys first, in pages', async () => {
  const first = await stored('table cities');
  expect(first.columns).toEqual(['country', 'name', 'attributes']);
  expect(first.rows).toHaveLength(50);
  expect(first.rows).toContainEqual(['no', HOSTILE, '{"size":3,"tags":["a"]}']);
  const second = await stored('table cities', first.next);
  expect(second.rows).toHaveLength(11);
  expect(second.next).toBeUndefined();
});

test('messages are shown and not taken', async () => {
  const first = await stored('queue arrivals');
  expect(first.rows).toHaveLength(50);
  expect(first.rows[0]).toEqual([
    expect.stringMatching(/^\d{4}-/) as unknown,
    'waits',
    '0 times',
    HOSTILE,
  ]);
  expect((await stored('queue arrivals')).rows[0]).toEqual(first.rows[0]);
  expect((await stored('queue arrivals', first.next)).rows).toHaveLength(11);
});

test('files have their size and time', async () => {
  const first = await stored('bucket photos');
  expect(first.columns).toEqual(['key', 'size', 'modified']);
  const second = await stored('bucket photos', first.next);
  const rows = [...first.rows, ...second.rows];
  expect(rows).toHaveLength(61);
  expect(rows).toContainEqual(['in/town000', '7', expect.stringMatching(/^\d{4}-/) as unknown]);
  expect(rows.map(([key]) => key)).toContain(`in/${HOSTILE}`);
});

test('nothing else is read, and nothing without the check of the page', async () => {
  const other = await fetch(`${url}/stored?id=${encodeURIComponent('table other')}`);
  expect(other.status).toBe(404);
  const foreign = await fetch(`${url}/stored?id=table%20cities`, {
    headers: { 'Sec-Fetch-Site': 'cross-site' },
  });
  expect(foreign.status).toBe(403);
});

describeInBrowser('the page', () => {
  let opened: OpenPage;
  let page: Page;
  beforeAll(async () => {
    opened = await openPage();
    ({ page } = opened);
  });
  afterAll(() => opened.close());
  const open = async (id: string): Promise<void> => {
    await page.goto(`${url}/#${encodeURIComponent(id)}`);
    await page.getByRole('heading', { level: 1, name: id.replace(/^\w+ /, '') }).waitFor();
    await page.getByRole('cell').first().waitFor();
  };

  test('lists what there is, finds it, and shows hostile texts as texts', async () => {
    await page.goto(url);
    const list = page.getByRole('region', { name: 'Cloud' });
    await reads(() => list.getByRole('link').allInnerTexts()).toEqual([
      'table\ncities',
      'queue\narrivals',
      'bucket\nphotos',
    ]);
    await page.getByRole('searchbox').fill('queue');
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'arrivals' }).waitFor();
    await page.getByRole('searchbox').fill('');
    await page.getByRole('cell', { name: HOSTILE.slice(0, 20) }).waitFor();
    expect(await page.title()).not.toBe('1');
    expect(await page.locator('main img').count()).toBe(0);
  });

  test('pages go on and back, and a new item is there when it is read again', async () => {
    await open('table cities');
    await page.getByText('50 items').waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('11 items on page 2').waitFor();
    await send(port, {
      method: 'POST',
      path: '/cities',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"zz"}',
    });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('12 items on page 2').waitFor();
    await page.getByRole('button', { name: 'Previous page' }).click();
    await page.getByText(/^50 items$/).waitFor();
  });

  testAccessibility(['table cities', 'queue arrivals', 'bucket photos'], () => page, open);
});
