// The interface of a resource type, which roles, functions, APIs and all other types implement. Plan, deploy, delete, rollback
// and the deployer's policy iterate over a list of resource types and name none of them.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { PolicyStatement } from '../../../compiler/policy/sdk-use.js';
import type { Cloud, Tags } from '../../cloud/cloud.js';
import type { DeployerScope } from './deployer-scope.js';
import type { Adoption, Exported } from './exported.js';
import type {
  Makers,
  DeployedState,
  Desired,
  DesiredInput,
  StepResults,
  Observed,
  Owner,
  Plan,
  StageHistory,
} from './states.js';
import type { PlanLook, PlanRow } from './plan-rows.js';
import type { Ports, Session, Step } from './run-steps.js';

export type ResourceType = {
  readonly desired?: Makers<DesiredInput, Desired>;
  /** Reports settings that AWS is known to reject, before the first call is made. */
  readonly check?: (desired: Desired) => readonly Diagnostic[];
  readonly read?: ResourceReads;
  readonly plan?: Makers<Planning, Plan>;
  readonly show?: PlanView;
  /** Computes what the steps know before the first one runs. */
  readonly learned?: Makers<Observed, StepResults>;
  readonly steps?: (session: Session) => Steps;
  readonly deletions?: ResourceDeletions;
  readonly rollback?: ResourceRollback;
  readonly record?: ResourceRecord;
  readonly deployer?: DeployerNeeds;
  /** Exports the resources for other tools. A test fails for a registered type without this property. */
  readonly exported?: ResourceExport;
};

export type ResourceExport = {
  /** The region in `desired` is a placeholder. `observed` contains the deployed resources that the export adopts. */
  readonly resources: (desired: Desired, observed?: Observed) => Exported;
  /** Returns the exported resources that are deployed. They were read by name in the region of `desired`. */
  readonly adopted?: (desired: Desired, observed: Observed) => readonly Adoption[];
};

/** The observed state without the account, which is computed from the other properties. */
export type ObservedResources = Omit<Observed, 'account'>;

export type ResourceReads = {
  readonly properties: readonly (keyof ObservedResources)[];
  /** False if the record does not contain all resources of the type. `desired` is undefined if the stage is being deleted. */
  readonly isEnough?: (record: DeployedState, desired: Desired | undefined) => boolean;
  /** True if no other machine has deployed since the record was written. Called before a stage is deleted using its record. */
  readonly isStillSo?: (cloud: Cloud, record: DeployedState) => Promise<boolean>;
  /** Reads the recorded resources with few calls; undefined if the cloud differs, so that the command must search for all. */
  readonly recorded: (reading: RecordReading) => Promise<Partial<ObservedResources> | undefined>;
  /** Reads resources with a desired or recorded name, including resources that are not managed by this stage. */
  readonly named: (search: NameSearch) => Promise<Partial<ObservedResources>>;
  /** Searches for all other resources of the stage; absent if there can be no others. */
  readonly all?: (search: ResourceSearch) => Promise<Partial<ObservedResources>>;
  /** Reads properties that depend on the properties of other types. */
  readonly more?: (observed: Observed, request: ReadRequest) => Promise<Partial<ObservedResources>>;
  /** Returns the desired state with the names for this region, from the record or from the cloud. */
  readonly nameRecorded?: (desired: Desired, record: DeployedState) => Desired;
  readonly nameFound?: (desired: Desired, observed: Observed) => Desired;
  readonly isThere: (found: ObservedResources) => boolean;
  readonly arns?: (found: ObservedResources) => readonly string[];
  /** Returns the ARNs in the configuration, from which the account is read. */
  readonly givenArns?: (desired: Desired) => readonly string[];
  /** Returns the existing resources with a desired name, which must have our tag. */
  readonly claims?: (desired: Desired, observed: Observed) => readonly Claim[];
  /** Returns problems such as a missing event source. If there are any, the deploy changes nothing. */
  readonly problems?: (desired: Desired, observed: Observed) => readonly Diagnostic[];
  /** Warns about resources that the caller has no permission to read, if the command continues without them. */
  readonly unread?: (found: ObservedResources) => readonly Diagnostic[];
};

