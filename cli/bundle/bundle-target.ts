// The machine that the package is for: that of Lambda, or this one for the local server.

/** Where the package will run. */
export type BundleTarget = {
  /** The processor of the deployed function. */
  readonly architecture: 'x64' | 'arm64';
  /** True for the local server, which takes native code as it is installed. */
  readonly runsHere?: boolean;
};

/** The platform of Lambda in npm's words; Amazon Linux has glibc. */
export type TargetPlatform = {
  readonly os: 'linux';
  readonly cpu: 'x64' | 'arm64';
  readonly libc: 'glibc';
};

/** The platform that native code must fit; undefined when it need not be checked. */
export function targetPlatform({
  architecture,
  runsHere,
}: BundleTarget): TargetPlatform | undefined {
  return runsHere === true ? undefined : { os: 'linux', cpu: architecture, libc: 'glibc' };
}
