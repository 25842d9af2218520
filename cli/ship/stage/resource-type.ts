// The interface of a resource type: roles, functions, APIs and all others implement it. Plan, deploy, delete, rollback and
// the deployer's policy loop over a list of them and name none.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { PolicyStatement } from '../../../compiler/policy/sdk-use.js';
import type { Cloud, Tags } from '../../cloud/cloud.js';
import type { DeployerScope } from './deployer-scope.js';
import type { Adoption, Exported } from './exported.js';
import type { Makers } from './make-state.js';
import type { PlanLook, PlanRow } from './plan-rows.js';
import type { Ports, Session } from './session.js';
import type {
  DeployedState,
  Desired,
  DesiredInput,
  Learned,
  Observed,
  Owner,
  Plan,
  StageHistory,
} from './states.js';
import type { Step } from './run-steps.js';

export type ResourceType = {
  /** Computes its part of the desired state. */
  readonly desired?: Makers<DesiredInput, Desired>;
  /** Reports settings that AWS is known to refuse, before the first call. */
  readonly check?: (desired: Desired) => readonly Diagnostic[];
  readonly read?: ResourceReads;
  /** Computes its part of the plan. Every observed state has a plan. */
  readonly plan?: Makers<Planning, Plan>;
  readonly show?: PlanView;
  /** What is known to the steps before the first one runs. */
  readonly learned?: Makers<Observed, Learned>;
  readonly steps?: (session: Session) => Steps;
  readonly deletions?: ResourceDeletions;
  readonly rollback?: ResourceRollback;
  readonly record?: ResourceRecord;
  readonly deployer?: DeployerNeeds;
  /** Its form for other tools. A test fails for a registered type without one. */
  readonly exported?: ResourceExport;
};

/** How it is printed for other tools. */
export type ResourceExport = {
  /** The resources of an export. The region is a placeholder. `observed` is what is deployed, when the export adopts it. */
  readonly resources: (desired: Desired, observed?: Observed) => Exported;
  /** The deployed resources that belong to the exported ones. They were read by name in the region of the desired state. */
  readonly adopted?: (desired: Desired, observed: Observed) => readonly Adoption[];
};

/** The observed state without the account, which is computed from it. */
export type Found = Omit<Observed, 'account'>;

export type ResourceReads = {
  /** The properties of the observed state that the type reads. */
  readonly properties: readonly (keyof Found)[];
  /** False when the record lacks some of its resources. `desired` is undefined when the stage is deleted. */
  readonly isEnough?: (record: DeployedState, desired: Desired | undefined) => boolean;
  /** True when no other machine has deployed since the record was written. Called before a stage is deleted by its record. */
  readonly isStillSo?: (cloud: Cloud, record: DeployedState) => Promise<boolean>;
  /**
   * Reads with few calls whether the cloud still has the recorded resources, and returns them. Undefined when it has not:
   * then all resources are searched.
   */
  readonly recorded: (reading: RecordReading) => Promise<Partial<Found> | undefined>;
  /** Reads resources with a desired or recorded name, including unmanaged ones. */
  readonly named: (search: NameSearch) => Promise<Partial<Found>>;
  /** Searches all other resources of the stage. Undefined when there can be no others. */
  readonly all?: (search: Search) => Promise<Partial<Found>>;
  /** Reads properties that depend on those of other types. */
  readonly more?: (observed: Observed, request: ReadRequest) => Promise<Partial<Found>>;
  /** The desired state with the names of this region, from the record or the cloud. */
  readonly nameRecorded?: (desired: Desired, record: DeployedState) => Desired;
  readonly nameFound?: (desired: Desired, observed: Observed) => Desired;
  readonly isThere: (found: Found) => boolean;
  readonly arns?: (found: Found) => readonly string[];
  /** ARNs of the configuration, to get the account. */
  readonly givenArns?: (desired: Desired) => readonly string[];
  /** Found resources with a desired name, which must have our tag. */
  readonly claims?: (desired: Desired, observed: Observed) => readonly Claim[];
  /** Problems that reads have found, such as an event source that does not exist. The deploy then changes nothing. */
  readonly problems?: (desired: Desired, observed: Observed) => readonly Diagnostic[];
  /** Warns of what the caller may not read, when the command goes on without it. */
  readonly unread?: (found: Found) => readonly Diagnostic[];
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
  /** The properties that other types read; undefined when the record is out of date. */
  readonly observed: { readonly [Key in keyof Found]: Promise<Found[Key] | undefined> };
};

