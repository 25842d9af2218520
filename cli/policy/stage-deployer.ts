// The policy of who deploys a stage: the names that the stage has in the cloud, handed to the policy of the deployer.
import type { PolicyDocument } from '../../compiler/policy/policy-document.js';
import type { Manifest } from '../../runtime/contract/manifest.js';
import { appNameOf, baseName, functionKeys, functionNameOf } from '../config/cloud-names.js';
import type { StageConfig } from '../config/stage-config.js';
import { deployerPolicy } from '../deployer/deployer-policy.js';
import { roleNeeds } from './role-need.js';

export type DeployerOptions = {
  /** Only what `framework plan` needs. */
  readonly isReadOnly: boolean;
  /** Undefined: any region. */
  readonly region: string | undefined;
};

export function deployerPolicyOf(
  manifest: Manifest,
  config: StageConfig,
  { isReadOnly, region = '*' }: DeployerOptions,
): PolicyDocument {
  const app = appNameOf(config, manifest);
  const base = baseName(app, config.stage);
  const keys = functionKeys(manifest);
  const configs = keys.map((key) => config.functionConfig(key));
  const given = configs.flatMap(({ role }) => (role.kind === 'given' ? [role.arn] : []));
  const scope = {
    app,
    stage: config.stage,
    region,
    functions: keys.map((key) => functionNameOf(base, key)),
    roles: roleNeeds(manifest, config).map(({ name }) => name),
    hasApi: manifest.routes.length > 0,
    givenRoles: [...new Set(given)].sort(),
    hasVpc: configs.some(({ vpc }) => vpc !== undefined),
  };
  return deployerPolicy(scope, isReadOnly ? 'plan' : 'deploy');
}
