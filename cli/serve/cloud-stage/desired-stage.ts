// The desired stage of `framework local --cloud`: without the resources that serve HTTP, and with the code in the working tree.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { Compiler } from '../../../compiler/index.js';
import { parameterPath, PATH_VARIABLE } from '../../../runtime/contract/parameters.js';
import { LOCAL_PLACE } from '../../../runtime/contract/resources.js';
import type { Cloud } from '../../cloud/cloud.js';
import { API_HANDLER, STREAM_HANDLER } from '../../config/stage-config.js';
import { version } from '../../program/version.js';
import { buildDesired, checkQuotas } from '../../ship/deploy/prepare-deploy.js';
import { sdkUsesOf } from '../../ship/policy/generate-role-policy.js';
import { roleNeeds } from '../../ship/policy/role-need.js';
import { findRolePolicies } from '../../ship/policy/role-policies.js';
import type { Desired, Observed } from '../../ship/stage/states.js';
import { ATTACHED_CODE } from '../local-cloud/lambda/run/attachments.js';
import type { BuiltApp, LoadedSource } from '../local/builder.js';

export type Prepared = {
  readonly desired: Desired;
  readonly diagnostics: readonly Diagnostic[];
  /** A line that says where the values of secrets and parameters come from; empty if there are none. */
  readonly parameters: string;
};

export async function prepareStage(
  { manifest }: BuiltApp,
  { project, deployed: config }: LoadedSource,
  { compiler, cloud }: { readonly compiler: Compiler; readonly cloud: Cloud },
): Promise<Prepared> {
  const found = findRolePolicies({
    project,
    needs: roleNeeds(manifest, config),
    uses: sdkUsesOf({ project, config, manifest, compiler }),
    autogenPolicy: true,
  });
  const { account: id, partition } = LOCAL_PLACE;
  const whole = buildDesired({
    ...{ manifest, config, version },
    policies: found.policies,
    package: ATTACHED_CODE,
    region: cloud.region,
    account: { id, partition },
  });
  const { app, stage, parameters } = whole;
  const set =
    parameters.length > 0 ? await cloud.parameters.listParameters(parameterPath(app, stage)) : [];
  const missing = parameters.filter(({ path }) => !set.some((one) => one.path === path));
  const desired: Desired = {
    ...withoutHttp(whole),
    domain: undefined,
    permissions: [],
    parameters: [],
    functions: whole.functions.map((one) => {
      const { [PATH_VARIABLE]: path, ...others } = one.environment;
      return {
        ...one,
        // The local cloud has neither networks nor layers.
        ...{ vpc: undefined, layers: [], tracing: false },
        environment: missing.length > 0 ? others : one.environment,
      };
    }),
  };
  return {
    desired,
    diagnostics: [...found.diagnostics, ...checkQuotas(desired)],
    parameters: parameterText(parameters, missing),
  };
}

type DeclaredParameter = Pick<Desired['parameters'][number], 'kind' | 'name'>;

function parameterText(
  all: readonly DeclaredParameter[],
  missing: readonly DeclaredParameter[],
): string {
  if (all.length === 0) return '';
  const [first] = missing;
  if (!first) return 'Secrets and parameters are read from the cloud.';
  const command = `framework ${first.kind} set ${first.name} --local`;
  const names = missing.map(({ name }) => name).join(', ');
  return `Secrets and parameters are read from .env: the cloud has no value for ${names} (\`${command}\`).`;
}

/** Leaves out the resources that serve HTTP, because another command may have deployed them. */
export function withoutHttp<State extends Desired | Observed>(state: State): State {
  return { ...state, ...NO_HTTP };
}

const NO_HTTP = {
  api: undefined,
  otherApis: [],
  servedTwins: [],
  domains: [],
  apiKeys: [],
  logGroups: [],
} as const;

/** Treats the functions that serve HTTP as up to date, so that an API of `framework deploy --local` keeps its code. */
export function withDeployedHttp(observed: Observed, desired: Desired): Observed {
  const names = desired.functions.filter(({ key }) => servesHttp(key)).map(({ name }) => name);
  const functions = observed.functions.map((one) =>
    names.includes(one.name) ? { ...one, codeSha256: ATTACHED_CODE.sha256 } : one,
  );
  return { ...observed, functions };
}

/** Returns true for the key of a function that only an API calls. */
export function servesHttp(key: string): boolean {
  return key === API_HANDLER || key === STREAM_HANDLER;
}
