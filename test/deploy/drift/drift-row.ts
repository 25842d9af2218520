// A configuration key whose value has been changed manually in the cloud.
import { type PatchOperation, UpdateStageCommand } from '@aws-sdk/client-api-gateway';
import type { UpdateFunctionConfigurationCommandInput } from '@aws-sdk/client-lambda';
import type { Clients } from '../../../cli/serve/local-cloud/clients.fixture.js';
import { isMapping, type Mapping } from '../../../compiler/json-values.js';

export type DriftRow = {
  readonly config: object;
  /** The text of `app.ts`, if the key is an option in it. */
  readonly source?: string;
  /** Files in `.framework/`. */
  readonly files?: Readonly<Record<string, string>>;
  /** Creates the resources that the application uses but does not manage. */
  readonly prepare?: (clients: Clients) => Promise<unknown>;
  /** Makes the change, as someone might in the console. */
  readonly change: (clients: Clients) => Promise<unknown>;
  /** The text that the plan must then contain. */
  readonly says: string | RegExp;
  /** Text that the exported files must contain, without spaces. */
  readonly terraform: string | RegExp;
  readonly cloudFormation: string | RegExp;
};

/** The name of the function that serves the routes, which is also the name of its role. */
export const API = 'helloworld-dev';

export function updateFunction(
  settings: Partial<UpdateFunctionConfigurationCommandInput>,
): DriftRow['change'] {
  return ({ lambda }) => lambda.updateFunctionConfiguration({ FunctionName: API, ...settings });
}

/** Returns the id of the only API. */
export async function apiIdOf({ apiGateway }: Clients): Promise<string> {
  const { items: [api] = [] } = await apiGateway.getRestApis({});
  return api?.id ?? '';
}

export function updateApi(...patchOperations: readonly PatchOperation[]): DriftRow['change'] {
  return async (clients) => {
    const restApiId = await apiIdOf(clients);
    const input = { restApiId, patchOperations: [...patchOperations] };
    return clients.apiGateway.updateRestApi(input);
  };
}

export function updateStage(...patchOperations: readonly PatchOperation[]): DriftRow['change'] {
  return async (clients) => {
    const place = { restApiId: await apiIdOf(clients), stageName: 'api' };
    const command = new UpdateStageCommand({ ...place, patchOperations: [...patchOperations] });
    return clients.apiGateway.send(command);
  };
}

export function replace(path: string, value: string): PatchOperation {
  return { op: 'replace', path, value };
}

/** Changes the API's resources, methods and authorizers without deploying them, so that callers do not see the change yet. */
export function editApi(edit: (text: string) => string): DriftRow['change'] {
  return async (clients) => {
    const { apiGateway } = clients;
    const restApiId = await apiIdOf(clients);
    const shown = await apiGateway.getExport({
      restApiId,
      stageName: 'api',
      exportType: 'oas30',
      accepts: 'application/json',
      parameters: { extensions: 'apigateway' },
    });
    const text = Buffer.from(shown.body ?? []).toString('utf8');
    const before = JSON.stringify(JSON.parse(text));
    const after = edit(before);
    if (after === before) throw new Error(`Nothing is changed in ${before}`);
    const body = Buffer.from(after);
    return apiGateway.putRestApi({ restApiId, mode: 'overwrite', body });
  };
}

/** Makes the same change, and deploys it to the stage. */
export function editAndDeployApi(edit: (text: string) => string): DriftRow['change'] {
  return async (clients) => {
    await editApi(edit)(clients);
    const restApiId = await apiIdOf(clients);
    return clients.apiGateway.createDeployment({ restApiId, stageName: 'api' });
  };
}

/** Returns a value without the parts that every deploy adds: records, and function versions. */
export function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (!isMapping(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !PASSING.includes(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, lasting(one)])) satisfies Mapping;
}

const PASSING: readonly string[] = ['record', 'versions'];