export type NameSearch = Owner & {
  readonly cloud: Cloud;
  /** Undefined when the stage is to be deleted. */
  readonly desired: Desired | undefined;
  /** The record of this stage in this cloud. */
  readonly record: DeployedState | undefined;
  /** The properties that other types find by name. */
  readonly named: PromisesOf<Found>;
};

export type Search = NameSearch & {
  /** The properties that other types find when they search all resources. */
  readonly all: PromisesOf<Found>;
  /**
   * Whether resources of earlier deploys with other names are searched: when the stage has any resource, or is deleted.
   * Otherwise not, because lists are long in a large account.
   */
  readonly hasMore: () => Promise<boolean>;
  /** `--delete-data`: also data of which neither the source nor a function tells is searched. */
  readonly deletesData?: boolean | undefined;
};

export type PromisesOf<State> = { readonly [Key in keyof State]: Promise<State[Key]> };

export type Claim = {
  /** The word for the resource in messages: `role`. */
  readonly kind: string;
  readonly name: string;
  /** The value of our tag; undefined when there is none. */
  readonly tag: string | undefined;
  /** The tags that it should have. */
  readonly wanted: Tags;
};

export type Planning = {
  readonly desired: Desired;
  readonly observed: Observed;
  /** The plan. Properties of other types are made when they are first read. */
  readonly plan: Plan;
  /** `--delete-data` */
  readonly deletesData?: boolean;
};

/** How a plan shows the resources, on the terminal and in `plan --json`. */
export type PlanView = {
  /** Every resource of the type in the plan, also those that are unchanged. */
  readonly changes: (plan: Plan) => readonly PlannedChange[];
  /** Rows of the list of resources. */
  readonly rows: (plan: Plan) => readonly PlanRow[];
  /** Properties of `plan --json`. */
  readonly document: (plan: Plan) => object;
  /** Resources with data that are no longer desired, and stay. Every plan names them. */
  readonly kept?: (plan: Plan) => readonly KeptResource[];
  /** Text above the list about the effect of the changes: routes that callers lose, permissions that code gets. */
  readonly meaning?: (plan: Plan, look: PlanLook) => string;
  readonly meaningDocument?: (plan: Plan) => object;
  /** The number of changes that may break callers. */
  readonly countBreaking?: (plan: Plan) => number;
  /** Resources that cannot be restored. A deploy asks before it deletes them. */
  readonly loss?: {
    /** `API` */
    readonly kind: string;
    readonly names: (plan: Plan) => readonly string[];
    /** The end of the question, for example `, whose URL is then lost`. */
    readonly consequence: string;
  };
};

export type KeptResource = { readonly kind: string; readonly name: string };

export type PlannedChange = { readonly action: string; readonly name: string };

/** Groups of steps. A step names the steps that it waits for. A later group also waits for all earlier groups. */
export type Steps = {
  /** Creates and changes what callers do not see yet. */
  readonly make?: readonly Step[];
  /** Makes the changes visible to callers. */
  readonly publish?: readonly Step[];
  /** Removes parts of resources that are no longer needed. Deletions of whole resources are part of the plan. */
  readonly end?: readonly Step[];
};

export type Deletion = {
  /** `role`: the word of the step and of the question. */
  readonly kind: string;
  readonly name: string;
  /** Kinds of resources that must be deleted before. */
  readonly after?: string;
  /** The kinds of resources that are deleted after it. */
  readonly before?: string | readonly string[];
  /** True when the question does not name it. */
  readonly isUnasked?: boolean;
  /** True when it deletes data of the user, which only `--delete-data` does. */
  readonly hasData?: boolean;
  /** As that of a step: NOTHING when there was nothing to delete. */
  readonly run: (ports: Ports) => Promise<unknown>;
};