export type ReadRequest = {
  readonly cloud: Cloud;
  readonly desired: Desired;
  readonly record: DeployedState | undefined;
};

export type RecordReading = {
  readonly cloud: Cloud;
  readonly desired: Desired;
  /** The complete record of this stage in this cloud. */
  readonly record: DeployedState;
  /** The properties that other types read; undefined if the record is out of date. */
  readonly observed: {
    readonly [Key in keyof ObservedResources]: Promise<ObservedResources[Key] | undefined>;
  };
};

export type NameSearch = Owner & {
  readonly cloud: Cloud;
  /** The desired state; undefined if the stage is to be deleted. */
  readonly desired: Desired | undefined;
  readonly record: DeployedState | undefined;
  /** The properties that other types find by name. */
  readonly named: PromisesOf<ObservedResources>;
};

export type ResourceSearch = NameSearch & {
  /** The properties that the `all` searches of other types find. */
  readonly all: PromisesOf<ObservedResources>;
  /** False if nothing of the stage was found and it is not being deleted: searching for other names would read long lists. */
  readonly hasMore: () => Promise<boolean>;
  /** `--delete-data`: also searches for data that is neither in the source nor used by a function. */
  readonly deletesData?: boolean | undefined;
};

export type PromisesOf<State> = { readonly [Key in keyof State]: Promise<State[Key]> };

export type Claim = {
  /** The word for the resource in messages, such as `role`. */
  readonly kind: string;
  readonly name: string;
  /** The value of our tag; undefined if the resource does not have it. */
  readonly tag: string | undefined;
  readonly wanted: Tags;
};

export type Planning = {
  readonly desired: Desired;
  readonly observed: Observed;
  /** The plan. The properties of other types are computed when they are first read. */
  readonly plan: Plan;
  /** `--delete-data` */
  readonly deletesData?: boolean;
};

/** How a plan shows the resources, on the terminal and in `plan --json`. */
export type PlanView = {
  /** Returns every resource of the type in the plan, including the unchanged ones. */
  readonly changes: (plan: Plan) => readonly PlannedChange[];
  readonly rows: (plan: Plan) => readonly PlanRow[];
  /** Returns the properties for `plan --json`. */
  readonly document: (plan: Plan) => object;
  /** Returns the resources with data that are no longer desired and are kept. Every plan names them. */
  readonly kept?: (plan: Plan) => readonly KeptResource[];
  /** Renders a text above the list about the effect of the changes: routes that callers lose, permissions that code gains. */
  readonly meaning?: (plan: Plan, look: PlanLook) => string;
  readonly meaningDocument?: (plan: Plan) => object;
  readonly countBreaking?: (plan: Plan) => number;
  /** Resources that cannot be restored. A deploy asks for confirmation before it deletes them. */
  readonly loss?: {
    readonly kind: string;
    readonly names: (plan: Plan) => readonly string[];
    /** The end of the confirmation prompt, for example `, whose URL is then lost`. */
    readonly consequence: string;
  };
};

export type KeptResource = { readonly kind: string; readonly name: string };

export type PlannedChange = { readonly action: string; readonly name: string };

/** Groups of steps. A step names the steps that it waits for. The steps in a group also wait for all earlier groups. */
export type Steps = {
  /** Creates and changes resources that are not visible to callers yet. */
  readonly make?: readonly Step[];
  /** Makes the changes visible to callers. */
  readonly publish?: readonly Step[];
  /** Removes parts of resources that are no longer needed. Deletions of whole resources are part of the plan. */
  readonly end?: readonly Step[];
};

export type Deletion = {
  /** The word for the resource in steps and in the confirmation prompt, such as `role`. */
  readonly kind: string;
  readonly name: string;
  /** The kind of resource that must be deleted first. */
  readonly after?: string;
  /** The kinds of resources that are deleted afterwards. */
  readonly before?: string | readonly string[];
  /** True if the confirmation prompt does not name the deletion. */
  readonly isUnasked?: boolean;
  /** True if the deletion removes user data, which only `--delete-data` does. */
  readonly hasData?: boolean;
  /** Like a step's `run`, resolves to NOTHING if there was nothing to delete. */
  readonly run: (ports: Ports) => Promise<unknown>;
};

