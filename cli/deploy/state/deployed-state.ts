// `.framework/deployed/<stage>.json`: what the last deploy from this machine left in the cloud. A cache (design.md 4.17):
// losing it costs a few more reads, never a second API.
import type { RouteSummary } from '../plan/route-summary.js';

/** What one deploy put where, for the next plan and for `rollback`. */
export type DeployedApi = {
  readonly id: string;
  readonly stage: string;
  readonly deploymentId: string;
  /** {@link DesiredApi.hash} of what is deployed. */
  readonly hash: string;
  readonly routes: readonly RouteSummary[];
};

export type DeployedState = {
  readonly version: 1;
  readonly app: string;
  readonly stage: string;
  readonly account: string;
  readonly partition: string;
  readonly region: string;
  /** The endpoint of an emulator; null for AWS. */
  readonly endpoint: string | null;
  /** False from before the first write of a deploy until after its last: then the cloud is asked about everything. */
  readonly isComplete: boolean;
  /** The roles carry the tag of their region; absent in records of versions that did not know it. */
  readonly hasRegions?: true;
  /** One of them was made by such a version, and may be shared with other regions. */
  readonly hasShared?: true;
  /** base64 SHA-256 of the zip that every function runs; empty while a deploy is under way. Other code is another deploy's. */
  readonly code: string;
  /** The code that ran when the deploy began that is under way; absent when it was the first. */
  readonly codeBefore?: string;
  /** Names; while a deploy is under way, those it may make are among them. */
  readonly roles: readonly string[];
  readonly functions: readonly string[];
  /**
   * Revisions of the functions that API Gateway calls, by name. A change of permissions makes another one, and so do things
   * that are none of ours. Without one the permissions are read.
   */
  readonly revisions?: Readonly<Record<string, string>>;
  readonly api: DeployedApi | null;
};
