// The resource types of a stage. To add one, create a folder next to the others and add a line to the list, after the types
// that it refers to. Plans show creations in this order, and deletions in reverse.
import type { ResourceType } from '../stage/resource-type.js';
import { apiKey } from './api-key/api-key.js';
import type { DesiredApiKey, ObservedApiKey } from './api-key/read-api-keys.js';
import {
  bucket,
  type BucketPlace,
  type DesiredOwnBucket,
  type ObservedOwnBucket,
} from './bucket/bucket.js';
import { domain } from './domain/domain.js';
import { eventSourceMapping } from './event-source-mapping/event-source-mapping.js';
import { lambdaFunction } from './function/function.js';
import { type DesiredLogGroup, logGroup } from './log-group/log-group.js';
import {
  notification,
  type BucketElsewhere,
  type DesiredBucket,
  notificationInvokers,
  type ObservedBucket,
} from './notification/notification.js';
import { type DesiredParameter, parameterType } from './parameter/parameter.js';
import { permissionType } from './permission/permission.js';
import { type DesiredQueue, type ObservedQueue, queue, type QueuePlace } from './queue/queue.js';
import { restApi } from './rest-api/rest-api.js';
import type { Invoker, InvokerSource } from './event-source/invokers.js';
import { roleType } from './role/role.js';
import { type DesiredRule, type ObservedRule, ruleInvokers } from './rule/desired-rules.js';
import { rule } from './rule/rule.js';
import {
  type DesiredSchedule,
  type GroupChange,
  type ObservedGroup,
  type ObservedSchedule,
  scheduleInvokers,
} from './schedule/scheduler-role.js';
import { schedule } from './schedule/schedule.js';
import {
  subscription,
  type DesiredSubscription,
  type ObservedSubscription,
  subscriptionInvokers,
  type SubscriptionPlace,
} from './subscription/subscription.js';
import { table, type DesiredTable, type ObservedTable, type TablePlace } from './table/table.js';
import { type DesiredTopic, type ObservedTopic, topic } from './topic/topic.js';
import type { RoleUse } from '../../cloud/services/iam.js';
import type { CloudFunction, Permission } from '../../cloud/services/lambda-function.js';
import type { CloudDomain } from '../../cloud/services/domains.js';
import type { RulePlace } from '../../cloud/services/event-bridge.js';
import type { CloudLogGroup } from '../../cloud/services/logs.js';
import type { CloudParameter } from '../../cloud/services/ssm.js';
import type { FoundSource } from '../polled-sources/polled-kind.js';
import type {
  DeployedDomain,
  DesiredDomain,
  DomainChange,
  ObservedDomain,
} from './domain/domain-steps.js';
import type { DesiredMapping, FoundMapping } from './event-source-mapping/mapping-state.js';
import type { PermissionChange, RunningCode } from './function/function-state.js';
import type {
  ApiChange,
  DeployedApi,
  DesiredApi,
  DomainPlace,
  LastDeploy,
  ObservedApi,
  RouteChange,
} from './rest-api/api-state.js';
import type { FoundApi } from './rest-api/read-api.js';
import type { DesiredRole, ObservedRole, PolicyChange } from './role/policy-changes.js';
import type { DesiredFunction } from './function/function-settings.js';
import type { DesiredPermission } from './permission/permission-steps.js';

// The members that each resource type adds to the states of a stage (`cli/ship/stage/states.ts`).

type In<Wanted, Existing> = { readonly desired: Wanted; readonly observed: Existing };

