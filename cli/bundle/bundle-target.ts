// Determines the platforms that the package must run on: Lambda's, or this machine for the local server.
import type { Manifest } from '../../runtime/contract/manifest.js';
import { functionKeys } from '../config/cloud-names.js';
import type { FunctionSettings } from '../config/keys.js';
import { API_HANDLER, type StageConfig } from '../config/stage-config.js';

/** A processor architecture, under its npm name. */
export type Cpu = 'x64' | 'arm64';

export type BundleTarget = {
  /** The architectures of the deployed functions, all of which share the same package. */
  readonly cpus: readonly Cpu[];
  /** True for the local server, which uses native code as it is installed. */
  readonly runsHere?: boolean;
  readonly logsJson?: boolean;
  readonly hasMetrics?: boolean;
};

export function packageTarget(manifest: Manifest, config: StageConfig): BundleTarget {
  const keys = functionKeys(manifest);
  const cpus = (keys.length > 0 ? keys : [API_HANDLER]).map(
    (key) => CPUS[config.functionConfig(key).settings.architecture],
  );
  const logsJson = keys.some((key) => config.functionConfig(key).settings.log_format === 'json');
  return {
    cpus: [...new Set(cpus)].toSorted(),
    ...(logsJson && { logsJson }),
    ...(config.settings.metrics && { hasMetrics: true }),
  };
}

const CPUS: Readonly<Record<FunctionSettings['architecture'], Cpu>> = {
  x86_64: 'x64',
  arm64: 'arm64',
};

/** Lambda's platform in npm's terms. Amazon Linux uses glibc. */
export type TargetPlatform = { readonly os: 'linux'; readonly cpu: Cpu; readonly libc: 'glibc' };

/** Returns the platforms that native code must support; empty if native code does not have to be checked. */
export function targetPlatforms({ cpus, runsHere }: BundleTarget): readonly TargetPlatform[] {
  return runsHere === true ? [] : cpus.map((cpu) => ({ os: 'linux', cpu, libc: 'glibc' }));
}