export type ResourceDeletions = {
  readonly planned?: (plan: Plan) => readonly Deletion[];
  /** The resources to delete: those of the record, and those that were found. */
  readonly recorded: (record: DeployedState, options: DeleteOptions) => readonly Deletion[];
  readonly found: (found: Found, owner: Owner, options: DeleteOptions) => readonly Deletion[];
  /** Reports why a resource of the stage is not deleted. */
  readonly kept?: (found: Found, owner: Owner) => readonly Diagnostic[];
  /** The same when the stage is deleted by its record, without a search. */
  readonly keptOfRecord?: (cloud: Cloud, record: DeployedState) => Promise<readonly Diagnostic[]>;
};

export type DeleteOptions = {
  /** `--log-groups` */
  readonly hasLogGroups: boolean;
  /** `--delete-data` */
  readonly deletesData?: boolean;
};

/** How a rollback restores resources of the type. A rollback does not change types without it. */
export type ResourceRollback = {
  /** Reads the present and the earlier state of the resources. */
  readonly history: Makers<HistorySearch, PromisesOf<StageHistory>>;
  readonly isThere?: (history: StageHistory) => boolean;
  /** The rollback; undefined when the last deploy did not change the type. Makes read calls only. */
  readonly plan: (history: StageHistory, request: RollbackRequest) => Promise<Return | undefined>;
};

export type HistorySearch = Owner & {
  readonly cloud: Cloud;
  /** The name of the API's stage, from the configuration or the record; undefined when neither has it. */
  readonly apiStage: string | undefined;
  /** The properties that the types read. */
  readonly history: PromisesOf<StageHistory>;
};

export type RollbackRequest = Owner & {
  readonly cloud: Cloud;
  /** True to undo the deploy before the last one as well, when the last one changed only settings. */
  readonly pastSettings: boolean;
};

export type Return =
  | {
      readonly kind: 'return';
      /** What the rollback changes, one line each. */
      readonly rows: readonly string[];
      /** Warnings. */
      readonly diagnostics: readonly Diagnostic[];
      readonly steps: (ports: Ports) => readonly Step[];
    }
  /** True when only an interrupted rollback is to be finished. */
  | {
      readonly kind: 'finish';
      /** `Finishing the rollback of ...`: one line. */
      readonly text: string;
      readonly steps: (ports: Ports) => readonly Step[];
    }
  | { readonly kind: 'impossible'; readonly diagnostic: Diagnostic };

export type ResourceRecord = {
  /** True when its properties have the form that they should have. */
  readonly isValid: (record: Readonly<Record<string, unknown>>) => boolean;
  /** The record during a deploy: it names everything that the deploy may create. */
  readonly begin: (recording: Recording) => Partial<DeployedState>;
  readonly finish: (recording: Recording & { readonly learned: Learned }) => Partial<DeployedState>;
};

export type Recording = {
  readonly desired: Desired;
  readonly observed: Observed;
  /** The record of the last deploy to the same stage and cloud. */
  readonly previous: DeployedState | undefined;
  readonly plan: Plan;
};

/** The ARNs that a deployer may use in the calls of the port with this `resource`. */
export type DeployerNeeds = {
  readonly statements: readonly DeployerStatement[];
  /** Statements for permissions that AWS checks beyond our calls. */
  readonly others?: (scope: DeployerScope) => readonly PolicyStatement[];
};

export type DeployerStatement = {
  /** The name of the resource in `cli/cloud/*-calls.ts`. */
  readonly resource: string;
  readonly sid: string;
  /**
   * False when the stage has no such resource. The deployer may then read and delete it, but not create it. Undefined means
   * true.
   */
  readonly isWritten?: (scope: DeployerScope) => boolean;
  readonly arns: (scope: DeployerScope) => readonly string[];
  readonly condition?:
    PolicyStatement['Condition'] | ((scope: DeployerScope) => PolicyStatement['Condition']);
};
