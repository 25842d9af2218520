// Reads everything that the cloud contains for a stage, as text without ids and times, to compare two clouds.
import { connect } from '../../cli/cloud/connect.js';
import type { Cloud } from '../../cli/cloud/cloud.js';
import { observe } from '../../cli/ship/deploy/observe.js';
import { prepareDeploy } from '../../cli/ship/deploy/prepare-deploy.js';
import type { Desired, Observed } from '../../cli/ship/stage/states.js';
import { canonicalJson } from '../../compiler/json-values.js';
import { createClients, pause } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';

/** Reads the state of the stage `dev` of the application in this directory. */
export async function stageState(directory: string, testCloud: TestCloud): Promise<unknown> {
  return (await stageReader(directory, testCloud))();
}

/** Returns a function that reads the state repeatedly while the application does not change; the application is built once. */
export async function stageReader(
  directory: string,
  testCloud: TestCloud,
): Promise<() => Promise<unknown>> {
  const region = testCloud.environment['AWS_REGION'] ?? '';
  const prepared = await prepareDeploy({ directory, stage: 'dev', region, autogenPolicy: true });
  if (prepared.kind === 'failed') throw new Error(JSON.stringify(prepared.diagnostics));
  return () => readStage(prepared.desired, testCloud);
}

async function readStage(desired: Desired, testCloud: TestCloud): Promise<unknown> {
  const { environment } = testCloud;
  const cloud = connect({ environment, signal: new AbortController().signal });
  try {
    const observed = await observeAtRest(cloud, desired);
    const all = {
      ...observed,
      ...(await unobserved(cloud, desired, observed)),
      roleTexts: await roleTexts(desired, testCloud),
    };
    return comparable(all, desired, observed.api?.id ?? 'none');
  } finally {
    cloud.close();
  }
}

/** Observes the cloud until no function has a pending change. */
async function observeAtRest(cloud: Cloud, desired: Desired): Promise<Observed> {
  for (;;) {
    const found = await observe({ cloud, desired, state: undefined });
    if (found.kind === 'refused') throw new Error(JSON.stringify(found.diagnostics));
    const { observed } = found;
    if (observed.functions.every(({ progress }) => progress.kind !== 'working')) return observed;
    await pause(5);
  }
}

/** Reads the settings that no plan reads. */
async function unobserved(
  { apiGateway, lambda }: Cloud,
  { functions, api }: Desired,
  observed: Observed,
): Promise<object> {
  const id = observed.api?.id;
  const versions = functions.map(async ({ name }) => {
    const { versions: published } = await lambda.readHistory(name);
    return [name, published] as const;
  });
  return {
    versions: Object.fromEntries(await Promise.all(versions)),
    ...(api &&
      id !== undefined && {
        restApi: await apiGateway.getApi(id),
        stages: await apiGateway.listStages(id),
        document: JSON.parse((await apiGateway.exportStage(id, api.stage)) ?? '{}') as unknown, // because it is JSON
      }),
  };
}

/** Reads the descriptions of roles, which the CLI writes but never reads. */
async function roleTexts({ roles }: Desired, cloud: TestCloud): Promise<unknown> {
  const { iam } = createClients(cloud);
  const answers = roles.map(({ name }) => iam.getRole({ RoleName: name }));
  return (await Promise.all(answers)).map(({ Role }) => Role?.Description);
}

/**
 * Names of ids and times. The version of a function is among them, because a record may contain it but templates do not know
 * it.
 */
const CHANCE: readonly string[] = [
  'id',
  'deploymentId',
  'revisionId',
  'statementId',
  'createdAt',
  'publishedAt',
  'version',
];

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** The timestamp in the name of a table's stream. */
const LABEL = /(?<=\/stream\/)[0-9T:.-]+/g;

function comparable(all: object, { api }: Desired, apiId: string): unknown {
  const text = JSON.stringify(all, (key, value: unknown) => {
    if (CHANCE.includes(key)) return undefined;
    // Terraform changes the order of the members in patterns.
    if (key === 'pattern' && typeof value === 'string') return canonicalJson(value);
    const entries: readonly (readonly [unknown, unknown])[] | undefined =
      value instanceof Map ? [...value] : undefined;
    return entries ? (Object.fromEntries(entries) as unknown) : value; // because a replacer may return anything
  });
  // The document is the same, whether or not it contained a region when its hash was computed.
  const hashes = new RegExp(`${api?.hash ?? 'none'}|${api?.exportedHash ?? 'none'}`, 'g');
  const named = text.replaceAll(apiId, '<api>').replaceAll(hashes, '<document>');
  return JSON.parse(named.replaceAll(UUID, '<uuid>').replaceAll(LABEL, '<label>'));
}
