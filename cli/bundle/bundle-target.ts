// The machines that the package is for: those of Lambda, or this one for the local server.

/** A processor in npm's words. */
export type Cpu = 'x64' | 'arm64';

/** Where the package will run. */
export type BundleTarget = {
  /** The processors of the deployed functions, which all have the same package. */
  readonly cpus: readonly Cpu[];
  /** True for the local server, which takes native code as it is installed. */
  readonly runsHere?: boolean;
};

/** The platform of Lambda in npm's words; Amazon Linux has glibc. */
export type TargetPlatform = {
  readonly os: 'linux';
  readonly cpu: Cpu;
  readonly libc: 'glibc';
};

/** The platforms that native code must fit; none when it need not be checked. */
export function targetPlatforms({ cpus, runsHere }: BundleTarget): readonly TargetPlatform[] {
  return runsHere === true ? [] : cpus.map((cpu) => ({ os: 'linux', cpu, libc: 'glibc' }));
}
