// Runs the conformance table against a host. Each host has a test file that calls `runConformance({ name, open })`.
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../support/sample.js';
import {
  type AppName,
  APPLICATIONS,
  type ExpectedAnswer,
  type HttpAnswer,
  type HttpRequest,
  SECRET,
} from './case.js';
import { AUTHORIZATION } from './cases/authorization.js';
import { TABLE } from './table.js';

/** One application that is being served. */
export type OpenApp = {
  readonly request: (request: HttpRequest) => Promise<HttpAnswer>;
  readonly close: () => Promise<void> | void;
};

/** A server for the applications in this folder. */
export type Host = {
  readonly name: string;
  readonly open: (app: AppName) => Promise<OpenApp>;
  /** Titles of cases that the host does not support, in lists that each give a reason. */
  /** True if serving an application takes seconds: `npm test` then serves a sample of them, and otherwise all. */
  readonly isCostly?: true;
  readonly skip?: readonly { readonly reason: string; readonly cases: readonly string[] }[];
};

/** Skipped by hosts that consist only of the runtime, because whatever is in front of the runtime decides who may call it. */
export const WITHOUT_GATEWAY: NonNullable<Host['skip']>[number] = {
  reason: 'authorizers are asked before the function is called',
  cases: AUTHORIZATION.cases.map(({ title }) => title),
};

process.env[SECRET.variable] = SECRET.value;

/** Declares a test for every case of the table, and one test for concurrent requests. */
export function runConformance(host: Host): void {
  const opened = new Map<AppName, Promise<OpenApp>>();
  const open = (name: AppName): Promise<OpenApp> => {
    const app = opened.get(name) ?? host.open(name);
    opened.set(name, app);
    return app;
  };
  afterAll(async () => {
    for (const app of opened.values()) await (await app).close();
  });

  describe(`conformance: ${host.name}`, () => {
    const skipped = (host.skip ?? []).flatMap(({ cases }) => cases);
    const served = host.isCostly ? sampleOf(host.name, APPLICATIONS, 10) : APPLICATIONS;
    for (const { section, cases } of TABLE) {
      const shown = cases.filter(
        ({ app = 'app', title }) => served.includes(app) && !skipped.includes(title),
      );
      if (shown.length === 0) continue;
      describe(section, () => {
        for (const { app = 'app', title, request, answer } of shown) {
          it(title, async () => {
            const { request: send } = await open(app);
            checkAnswer(await send(request), answer);
          });
        }
      });
    }

    const check = (title: string, test: () => Promise<void>): void => {
      if (served.includes('app') && !skipped.includes(title)) it(title, test);
    };

    check('concurrent requests never mix, also across await', async () => {
      const { request: send } = await open('app');
      const ids = Array.from({ length: 50 }, (_, index) => `id-${index}`);
      const answers = await Promise.all(ids.map((id) => send({ path: `/concurrent/${id}` })));
      expect(answers.map((answer) => JSON.parse(text(answer)) as unknown)).toEqual(
        ids.map((id) => ({ id, before: id, after: id, last: id })),
      );
    });

    check('a class has one instance, made when its first view is called', async () => {
      const { request: send } = await open('app');
      const first = Number(text(await send({ path: '/calls' })));
      const second = Number(text(await send({ path: '/calls' })));
      expect(second - first).toBe(1);
    });
  });
}

function checkAnswer(answer: HttpAnswer, expected: ExpectedAnswer): void {
  const { status = 200, headers = {}, json, gunzipped, bytes } = expected;
  expect({ status: answer.status, body: status === answer.status ? '' : text(answer) }).toEqual({
    status,
    body: '',
  });
  for (const [name, value] of Object.entries(headers)) {
    const values = value === null ? [] : [value].flat();
    expect({ name, values: answer.headerValues(name) }).toEqual({ name, values });
  }
  if (json !== undefined) expect(JSON.parse(text(answer))).toEqual(json);
  if (typeof expected.text === 'string') expect(text(answer)).toBe(expected.text);
  if (expected.text instanceof RegExp) expect(text(answer)).toMatch(expected.text);
  if (gunzipped !== undefined) expect(gunzipSync(answer.body).toString()).toBe(gunzipped);
  if (bytes) expect([...answer.body]).toEqual(bytes);
}

function text({ body }: HttpAnswer): string {
  return Buffer.from(body).toString('utf8');
}
