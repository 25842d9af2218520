// What stands around the functions of an application outside the cloud: the gateway's identity, and what each function is
// called and knows of itself. The names are those of a deployment, the account is of no meaning.
import { appNameOf, baseName, functionNameOf } from '../config/cloud-names.js';
import { API_HANDLER, type FunctionConfig } from '../config/stage-config.js';
import type { FunctionFacts, GatewayIdentity } from '../gateway/index.js';
import type { BuiltApp } from './builder.js';

export type Surroundings = {
  readonly identity: GatewayIdentity;
  /** `<app>-<stage>`: the name of the API function, and what the names of the others begin with. */
  readonly functionPrefix: string;
  readonly apiFunction: FunctionFacts;
  /** By name in the application. */
  readonly functions: Readonly<Record<string, FunctionFacts>>;
};

export type SurroundingsOptions = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly address: Pick<GatewayIdentity, 'apiId' | 'scheme' | 'port'>;
  /** Milliseconds that every function has; undefined for what the stage configures. */
  readonly timeout: number | undefined;
};

type NamedApp = Pick<BuiltApp, 'manifest' | 'config'>;

/** The account of the vendor's documentation. */
const ACCOUNT_ID = '123456789012';

/** Names an application as its deployment would. */
export function surroundingsOf(app: NamedApp, options: SurroundingsOptions): Surroundings {
  const { manifest, config } = app;
  const { environment, address, timeout } = options;
  const functionPrefix = functionPrefixOf(app);
  const region = environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'] ?? 'us-east-1';
  const factsOf = (key: string, { settings }: FunctionConfig): FunctionFacts => ({
    functionName: functionNameOf(functionPrefix, key),
    region,
    accountId: ACCOUNT_ID,
    memorySize: settings.lambda_memory_size,
    timeout: timeout ?? settings.lambda_timeout * 1000,
  });
  return {
    identity: {
      stage: config.settings.api_gateway_stage,
      accountId: ACCOUNT_ID,
      region,
      ...address,
    },
    functionPrefix,
    apiFunction: factsOf(API_HANDLER, config.apiHandler),
    functions: Object.fromEntries(
      manifest.functions.map(({ name }) => [name, factsOf(name, config.functionConfig(name))]),
    ),
  };
}

/** See {@link Surroundings}. */
export function functionPrefixOf({ manifest, config }: NamedApp): string {
  return baseName(appNameOf(config, manifest), config.stage);
}
