// The settings of a function that were changed after its last version was published: by a deploy of settings alone, which
// publishes none, or by hand.
import type { FunctionHistory, FunctionSettings } from '../../../cloud/lambda-calls.js';

/** In the words of the configuration. */
const FIELDS: Readonly<Record<keyof FunctionSettings, string>> = {
  role: 'iam_role_arn',
  runtime: 'runtime',
  handler: 'handler',
  timeout: 'lambda_timeout',
  memorySize: 'lambda_memory_size',
  environment: 'environment_variables',
  vpc: 'subnet_ids and security_group_ids',
};

/** The names of the fields. */
export function settingsSince({ latest, versions: [newest] }: FunctionHistory): readonly string[] {
  if (!latest || !newest) return [];
  const [to, from] = [textsOf(latest.settings), textsOf(newest.settings)];
  return KEYS.filter((key) => to[key] !== from[key]).map((key) => FIELDS[key]);
}

const KEYS = [
  'role',
  'runtime',
  'handler',
  'timeout',
  'memorySize',
  'environment',
  'vpc',
] as const satisfies readonly (keyof FunctionSettings)[];

/** Orders of names and ids have no meaning. */
function textsOf(settings: FunctionSettings): Readonly<Record<keyof FunctionSettings, string>> {
  const { environment, vpc } = settings;
  return {
    role: settings.role,
    runtime: settings.runtime,
    handler: settings.handler,
    timeout: String(settings.timeout),
    memorySize: String(settings.memorySize),
    environment: JSON.stringify(Object.entries(environment).toSorted(byKey)),
    vpc: JSON.stringify([vpc?.subnetIds.toSorted() ?? [], vpc?.securityGroupIds.toSorted() ?? []]),
  };
}

function byKey([left]: readonly [string, string], [right]: readonly [string, string]): number {
  return left < right ? -1 : 1;
}