export type ResourceDeletions = {
  readonly planned?: (plan: Plan) => readonly Deletion[];
  readonly recorded: (record: DeployedState, options: DeleteOptions) => readonly Deletion[];
  readonly found: (
    found: ObservedResources,
    owner: Owner,
    options: DeleteOptions,
  ) => readonly Deletion[];
  /** Reports why a resource of the stage is kept. */
  readonly kept?: (found: ObservedResources, owner: Owner) => readonly Diagnostic[];
  /** Does the same as `kept` for a stage that is deleted using its record, without a search. */
  readonly keptOfRecord?: (cloud: Cloud, record: DeployedState) => Promise<readonly Diagnostic[]>;
};

export type DeleteOptions = {
  /** `--log-groups` */
  readonly hasLogGroups: boolean;
  /** `--delete-data` */
  readonly deletesData?: boolean;
};

/** How a rollback restores resources of the type. A rollback does not change types without this property. */
export type ResourceRollback = {
  readonly history: Makers<HistorySearch, PromisesOf<StageHistory>>;
  readonly isThere?: (history: StageHistory) => boolean;
  /** Returns the rollback; undefined if the last deploy did not change the type. It makes only read calls. */
  readonly plan: (
    history: StageHistory,
    request: RollbackRequest,
  ) => Promise<RollbackPlan | undefined>;
};

export type HistorySearch = Owner & {
  readonly cloud: Cloud;
  /** The name of the API's stage, from the configuration or the record; undefined if neither contains it. */
  readonly apiStage: string | undefined;
  readonly history: PromisesOf<StageHistory>;
};

export type RollbackRequest = Owner & {
  readonly cloud: Cloud;
  /** True to also undo the deploy before the last one, if the last one changed only settings. */
  readonly pastSettings: boolean;
};

export type RollbackPlan =
  | {
      readonly kind: 'return';
      /** The changes that the rollback makes, one per line. */
      readonly rows: readonly string[];
      readonly diagnostics: readonly Diagnostic[];
      readonly steps: (ports: Ports) => readonly Step[];
    }
  /** An interrupted rollback only needs to be completed. */
  | {
      readonly kind: 'finish';
      /** One line: `Finishing the rollback of ...`. */
      readonly text: string;
      readonly steps: (ports: Ports) => readonly Step[];
    }
  | { readonly kind: 'impossible'; readonly diagnostic: Diagnostic };

export type ResourceRecord = {
  readonly isValid: (record: Readonly<Record<string, unknown>>) => boolean;
  /** Returns the record that is written when a deploy begins. It names everything that the deploy may create. */
  readonly begin: (recording: Recording) => Partial<DeployedState>;
  readonly finish: (
    recording: Recording & { readonly learned: StepResults },
  ) => Partial<DeployedState>;
};

export type Recording = {
  readonly desired: Desired;
  readonly observed: Observed;
  /** The record of the last deploy to the same stage and cloud. */
  readonly previous: DeployedState | undefined;
  readonly plan: Plan;
};

export type DeployerNeeds = {
  /** False if the stage has no resource of the type and had none; the statements are then omitted. Defaults to true. */
  readonly mayExist?: (scope: DeployerScope) => boolean;
  readonly statements: readonly DeployerStatement[];
  /** Returns statements for permissions that AWS checks in addition to the permissions for our calls. */
  readonly others?: (scope: DeployerScope) => readonly PolicyStatement[];
};

export type DeployerStatement = {
  /** The name of the resource in the calls of `cli/cloud/services/`. */
  readonly resource: string;
  readonly sid: string;
  /** False if the stage has no such resource. The deployer may then read and delete it, but not create it. Defaults to true. */
  readonly isWritten?: (scope: DeployerScope) => boolean;
  readonly arns: (scope: DeployerScope) => readonly string[];
  readonly condition?:
    PolicyStatement['Condition'] | ((scope: DeployerScope) => PolicyStatement['Condition']);
};
