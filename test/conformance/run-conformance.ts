// Runs the conformance table against a host: `runConformance({ name, open })` in a test file of its own.
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { AppName, ExpectedAnswer, HttpAnswer, HttpRequest } from './case.js';
import { AUTHORIZATION } from './cases/authorization.js';
import { TABLE } from './table.js';

/** One application, served. */
export type OpenApp = {
  readonly request: (request: HttpRequest) => Promise<HttpAnswer>;
  readonly close: () => Promise<void> | void;
};

/** Something that serves the applications of this folder. */
export type Host = {
  readonly name: string;
  readonly open: (app: AppName) => Promise<OpenApp>;
  /** Titles of cases that the host cannot show, each list with its reason. */
  readonly skip?: readonly { readonly reason: string; readonly cases: readonly string[] }[];
};

/** For hosts of the runtime alone: whoever stands in front of it decides who may call. */
export const WITHOUT_GATEWAY: NonNullable<Host['skip']>[number] = {
  reason: 'authorizers are asked before the function is called',
  cases: AUTHORIZATION.cases.map(({ title }) => title),
};

/** Declares a test for every case of the table, and one for concurrent requests. */
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
    const check = (title: string, test: () => Promise<void>): void => {
      if (!skipped.includes(title)) it(title, test);
    };
    for (const { section, cases } of TABLE) {
      if (cases.every(({ title }) => skipped.includes(title))) continue;
      describe(section, () => {
        for (const { app = 'app', title, request, answer } of cases) {
          check(title, async () => {
            const { request: send } = await open(app);
            checkAnswer(await send(request), answer);
          });
        }
      });
    }

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
