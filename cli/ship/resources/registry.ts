// The resource types of a stage. A new type is a folder next to these and a line in the list, after the types that it refers
// to. Plans show creations in this order, and deletions in reverse.
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
import { type DesiredPermission, permissionType } from './permission/permission.js';
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
import { table } from './table/table.js';
import type { DesiredTable, ObservedTable, TablePlace } from './table/table-state.js';
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
import type {
  DesiredFunction,
  FunctionChange,
  PermissionChange,
  RunningCode,
} from './function/function-state.js';
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
import type { DesiredRole, ObservedRole, PolicyChange, RoleChange } from './role/policy-changes.js';

// What each resource type adds to the states of a stage (`cli/ship/stage/states.ts`).

type In<Wanted, Existing> = { readonly desired: Wanted; readonly observed: Existing };

declare module '../stage/states.js' {
  /** Also observed when they are no longer desired. */
  interface Lists {
    /** Of the functions that have `log_retention_in_days`, by name. Others are not observed. */
    readonly logGroups: In<DesiredLogGroup, CloudLogGroup>;
    /** By name. */
    readonly apiKeys: In<DesiredApiKey, ObservedApiKey>;
    /** In manifest order. Unmanaged rules with a desired name are observed too. */
    readonly rules: In<DesiredRule, ObservedRule>;
    /** In the order of the manifest. Those of another application's group are not observed. */
    readonly schedules: In<DesiredSchedule, ObservedSchedule>;
    /** In the order of the manifest. */
    readonly subscriptions: In<DesiredSubscription, ObservedSubscription>;
    /** By function, then by source. */
    readonly mappings: In<DesiredMapping, FoundMapping>;
    /** Buckets with notifications, by name. */
    readonly buckets: In<DesiredBucket, ObservedBucket>;
    // Declared in the source. Also observed when the source no longer has them, because their data is kept.
    readonly ownTables: In<DesiredTable, ObservedTable>;
    readonly ownQueues: In<DesiredQueue, ObservedQueue>;
    readonly ownTopics: In<DesiredTopic, ObservedTopic>;
    readonly ownBuckets: In<DesiredOwnBucket, ObservedOwnBucket>;
  }
  /** Absent for none. During a deploy also those that it may create. Strings are names. */
  interface RecordedLists {
    readonly rules: RulePlace;
    /** Names of API keys in the cloud. */
    readonly apiKeys: string;
    readonly schedules: string;
    readonly subscriptions: SubscriptionPlace;
    /** Functions that have event source mappings. */
    readonly polled: string;
    /** Buckets with entries of the stage. */
    readonly buckets: string;
    readonly ownTables: TablePlace;
    readonly ownQueues: QueuePlace;
    readonly ownTopics: string;
    readonly ownBuckets: BucketPlace;
  }
  interface Desired {
    /** By name. */
    readonly roles: readonly DesiredRole[];
    /** `role_per_function` */
    readonly hasRolePerFunction: boolean;
    /** By name. */
    readonly functions: readonly DesiredFunction[];
    /** Undefined for an application without routes. */
    readonly api: DesiredApi | undefined;
    readonly domain: DesiredDomain | undefined;
    /** Of the functions that API Gateway calls, by name. */
    readonly permissions: readonly DesiredPermission[];
    /** The sources of events of all functions. */
    readonly invokers: readonly Invoker[];
    /** The secrets and parameters that the source declares, by name. */
    readonly parameters: readonly DesiredParameter[];
  }
  interface Observed {
    /** The roles of the stage by name, including those that are no longer desired. */
    readonly roles: readonly ObservedRole[];
    /** Roles of the stage in other regions, and roles that other regions may use. */
    readonly rolesElsewhere?: readonly ObservedRole[];
    /** Read only before a deploy with `role_per_function` creates roles, and when the caller may read it. */
    readonly roleUse?: RoleUse | undefined;
    /** The functions of the stage by name, including those that are no longer desired. */
    readonly functions: readonly CloudFunction[];
    readonly api: ObservedApi | undefined;
    /** Ids of other APIs with our tag, which simultaneous deploys may have created. They are deleted. */
    readonly otherApis?: readonly string[];
    /** Those of them that have a stage, so that callers may know their URL. */
    readonly servedTwins?: readonly string[];
    /** Domains that are desired, on record, or in the tags of the API; none for an application without the key. */
    readonly domains?: readonly ObservedDomain[];
    /** By name of the function; absent for functions whose policy was not read. */
    readonly permissions: ReadonlyMap<string, readonly Permission[]>;
    /** Names of event buses that the source uses and that do not exist. */
    readonly missingBuses: readonly string[];
    /** Undefined where no rule of the source names its bus by an ARN. */
    readonly accountOfRules: string | undefined;
    /** Undefined when the group does not exist or was not read. */
    readonly scheduleGroup: ObservedGroup | undefined;
    /** Names of topics that the source uses and that do not exist. */
    readonly missingTopics: readonly string[];
    /** The sources that a change depends on, by `sourceId`. */
    readonly sources: ReadonlyMap<string, FoundSource>;
    /** Functions whose event source mappings the caller may not list; absent for none. */
    readonly unlistedMappings?: readonly string[];
    /** Whether the caller may not list them. */
    readonly unlistedTables?: boolean;
    readonly unlistedQueues?: boolean;
    readonly unlistedBuckets?: boolean;
    /** Names of buckets that the source uses and that do not exist. */
    readonly missingBuckets: readonly string[];
    readonly bucketsElsewhere: readonly BucketElsewhere[];
    /** Those of the stage; none for an application that declares none. */
    readonly parameters: readonly CloudParameter[];
  }
  interface Plan {
    readonly roles: readonly RoleChange[];
    readonly policies: readonly PolicyChange[];
    readonly functions: readonly FunctionChange[];
    /** Undefined when there is no API and none is desired. */
    readonly api: ApiChange | undefined;
    /** Ids of our other APIs, which simultaneous deploys have created. They are deleted. */
    readonly otherApis: readonly string[];
    readonly servedTwins: readonly string[];
    /** Undefined when the deployed routes are unknown. */
    readonly routes: readonly RouteChange[] | undefined;
    readonly domain: DomainChange | undefined;
    /** The base path mappings of the API that the deploy removes. */
    readonly lostDomains: readonly DomainPlace[];
    /** Keyed by the name of an existing function. */
    readonly permissions: ReadonlyMap<string, readonly PermissionChange[]>;
    /** Undefined when there is no group and none is needed. */
    readonly scheduleGroup: GroupChange | undefined;
  }
  interface Learned {
    /** ARNs of roles by name. */
    readonly roles: Map<string, string>;
    /** Resolves when Lambda has accepted or refused the first of the new roles; undefined before a function asked. */
    firstRole: Promise<unknown> | undefined;
    /** Each function after its step, by name. */
    readonly functions: Map<string, CloudFunction>;
    /** Names of functions that were changed elsewhere in the meantime, so that their permissions are unknown. */
    readonly unsure: Set<string>;
    /** The version that a function has published, by name. */
    readonly versions: Map<string, string>;
    /** The URLs of the declared queues, by name. */
    readonly queueUrls: Map<string, string>;
    apiId: string | undefined;
    deploymentId: string | undefined;
    domain: CloudDomain | undefined;
  }
  interface StageHistory {
    readonly functions: readonly CloudFunction[];
    /** Undefined without a function. */
    readonly code: RunningCode | undefined;
    readonly api: FoundApi | undefined;
    readonly lastDeploy: LastDeploy;
  }
  interface DeployedState {
    /** True when the roles have a region tag; absent in records of versions that did not write it. */
    readonly hasRegions?: true;
    /** True when such a version made one of the roles, which other regions may share. */
    readonly hasShared?: true;
    /** The names of the roles. During a deploy also those that it may create. */
    readonly roles: readonly string[];
    /**
     * The SHA-256 in base64 of the zip that every function runs; empty during a deploy. Other code comes from another deploy.
     */
    readonly code: string;
    /** The code before the current deploy; absent for the first deploy. */
    readonly codeBefore?: string;
    /** The names of the functions. During a deploy also those that it may create. */
    readonly functions: readonly string[];
    readonly api: DeployedApi | null;
    /** The places of the API. During a deploy also the places that it may get. Absent for none. */
    readonly domains?: readonly DeployedDomain[];
    /**
     * The revisions of the functions that API Gateway calls, by name. Every change of a function, also of its policy, creates a
     * new revision. Without a revision, the policy is read.
     */
    readonly revisions?: Readonly<Record<string, string>>;
    /** A digest of each function's event sources, by its name; absent for none. */
    readonly invokers?: Readonly<Record<string, string>>;
    /** True when the functions read secrets or parameters; absent otherwise. */
    readonly hasParameters?: true;
  }
}

/** Of the types whose resources call functions directly. */
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

/** The resource that is created last is deleted first. */
export const REVERSED_TYPES: readonly ResourceType[] = RESOURCE_TYPES.toReversed();