declare module '../stage/states.js' {
  /** Resources that are also observed if they are no longer desired. */
  interface Lists {
    /** Sorted by name. */
    readonly roles: In<DesiredRole, ObservedRole>;
    /** Sorted by name. */
    readonly functions: In<DesiredFunction, CloudFunction>;
    /** Sorted by name, for functions with `log_retention_in_days`. Other log groups are not observed. */
    readonly logGroups: In<DesiredLogGroup, CloudLogGroup>;
    readonly apiKeys: In<DesiredApiKey, ObservedApiKey>;
    /** In manifest order. Includes existing rules with a desired name that are not managed by this stage. */
    readonly rules: In<DesiredRule, ObservedRule>;
    /** In manifest order. Schedules in the group of another application are not observed. */
    readonly schedules: In<DesiredSchedule, ObservedSchedule>;
    /** In manifest order. */
    readonly subscriptions: In<DesiredSubscription, ObservedSubscription>;
    /** Sorted by function, then by source. */
    readonly mappings: In<DesiredMapping, FoundMapping>;
    /** Buckets with notifications, sorted by name. */
    readonly buckets: In<DesiredBucket, ObservedBucket>;
    // Resources declared in the source. Also observed if the source no longer contains them, because their data is kept.
    readonly ownTables: In<DesiredTable, ObservedTable>;
    readonly ownQueues: In<DesiredQueue, ObservedQueue>;
    readonly ownTopics: In<DesiredTopic, ObservedTopic>;
    readonly ownBuckets: In<DesiredOwnBucket, ObservedOwnBucket>;
  }
  /** Empty lists are absent. During a deploy, a list includes what the deploy may create. Strings are names. */
  interface RecordedLists {
    readonly rules: RulePlace;
    readonly apiKeys: string;
    readonly schedules: string;
    readonly subscriptions: SubscriptionPlace;
    /** Functions that have event source mappings. */
    readonly polled: string;
    /** Buckets with notifications of the stage. */
    readonly buckets: string;
    readonly ownTables: TablePlace;
    readonly ownQueues: QueuePlace;
    readonly ownTopics: string;
    readonly ownBuckets: BucketPlace;
  }
  interface Desired {
    readonly hasRolePerFunction: boolean;
    /** The API; undefined for an application without routes. */
    readonly api: DesiredApi | undefined;
    readonly domain: DesiredDomain | undefined;
    /** For the functions that API Gateway calls, sorted by name. */
    readonly permissions: readonly DesiredPermission[];
    readonly invokers: readonly Invoker[];
    readonly parameters: readonly DesiredParameter[];
  }
  interface Observed {
    /** Roles of the stage in other regions, and roles that other regions may use. */
    readonly rolesElsewhere?: readonly ObservedRole[];
    /** Read only before a deploy with `role_per_function` creates roles, and only if the caller has the permission to do so. */
    readonly roleUse?: RoleUse | undefined;
    readonly api: ObservedApi | undefined;
    /** The ids of other APIs with our tag, which simultaneous deploys may have created. They are deleted. */
    readonly otherApis?: readonly string[];
    /** The APIs in `otherApis` that have a stage, so that callers may know their URL. */
    readonly servedTwins?: readonly string[];
    /** The domains that are desired, in the record, or in the API's tags; none without `api_gateway_custom_domain`. */
    readonly domains?: readonly ObservedDomain[];
    /** By function name; functions whose policy was not read are absent. */
    readonly permissions: ReadonlyMap<string, readonly Permission[]>;
    /** The names of event buses that the source uses but that do not exist. */
    readonly missingBuses: readonly string[];
    /** The caller's account, which may be undefined if no rule in the source identifies its bus by an ARN. */
    readonly accountOfRules: string | undefined;
    /** The schedule group; undefined if it does not exist or was not read. */
    readonly scheduleGroup: ObservedGroup | undefined;
    readonly missingTopics: readonly string[];
    /** The sources that a change depends on, by `sourceId`. */
    readonly sources: ReadonlyMap<string, FoundSource>;
    /** Functions whose event source mappings the caller has no permission to list; absent if there are none. */
    readonly unlistedMappings?: readonly string[];
    /** True if the caller has no permission to list tables. */
    readonly unlistedTables?: boolean;
    readonly unlistedQueues?: boolean;
    readonly unlistedBuckets?: boolean;
    readonly missingBuckets: readonly string[];
    readonly bucketsElsewhere: readonly BucketElsewhere[];
    readonly parameters: readonly CloudParameter[];
  }
  interface Plan {
    readonly policies: readonly PolicyChange[];
    /** The change to the API; undefined if there is no API and none is desired. */
    readonly api: ApiChange | undefined;
    /** The ids of our other APIs, which simultaneous deploys have created. They are deleted. */
    readonly otherApis: readonly string[];
    readonly servedTwins: readonly string[];
    /** The changes to the routes; undefined if the deployed routes are unknown. */
    readonly routes: readonly RouteChange[] | undefined;
    readonly domain: DomainChange | undefined;
    /** The base path mappings of the API that the deploy removes. */
    readonly lostDomains: readonly DomainPlace[];
    /** By the name of an existing function. */
    readonly permissions: ReadonlyMap<string, readonly PermissionChange[]>;
    /** The change to the schedule group; undefined if there is no group and none is needed. */
    readonly scheduleGroup: GroupChange | undefined;
  }
  interface StepResults {
    readonly roles: Map<string, string>;
    /** Resolves when Lambda has accepted or rejected the first new role; undefined until a function uses one. */
    firstRole: Promise<unknown> | undefined;
    /** The functions whose step is complete, by name. */
    readonly functions: Map<string, CloudFunction>;
    /** The names of functions that another command changed during this deploy, so that their permissions are unknown. */
    readonly unsure: Set<string>;
    readonly versions: Map<string, string>;
    readonly queueUrls: Map<string, string>;
    apiId: string | undefined;
    deploymentId: string | undefined;
    domain: CloudDomain | undefined;
  }
  interface StageHistory {
    readonly functions: readonly CloudFunction[];
    /** The running code; undefined for a stage without functions. */
    readonly code: RunningCode | undefined;
    readonly api: FoundApi | undefined;
    readonly lastDeploy: LastDeploy;
  }
  interface DeployedState {
    /** True if the roles have a region tag; absent in records from earlier versions, which did not write the tag. */
    readonly hasRegions?: true;
    /** True if an earlier version created one of the roles, which other regions may therefore share. */
    readonly hasShared?: true;
    /** The names of the roles. During a deploy, they include the roles that it may create. */
    readonly roles: readonly string[];
    /** The SHA-256 hash in base64 of each function's zip file; empty during a deploy. Another deploy leaves another hash. */
    readonly code: string;
    /** The code before the current deploy; absent after the first deploy. */
    readonly codeBefore?: string;
    /** The names of the functions. During a deploy, they include the functions that it may create. */
    readonly functions: readonly string[];
    readonly api: DeployedApi | null;
    /** The domains and base paths of the API; during a deploy, also those that it may get. Absent if there are none. */
    readonly domains?: readonly DeployedDomain[];
    /** The revisions, by function name. A change to a function or its policy creates one. Without it, the policy is read. */
    readonly revisions?: Readonly<Record<string, string>>;
    /** A digest of each function's event sources, by function name; absent if there are none. */
    readonly invokers?: Readonly<Record<string, string>>;
    /** True if the functions read secrets or parameters; absent otherwise. */
    readonly hasParameters?: true;
  }
}

/** The types whose resources call functions directly. */
const INVOKER_SOURCES: readonly InvokerSource[] = [
  ruleInvokers,
  subscriptionInvokers,
  notificationInvokers,
  scheduleInvokers,
];

export const RESOURCE_TYPES: readonly ResourceType[] = [
  roleType(INVOKER_SOURCES),
  table,
  queue,
  topic,
  bucket,
  lambdaFunction,
  restApi,
  domain,
  apiKey,
  permissionType(INVOKER_SOURCES),
  logGroup,
  rule,
  schedule,
  subscription,
  eventSourceMapping,
  notification,
  parameterType,
];

/** Resources that are created last are deleted first. */
export const REVERSED_TYPES: readonly ResourceType[] = RESOURCE_TYPES.toReversed();
