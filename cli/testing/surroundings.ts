// What the functions of an application under test are called, and what they know of themselves.
import type { Manifest } from '../../runtime/contract/manifest.js';
import type { FunctionConfig, StageConfig } from '../config/stage-config.js';
import type { FunctionFacts, GatewayIdentity } from '../gateway/index.js';

/** Everything in front of and around the functions of an application. */
export type AppSurroundings = {
  readonly identity: GatewayIdentity;
  /** `<app>-<stage>`: the API function, and what the names of the others begin with. */
  readonly functionPrefix: string;
  readonly apiFunction: FunctionFacts;
  /** By name in the application. */
  readonly functions: Readonly<Record<string, FunctionFacts>>;
};

/** The account of the vendor's documentation. */
export const ACCOUNT_ID = '123456789012';

/** Names an application as its deployment would, in an account and a region of no meaning. */
export function surroundingsOf(
  manifest: Manifest,
  config: StageConfig,
  region: string,
): AppSurroundings {
  const functionPrefix = `${manifest.app.name}-${config.stage}`;
  const factsOf = (functionName: string, own: FunctionConfig): FunctionFacts => ({
    functionName,
    region,
    accountId: ACCOUNT_ID,
    memorySize: own.memorySize,
    timeout: own.timeout * 1000,
  });
  return {
    identity: {
      stage: config.apiGatewayStage,
      accountId: ACCOUNT_ID,
      apiId: 'testapi',
      region,
      scheme: 'https',
      port: 443,
    },
    functionPrefix,
    apiFunction: factsOf(functionPrefix, config.apiHandler),
    functions: Object.fromEntries(
      manifest.functions.map(({ name }) => [
        name,
        factsOf(`${functionPrefix}-${name}`, config.functionConfig(name)),
      ]),
    ),
  };
}
