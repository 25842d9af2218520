// The machines that the package is for: those of Lambda, or this one for the local server.

import type { Manifest } from '../../runtime/contract/manifest.js';
import { functionKeys } from '../config/cloud-names.js';
import type { FunctionSettings } from '../config/keys.js';
import { API_HANDLER, type StageConfig } from '../config/stage-config.js';

/** A processor as npm names it. */
export type Cpu = 'x64' | 'arm64';

/** Where the package will run. */
export type BundleTarget = {
  /** The processors of the deployed functions, which all have the same package. */
  readonly cpus: readonly Cpu[];
  /** True for the local server, which uses native code as installed. */
  readonly runsHere?: boolean;
  /** True when a function of the stage logs JSON. */
  readonly logsJson?: boolean;
  /** True when each request of the stage writes its metrics. */
  readonly hasMetrics?: boolean;
};

/** The processors of the functions of a stage, and whether one of them logs JSON. */
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

/** The platform of Lambda as npm names it. Amazon Linux has glibc. */
export type TargetPlatform = {
  readonly os: 'linux';
  readonly cpu: Cpu;
  readonly libc: 'glibc';
};

/** The platforms that native code must fit; none when it need not be checked. */
export function targetPlatforms({ cpus, runsHere }: BundleTarget): readonly TargetPlatform[] {
  return runsHere === true ? [] : cpus.map((cpu) => ({ os: 'linux', cpu, libc: 'glibc' }));
}
