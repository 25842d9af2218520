// An application that requires keys, signatures, and its own authorizer function with cached results, and the responses that
// its routes must send, whatever created the API.
import { SignatureV4 } from '@smithy/signature-v4';
import { NodeHash } from '../../cli/serve/local-cloud/api-gateway/node-hash.fixture.js';
import { createClients, pause } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { apiIdOf } from '../deploy/drift/drift-row.js';
import { send } from '../local/support/client.js';

const URI =
  'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/' +
  'arn:aws:lambda:us-east-1:123456789012:function:helloworld-dev-count/invocations';

/** The authorizer returns how often it has been called. */
export const GUARDED_ROUTES: string = `import { CustomAuthorizer, Framework, IAMAuthorizer } from 'framework';

export const app = new Framework({ appName: 'helloworld' });

const kept = new CustomAuthorizer('kept', { header: 'Kept', authorizerUri: '${URI}' });
const asked = new CustomAuthorizer('asked', { header: 'Asked', authorizerUri: '${URI}', ttl: 0 });

let times = 0;
export const count = app.lambdaFunction()(function count(event) {
  times += 1;
  const Statement = [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: event.methodArn }];
  return { principalId: 'me', policyDocument: { Version: '2012-10-17', Statement }, context: { times } };
});

export class Views {
  @app.route('/key', { apiKeyRequired: true })
  key() {
    return { has: 'a key' };
  }

  @app.route('/signed', { authorizer: new IAMAuthorizer() })
  signed() {
    return { accessKey: app.currentRequest.context.identity.accessKey };
  }

  @app.route('/kept', { authorizer: kept })
  kept() {
    return { times: app.currentRequest.context.authorizer.times };
  }

  @app.route('/asked', { authorizer: asked })
  asked() {
    return { times: app.currentRequest.context.authorizer.times };
  }
}
`;

type Headers = Readonly<Record<string, string>>;

/** Calls every route as each kind of caller does. Returns the responses as text, for example `403 {...}`. */
export async function answersOf(cloud: TestCloud): Promise<Readonly<Record<string, string>>> {
  const id = await apiIdOf(createClients(cloud));
  const host = `${id}.execute-api.us-east-1.amazonaws.com`;
  const ask = async (path: string, headers: Headers = {}): Promise<string> => {
    const port = Number(new URL(cloud.url).port);
    const answer = await send(port, { path: `/api${path}`, headers: { host, ...headers } });
    return `${answer.status} ${Buffer.from(answer.body).toString('utf8')}`;
  };
  const sign = async (secretAccessKey: string): Promise<Headers> => {
    const signer = new SignatureV4({
      service: 'execute-api',
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey },
      sha256: NodeHash,
    });
    const request = { method: 'GET', protocol: 'http:', hostname: host, path: '/api/signed' };
    return (await signer.sign({ ...request, headers: { host } })).headers;
  };
  // A new stage does not respond immediately.
  while ((await ask('/kept')).startsWith('403')) await pause(20);
  const key = await sellKey(cloud, id);
  const answers: Record<string, string> = {
    'no key': await ask('/key'),
    'another key': await ask('/key', { 'x-api-key': 'x'.repeat(20) }),
    'a key': await ask('/key', { 'x-api-key': key }),
    unsigned: await ask('/signed'),
    signed: await ask('/signed', await sign('test')),
    'signed with another secret': await ask('/signed', await sign('other')),
    'no token': await ask('/asked'),
  };
  for (const turn of ['first', 'second']) {
    answers[`asked, ${turn}`] = await ask('/asked', { asked: 'token' });
  }
  for (const turn of ['first', 'second']) {
    answers[`kept, ${turn}`] = await ask('/kept', { kept: 'token' });
  }
  return answers;
}

/** Creates a key for a usage plan that contains the stage. */
async function sellKey(cloud: TestCloud, apiId: string): Promise<string> {
  const { apiGateway } = createClients(cloud);
  const { id: keyId, value = '' } = await apiGateway.createApiKey({
    name: 'client',
    enabled: true,
  });
  const apiStages = [{ apiId, stage: 'api' }];
  const plan = await apiGateway.createUsagePlan({ name: 'plan', apiStages });
  await apiGateway.createUsagePlanKey({ usagePlanId: plan.id, keyId, keyType: 'API_KEY' });
  return value;
}
