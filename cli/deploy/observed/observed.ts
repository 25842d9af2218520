// Observed state: what read calls found in the cloud of the resources that desired and deployed state name.
import type { CloudRole } from '../../cloud/iam-calls.js';
import type { CloudFunction, Permission } from '../../cloud/lambda-calls.js';
import type { RouteSummary } from '../plan/route-summary.js';
import type { DeploymentRecord } from './deployment-record.js';

export type ObservedRole = {
  readonly name: string;
  /** Undefined when it was not asked for, because the deployed state is complete. */
  readonly role: CloudRole | undefined;
  /** The inline policy; undefined when there is none. */
  readonly policy: unknown;
};

export type ObservedFunction = CloudFunction & {
  /** Undefined when they were not asked for. */
  readonly permissions: readonly Permission[] | undefined;
};

export type ObservedApi = {
  readonly id: string;
  /** Undefined when it was not asked for. */
  readonly tag: string | undefined;
  /** Where the stage of the configuration points; undefined when it does not exist. */
  readonly deployment: ObservedDeployment | undefined;
  /** Stages that a deploy made under an earlier `api_gateway_stage`. */
  readonly otherStages: readonly string[];
  /** What callers have now; undefined when it is not known. */
  readonly routes: readonly RouteSummary[] | undefined;
};

export type ObservedDeployment = {
  readonly id: string;
  readonly hash: string | undefined;
  /** What the deployment says of itself, when it was asked. */
  readonly record?: DeploymentRecord | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt?: number;
};

export type Observed = {
  /** Undefined before anything exists of which the ARN would tell. */
  readonly account: { readonly id: string; readonly partition: string } | undefined;
  /** Ours, those that are not desired any more too. By name. */
  readonly roles: readonly ObservedRole[];
  readonly functions: readonly ObservedFunction[];
  readonly api: ObservedApi | undefined;
  /** Ids of further APIs with our tag, which two deploys at once may have left; they are to be deleted. */
  readonly otherApis?: readonly string[];
};
