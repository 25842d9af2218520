// A manifest can be built from everything that the rules accept, and one invalid value is reported as one mistake.
import { describe, expect, test } from 'vitest';
import { factsWith, placeAt, routeOn, textAt } from '../../test/support/hand-made-facts.js';
import type { AppFacts } from '../declarations/app-facts.js';
import type { StaticValue } from '../values/static-value.js';
import { buildManifest } from '../manifest/build-manifest.js';
import { checkApp } from '../compile-app.js';
import { ROUTE_OPTIONS } from './route/options.js';

const at = placeAt(5, 9);
const ARN = 'arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_a';
const unknown: StaticValue = { kind: 'unknown', reason: { kind: 'expression', text: 'x' }, at };

function list(...items: StaticValue[]): StaticValue {
  return { kind: 'list', items, at };
}

function object(entries: Readonly<Record<string, StaticValue>>): StaticValue {
  return {
    kind: 'object',
    entries: Object.entries(entries).map(([key, value]) => ({ key: { value: key, at }, value })),
    at,
  };
}

function made(name: string, ...given: StaticValue[]): StaticValue {
  return { kind: 'instance', name, arguments: given, at };
}

const pool = { header: textAt('Authorization'), providerArns: list(textAt(ARN)) };

/** Values of every kind that an option may have by mistake. */
const VALUES: Readonly<Record<string, StaticValue>> = {
  'an empty text': textAt(''),
  'a text': textAt('GET'),
  'a method in lower case': textAt('get'),
  'a number': { kind: 'number', value: 5, at },
  'not a number': { kind: 'number', value: Number.NaN, at },
  true: { kind: 'boolean', value: true, at },
  false: { kind: 'boolean', value: false, at },
  null: { kind: 'null', at },
  undefined: { kind: 'undefined', at },
  unknown,
  'an empty list': list(),
  'a list of a text': list(textAt('GET')),
  'a list of a media type': list(textAt('image/png')),
  'a list of a number': list({ kind: 'number', value: 1, at }),
  'a list of undefined': list({ kind: 'undefined', at }),
  'a list of unknown': list(unknown),
  'an object with unknown': object({ allowOrigin: unknown }),
  'CORSConfig with unknown': made('CORSConfig', object({ allowOrigin: unknown })),
  'a list in a list': list(list()),
  'an empty object': object({}),
  'an object': object({ allowOrigin: textAt('*') }),
  'CORSConfig()': made('CORSConfig'),
  'CORSConfig of undefined': made('CORSConfig', { kind: 'undefined', at }),
  'CORSConfig of a text': made('CORSConfig', textAt('*')),
  'CORSConfig with a null': made('CORSConfig', object({ maxAge: { kind: 'null', at } })),
  'CORSConfig with an odd list': made('CORSConfig', object({ allowHeaders: list(list()) })),
  'IAMAuthorizer()': made('IAMAuthorizer'),
  'IAMAuthorizer of a text': made('IAMAuthorizer', textAt('x')),
  'UserPoolAuthorizer()': made('UserPoolAuthorizer'),
  'UserPoolAuthorizer of a name': made('UserPoolAuthorizer', textAt('x')),
  'UserPoolAuthorizer, sound': made('UserPoolAuthorizer', textAt('x'), object(pool)),
  'UserPoolAuthorizer with a null header': made(
    'UserPoolAuthorizer',
    textAt('x'),
    object({ ...pool, header: { kind: 'null', at } }),
  ),
  'CustomAuthorizer with options of a pool': made('CustomAuthorizer', textAt('x'), object(pool)),
};

const OPTIONS = Object.keys(ROUTE_OPTIONS.table);

function factsWithOptions(options: StaticValue): AppFacts {
  const facts = factsWith([{ ...routeOn('/'), options }]);
  const app = { arguments: [object({ appName: textAt('app') })], name: 'app', at };
  return { ...facts, apps: [app] };
}

describe.each(OPTIONS)('%s', (option) => {
  test.each(Object.entries(VALUES))('%s', (_, value) => {
    expectSound(factsWithOptions(object({ [option]: value })));
  });
});

test.each(Object.entries(VALUES))('the options of a route are %s', (_, value) => {
  expectSound(factsWithOptions(value));
});

test.each(Object.entries(VALUES))('the path is %s', (_, path) => {
  const facts = factsWithOptions(object({}));
  expectSound({ ...facts, views: [{ ...routeOn('/'), leading: [path] }] });
});

test.each(Object.entries(VALUES))('appName is %s', (_, appName) => {
  const app = { arguments: [object({ appName })], name: 'app', at };
  expectSound({ ...factsWithOptions(object({})), apps: [app] });
});

test.each(Object.entries(VALUES))('the argument of Framework is %s', (_, value) => {
  const app = { arguments: [value], name: 'app', at };
  expectSound({ ...factsWithOptions(object({})), apps: [app] });
});

test.each(Object.entries(VALUES))('the name of a function is %s', (_, name) => {
  expectSound({ ...factsWithOptions(object({})), views: [functionWith(object({ name }))] });
});

test.each(Object.entries(VALUES))('the options of a function are %s', (_, options) => {
  expectSound({ ...factsWithOptions(object({})), views: [functionWith(options)] });
});

test.each(Object.entries(VALUES))('the CORS of the application is %s', (_, value) => {
  const change = { app: 0, kind: 'cors', operation: 'assign', isConditional: false, at } as const;
  expectSound({ ...factsWithOptions(object({})), changes: [{ ...change, value }] });
});

test.each(Object.entries(VALUES))('the binary types are %s', (_, value) => {
  const change = {
    app: 0,
    kind: 'binaryTypes',
    operation: 'assign',
    isConditional: false,
    at,
  } as const;
  expectSound({ ...factsWithOptions(object({})), changes: [{ ...change, value }] });
});

test.each(Object.entries(VALUES))('debug is %s', (_, value) => {
  const change = { app: 0, kind: 'debug', operation: 'assign', isConditional: false, at } as const;
  expectSound({ ...factsWithOptions(object({})), changes: [{ ...change, value }] });
});

function functionWith(options: StaticValue): AppFacts['views'][number] {
  return { ...routeOn('/'), kind: 'lambdaFunction', leading: [], options };
}

function expectSound(facts: AppFacts): void {
  const errors = checkApp(facts).filter(({ severity }) => severity === 'error');
  expect(errors.length).toBeLessThanOrEqual(1);
  if (errors.length === 0) expect(buildManifest(facts).version).toBe(1);
}
