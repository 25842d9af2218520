// The document that the compiler creates for an application with one route of each kind.
import type {
  AuthorizerEntry,
  Manifest,
  RouteEntry,
} from '../../../../runtime/contract/manifest.js';
import { openApiDocument } from '../../../../compiler/openapi/open-api.js';
import {
  type OpenApiDocument,
  placeDocument,
} from '../../../../compiler/openapi/openapi-document.js';
import { ACCOUNT, REGION } from './api-host.fixture.js';
import { invocationUri } from './document.fixture.js';

export const POOL: string = `arn:aws:cognito-idp:${REGION}:${ACCOUNT}:userpool/us-east-1_AbCdEfGhI`;
const AUTHORIZERS: AuthorizerEntry[] = [
  { kind: 'iam', name: 'IAM' },
  { kind: 'userPool', name: 'Pool', header: 'Authorization', providerArns: [POOL] },
  {
    kind: 'custom',
    name: 'Check',
    header: 'X-Token',
    authorizerUri: invocationUri('app-dev-check'),
  },
];

/** Creates a document with a plain route, a route with CORS, and one route for each kind of security. */
export function compiledDocument(): OpenApiDocument {
  const route = (path: string, more: Partial<RouteEntry> = {}): RouteEntry => ({
    path,
    methods: ['GET'],
    view: 'view',
    parameters: [],
    contentTypes: ['application/json'],
    cors: false,
    apiKeyRequired: false,
    authorizer: null,
    at: { file: 'app.ts', line: 1, column: 1 },
    ...more,
  });
  const manifest: Manifest = {
    version: 1,
    app: { name: 'app', debug: false, binaryTypes: [], at: { file: 'app.ts', line: 1, column: 1 } },
    routes: [
      route('/'),
      route('/cors/{id}', { methods: ['PUT'], cors: { allowOrigin: '*' } }),
      route('/iam', { authorizer: 'IAM' }),
      route('/key', { apiKeyRequired: true, authorizer: 'Check' }),
      route('/pool', { authorizer: 'Pool' }),
    ],
    functions: [],
    authorizers: AUTHORIZERS,
  };
  const options = { name: 'app-dev', region: REGION, functionName: 'app-dev' };
  return placeDocument(openApiDocument(manifest, options), {
    partition: 'aws',
    account: ACCOUNT,
    region: REGION,
  });
}
