// The tables of AWS: every action that a rule names exists, and the installed clients are known.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  isKnownOperation,
  operationActions,
  prefixOf,
} from '../../compiler/policy/actions/needs-of-call.js';
import {
  operationsOf,
  namesOf,
  OPERATIONS,
  PREFIXES,
  WAITERS,
} from '../../compiler/policy/data/policy-data.js';
import names from './action-names.json' with { type: 'json' };

const REPOSITORY = join(import.meta.dirname, '../..');
const actionNames: Readonly<Record<string, string>> = names;
const actions = new Set(
  Object.entries(actionNames).flatMap(([prefix, row]) =>
    row.split(' ').map((name) => `${prefix}:${name}`),
  ),
);

test('every action that is written by hand exists', () => {
  const files = ['actions', 'calls', 'document', 'resources'].flatMap((folder) =>
    readdirSync(join(REPOSITORY, 'compiler/policy', folder)).map((name) =>
      readFileSync(join(REPOSITORY, 'compiler/policy', folder, name), 'utf8'),
    ),
  );
  const written = files.flatMap((file) =>
    [...file.matchAll(/'([a-z0-9-]+:[A-Za-z]+(?: [a-z0-9-]+:[A-Za-z]+)*)'/g)].flatMap(
      ([, row = '']) => row.split(' '),
    ),
  );
  const real = written.filter((action) => !/^(?:iam:PassedToService|arn:)/.test(action));
  expect(real.length).toBeGreaterThan(150);
  expect(real.filter((action) => !actions.has(action))).toEqual([]);
});

test('every operation that is taken as known has actions that exist', () => {
  const known = Object.entries(OPERATIONS).flatMap(([client]) =>
    namesOf(OPERATIONS, client)
      .map((operation) => ({ client, operation }))
      .filter(isKnownOperation),
  );
  expect(known.length).toBeGreaterThan(18_000);
  const wrong = known.flatMap((call) =>
    operationActions(call, prefixOf(call.client) ?? '').filter((action) => !actions.has(action)),
  );
  // They are called with a token of the user.
  expect(
    wrong.filter((action) => !/^(?:codecatalyst|execute-api|sso|sso-oauth):/.test(action)),
  ).toEqual([]);
});

test('nearly all operations are known', () => {
  const counts = Object.keys(OPERATIONS).map((client) => {
    const all = namesOf(OPERATIONS, client);
    return [all.length, all.filter((operation) => isKnownOperation({ client, operation })).length];
  });
  const sum = (index: number): number =>
    counts.reduce((total, row) => total + (row[index] ?? 0), 0);
  expect(sum(1) / sum(0)).toBeGreaterThan(0.96);
});

test('the clients that are installed here have no operation that the data lacks, but for new ones', () => {
  const folder = join(REPOSITORY, 'node_modules/@aws-sdk');
  const clients = readdirSync(folder).filter((name) => name.startsWith('client-'));
  expect(clients.length).toBeGreaterThan(4);
  const lacking = clients.flatMap((name) => {
    const known = operationsOf(`@aws-sdk/${name}`);
    return readdirSync(join(folder, name, 'dist-types/commands'))
      .filter((file) => file.endsWith('Command.d.ts'))
      .map((file) => file.replace('Command.d.ts', ''))
      .filter((operation) => known?.has(operation) !== true)
      .map((operation) => `${name} ${operation}`);
  });
  expect(
    lacking.filter((text) => !/BulkOperation|BulkPutItems|DefaultHostManagement/.test(text)),
  ).toEqual([]);
});

test('every waiter waits for an operation of its client', () => {
  const wrong = Object.keys(WAITERS).flatMap((client) =>
    namesOf(WAITERS, client).filter((pair) => {
      const operation = pair.split('=')[1] ?? '';
      return operationsOf(`@aws-sdk/client-${client}`)?.has(operation) !== true;
    }),
  );
  expect(wrong).toEqual([]);
});

test('a name that every object has is no package', () => {
  expect(operationsOf('@aws-sdk/client-constructor')).toBeUndefined();
  expect(prefixOf('toString')).toBeUndefined();
});

test('the prefixes are those of actions, but for services that have ended or have no names yet', () => {
  const prefixes = new Set(Object.values(PREFIXES).filter((prefix) => prefix !== undefined));
  const without = [...prefixes].filter((prefix) => !(prefix in actionNames)).sort();
  expect(without).toMatchInlineSnapshot(`
    [
      "application-cost-profiler",
      "end-user-messaging",
      "iotthingsgraph",
    ]
  `);
});
