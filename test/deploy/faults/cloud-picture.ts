// Reads everything that a cloud contains, with the SDK's own clients. Two pictures are equal if the clouds are
// indistinguishable, except for ids and times, which each cloud generates itself.
import type { RestApi } from '@aws-sdk/client-api-gateway';
import {
  type Clients,
  createClients,
  untilReady,
} from '../../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../../cli/serve/local-cloud/test-cloud.fixture.js';

export type CloudPicture = {
  /** The names of all resources, for example `api helloworld-dev` and `function helloworld-dev`. */
  readonly inventory: readonly string[];
  readonly roles: readonly unknown[];
  readonly functions: readonly unknown[];
  readonly apis: readonly unknown[];
};

export async function pictureOf(cloud: TestCloud): Promise<CloudPicture> {
  const clients = createClients(cloud);
  const inventory = cloud.inventory();
  const namesOf = (kind: string): readonly string[] =>
    inventory.filter((one) => one.startsWith(`${kind} `)).map((one) => one.slice(kind.length + 1));
  const { items: apis = [] } = await clients.apiGateway.getRestApis({});
  const picture: CloudPicture = {
    inventory,
    roles: await Promise.all(namesOf('role').map((name) => readRole(clients, name))),
    functions: await Promise.all(namesOf('function').map((name) => readFunction(clients, name))),
    apis: await Promise.all(apis.map((api) => readApi(clients, api))),
  };
  const text = apis.reduce(
    (all, { id = '' }) => all.replaceAll(id, '<id>'),
    JSON.stringify(picture),
  );
  return JSON.parse(text) as CloudPicture; // because the text was created from a picture
}

async function readRole({ iam }: Clients, RoleName: string): Promise<unknown> {
  const { Role } = await iam.getRole({ RoleName });
  const { PolicyNames = [] } = await iam.listRolePolicies({ RoleName });
  const policies = await Promise.all(
    PolicyNames.map((PolicyName) => iam.getRolePolicy({ RoleName, PolicyName })),
  );
  return {
    name: RoleName,
    trust: Role?.AssumeRolePolicyDocument,
    tags: Role?.Tags,
    policies: policies.map(({ PolicyName, PolicyDocument }) => [PolicyName, PolicyDocument]),
  };
}

async function readFunction({ lambda }: Clients, FunctionName: string): Promise<unknown> {
  // A rollback does not wait for its last write.
  await untilReady(lambda, FunctionName);
  const found = await lambda.getFunction({ FunctionName });
  const policy = await lambda.getPolicy({ FunctionName }).catch(() => undefined);
  const configuration = { ...found.Configuration, RevisionId: '', LastModified: '' };
  const tags = Object.entries(found.Tags ?? {}).toSorted();
  return { configuration, tags, concurrency: found.Concurrency, permissions: policy?.Policy };
}

async function readApi(clients: Clients, { id = '', name, tags = {} }: RestApi): Promise<unknown> {
  const { item = [] } = await clients.apiGateway.getStages({ restApiId: id });
  const stages = await Promise.all(
    item.map(async ({ stageName = '' }) => [stageName, await readStage(clients, id, stageName)]),
  );
  return { name, tags: Object.entries(tags).toSorted(), stages };
}

/** Returns the document of the deployed API. */
async function readStage(
  { apiGateway }: Clients,
  restApiId: string,
  stageName: string,
): Promise<unknown> {
  const { body } = await apiGateway.getExport({
    restApiId,
    stageName,
    exportType: 'oas30',
    accepts: 'application/json',
    parameters: { extensions: 'apigateway' },
  });
  const document: unknown = JSON.parse(Buffer.from(body ?? []).toString());
  return { ...(document as object), info: {}, servers: [] }; // because an export is an object
}
