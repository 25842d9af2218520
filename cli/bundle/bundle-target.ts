// The machine that the package is for: Lambda's, or this one when the local server runs it.

/** Where the package will run. */
export type BundleTarget = {
  /** The processor of the deployed function. */
  readonly architecture: 'x64' | 'arm64';
  /** True for the local server: native code is taken as it is installed, for this machine. */
  readonly runsHere?: boolean;
};

/** Lambda's platform in npm's words; Amazon Linux has glibc. */
export type TargetPlatform = {
  readonly os: 'linux';
  readonly cpu: 'x64' | 'arm64';
  readonly libc: 'glibc';
};

/** The platform to check native code against; undefined when whatever is installed is right. */
export function targetPlatform({
  architecture,
  runsHere,
}: BundleTarget): TargetPlatform | undefined {
  return runsHere === true ? undefined : { os: 'linux', cpu: architecture, libc: 'glibc' };
}
