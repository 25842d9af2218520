// What a plan says about callers of the API.
import { expect, test } from 'vitest';
import type { AuthorizerEntry, RouteEntry } from '../../../../runtime/contract/manifest.js';
import type { Observed } from '../../stage/states.js';
import { isBreaking } from './rest-api.js';
import { planDeploy, renderPlan } from '../../deploy/plan-deploy.js';
import { desiredOf, observedOf, type StateSketch } from '../../deploy/states.fixture.js';

const pool = (arn: string): AuthorizerEntry => ({
  kind: 'userPool',
  name: 'pool',
  header: 'Authorization',
  providerArns: [`arn:aws:cognito-idp:eu-west-1:123456789012:userpool/${arn}`],
});

const OWN = { kind: 'custom', name: 'own', header: 'X-Token', authorizerUri: 'arn:x' } as const;

function route(
  fields: Partial<RouteEntry>,
  authorizers: readonly AuthorizerEntry[] = [],
): StateSketch {
  return { routes: [{ path: '/', ...fields }], authorizers };
}

function changes(before: StateSketch, after: StateSketch) {
  const planned = planDeploy(desiredOf(after), observedOf(desiredOf(before)));
  return planned.routes?.map((change) => ({
    action: change.action,
    route: `${change.route.method} ${change.route.path}`,
    fields: change.action === 'change' ? change.fields.map(({ field }) => field).join() : '',
    isBreaking: isBreaking(change),
  }));
}

test('routes are added and removed by path and method; to remove one is breaking', () => {
  const before = { routes: [{ path: '/a', methods: ['GET', 'PUT'] as const }, { path: '/b' }] };
  const after = { routes: [{ path: '/a', methods: ['GET', 'POST'] as const }, { path: '/c' }] };
  const planned = planDeploy(desiredOf(after), observedOf(desiredOf(before)));
  expect(renderPlan(planned, { hasColor: false })).toMatchInlineSnapshot(`
    "Routes
      +  POST  /a
      -  PUT   /a  breaking: answers 403
      -  GET   /b  breaking: answers 403
      +  GET   /c

    Resources
      ~  API  fixture-dev  routes and settings

    fixture, stage dev, eu-west-1: 1 to change. 2 breaking changes.
    "
  `);
});

const NONE = route({});
const KEY = route({ apiKeyRequired: true });
const IAM = route({ authorizer: 'IAM' }, [{ kind: 'iam', name: 'IAM' }]);
const POOL = route({ authorizer: 'pool' }, [pool('a')]);
const OTHER_POOL = route({ authorizer: 'pool' }, [pool('b')]);
const SCOPES = route({ authorizer: 'pool', scopes: ['admin'] }, [pool('a')]);
const CUSTOM = route({ authorizer: 'own' }, [OWN]);
const UNCACHED = route({ authorizer: 'own' }, [{ ...OWN, ttl: 0 }]);
const ORIGIN = 'https://example.org';
const ONE_ORIGIN = route({ cors: { allowOrigin: ORIGIN } });
const CREDENTIALS = route({ cors: { allowOrigin: ORIGIN, allowCredentials: true } });
const ANY_ORIGIN = route({ cors: { allowOrigin: '*' } });
const ONE_HEADER = route({ cors: { allowOrigin: '*', allowHeaders: ['X-A'] } });
const TWO_HEADERS = route({ cors: { allowOrigin: '*', allowHeaders: ['X-A', 'X-B'] } });
const REMEMBERED = route({ cors: { allowOrigin: '*', maxAge: 600 } });

test.each([
  ['a key is required', NONE, KEY, 'apiKeyRequired', true],
  ['no key is required any more', KEY, NONE, 'apiKeyRequired', false],
  ['an authorizer is asked', NONE, IAM, 'authorizer', true],
  ['no authorizer is asked any more', POOL, NONE, 'authorizer', false],
  ['another user pool is asked', POOL, OTHER_POOL, 'authorizer', true],
  ['the route asks for scopes of its own', POOL, SCOPES, 'authorizer', true],
  ['a verdict is kept for another time', CUSTOM, UNCACHED, 'authorizer', false],
  ['CORS is removed', ANY_ORIGIN, NONE, 'cors', true],
  ['CORS is added', NONE, ANY_ORIGIN, 'cors', false],
  ['one origin remains', ANY_ORIGIN, ONE_ORIGIN, 'cors', true],
  ['every origin is allowed', ONE_ORIGIN, ANY_ORIGIN, 'cors', false],
  ['an allowed header is removed', TWO_HEADERS, ONE_HEADER, 'cors', true],
  ['a preflight is remembered for longer', ANY_ORIGIN, REMEMBERED, 'cors', false],
  ['credentials are refused', CREDENTIALS, ONE_ORIGIN, 'cors', true],
])('a route changes: %s', (_, before, after, fields, breaks) => {
  expect(changes(before, after)).toEqual([
    { action: 'change', route: 'GET /', fields, isBreaking: breaks },
  ]);
});

test('a content type that is not accepted any more is breaking, though the document does not tell', () => {
  const before = route({ contentTypes: ['application/json', 'text/plain'] });
  const desired = desiredOf(route({ contentTypes: ['application/json'] }));
  const observed = observedOf(desiredOf(before));
  expect(planDeploy(desired, observed).routes).toMatchObject([
    { action: 'change', fields: [{ field: 'contentTypes' }], isBreaking: true },
  ]);
});

test('another gateway stage takes the URL away', () => {
  const desired = desiredOf();
  const observed = observedOf(desired);
  const moved: Observed = {
    ...observed,
    api: observed.api && { ...observed.api, deployment: undefined, otherStages: ['v1'] },
  };
  expect(renderPlan(planDeploy(desired, moved), { hasColor: false })).toMatchInlineSnapshot(`
    "Routes
      +  GET    /
      -  stage  v1  breaking: its URL stops working

    Resources
      ~  API  fixture-dev  routes and settings
                           stage v1 is deleted

    fixture, stage dev, eu-west-1: 1 to change. 1 breaking change.
    "
  `);
});

test('an application without routes loses its API', () => {
  const observed = observedOf(desiredOf({ functions: ['f'] }));
  const planned = planDeploy(desiredOf({ routes: [], functions: ['f'] }), observed);
  expect(renderPlan(planned, { hasColor: false })).toMatchInlineSnapshot(`
    "Routes
      -  GET  /  breaking: answers 403

    Resources
      -  function  fixture-dev
      -  API       fixture-dev  its URL is lost permanently

    fixture, stage dev, eu-west-1: 2 to delete. 1 breaking change.
    A deploy asks for confirmation before it deletes what cannot be restored; without a terminal, it requires \`--allow-delete\`.
    "
  `);
});

test('routes that cannot be read are not compared', () => {
  const desired = desiredOf(route({ apiKeyRequired: true }));
  const observed = observedOf(desiredOf());
  const unread = { ...observed, api: observed.api && { ...observed.api, routes: undefined } };
  const planned = planDeploy(desired, unread);
  expect(planned.routes).toBeUndefined();
  expect(renderPlan(planned, { hasColor: false })).toMatchInlineSnapshot(`
    "Routes
      ~  the deployed state could not be read, so the routes are not compared

    Resources
      ~  API  fixture-dev  routes and settings

    fixture, stage dev, eu-west-1: 1 to change.
    "
  `);
});
