// The form of a resource type, in which roles, functions, APIs and all other resources are written.
// Plan, deploy, delete, rollback and the policy of the deployer are folds over a list of these and know none of them by name.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { PolicyStatement } from '../../../compiler/policy/policy-document.js';
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
import type { Step } from './step.js';

export type ResourceType = {
  /** What should be. */
  readonly desired?: Makers<DesiredInput, Desired>;
  /** Reports settings that AWS is known to refuse, before the first call. */
  readonly check?: (desired: Desired) => readonly Diagnostic[];
  readonly read?: ResourceReads;
  /** Its properties of the plan. Total: every observed state has a plan. */
  readonly plan?: Makers<Planning, Plan>;
  readonly show?: PlanView;
  /** What is known before the first step of what steps learn. */
  readonly learned?: Makers<Observed, Learned>;
  readonly steps?: (session: Session) => Steps;
  readonly deletions?: ResourceDeletions;
  readonly rollback?: ResourceRollback;
  readonly record?: ResourceRecord;
  readonly deployer?: DeployerNeeds;
  /** A test fails for a registered type without it. */
  readonly exported?: ResourceExport;
};

/** How it is printed for other tools. */
export type ResourceExport = {
  /** The region of the desired state is a placeholder. `observed`: what is deployed, when the export adopts it. */
  readonly resources: (desired: Desired, observed?: Observed) => Exported;
  /** The deployed resources, which were read by name in the region of the desired state. */
  readonly adopted?: (desired: Desired, observed: Observed) => readonly Adoption[];
};

/** The observed state as read calls find it; the account follows from it. */
export type Found = Omit<Observed, 'account'>;

export type ResourceReads = {
  /** The properties of the observed state that it reads. */
  readonly properties: readonly (keyof Found)[];
  /** False when the record does not name all of its resources. `desired` is undefined when the stage is deleted. */
  readonly isEnough?: (record: DeployedState, desired: Desired | undefined) => boolean;
  /** True when no other machine has deployed since the record was written. Called before a stage is deleted by its record. */
  readonly isStillSo?: (cloud: Cloud, record: DeployedState) => Promise<boolean>;
  /**
   * Proves with as few calls as possible that the cloud still has what the record names, and returns it. Undefined when the
   * cloud has something else: then everything is searched.
   */
  readonly recorded: (reading: RecordReading) => Promise<Partial<Found> | undefined>;
  /** Reads resources with a desired or recorded name, which may belong to somebody else. */
  readonly named: (search: NameSearch) => Promise<Partial<Found>>;
  /** Searches all other resources of the stage. Undefined when resources with such names are all there can be. */
  readonly all?: (search: Search) => Promise<Partial<Found>>;
  /** Reads what depends on the properties of other types. */
  readonly more?: (observed: Observed, request: ReadRequest) => Promise<Partial<Found>>;
  /** The desired state with the names of this region, from the record or the cloud. */
  readonly nameRecorded?: (desired: Desired, record: DeployedState) => Desired;
  readonly nameFound?: (desired: Desired, observed: Observed) => Desired;
  /** True when one was found. */
  readonly isThere: (found: Found) => boolean;
  /** ARNs of found resources, which name the account. */
  readonly arns?: (found: Found) => readonly string[];
  /** ARNs of the configuration, which name the account too. */
  readonly givenArns?: (desired: Desired) => readonly string[];
  /** Found resources with a desired name, which must have our tag. */
  readonly claims?: (desired: Desired, observed: Observed) => readonly Claim[];
  /** Problems that reads have shown, such as a source of events that does not exist. The deploy then changes nothing. */
  readonly problems?: (desired: Desired, observed: Observed) => readonly Diagnostic[];
};

export type ReadRequest = {
  readonly cloud: Cloud;
  readonly desired: Desired;
  readonly record: DeployedState | undefined;
};

export type RecordReading = {
  readonly cloud: Cloud;
  readonly desired: Desired;
  /** Of this stage and cloud, and complete. */
  readonly record: DeployedState;
  /** The properties that other types read; undefined where the record is out of date. */
  readonly observed: { readonly [Key in keyof Found]: Promise<Found[Key] | undefined> };
};

export type NameSearch = Owner & {
  readonly cloud: Cloud;
  /** Undefined when the stage is to be deleted. */
  readonly desired: Desired | undefined;
  /** Of this stage and cloud. */
  readonly record: DeployedState | undefined;
  /** The properties that other types find by name. */
  readonly named: PromisesOf<Found>;
};

export type Search = NameSearch & {
  /** The properties that other types find in all. */
  readonly all: PromisesOf<Found>;
  /**
   * True when resources of earlier deploys with other names are searched: when the stage has any resource, or is deleted.
   * False otherwise, because lists are long in a large account.
   */
  readonly hasMore: () => Promise<boolean>;
};

export type PromisesOf<State> = { readonly [Key in keyof State]: Promise<State[Key]> };

export type Claim = {
  /** As a message names it: `role`. */
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
  /** The plan itself: properties of other types are made when they are asked for. */
  readonly plan: Plan;
};

/** How a plan shows the resources, on the terminal and in `plan --json`. */
export type PlanView = {
  /** Every resource of the type in the plan, also those that are unchanged. */
  readonly changes: (plan: Plan) => readonly PlannedChange[];
  /** Rows of the list of resources. */
  readonly rows: (plan: Plan) => readonly PlanRow[];
  /** Properties of `plan --json`. */
  readonly document: (plan: Plan) => object;
  /** Text above the list about the effect of the changes: routes that callers lose, permissions that code gets. */
  readonly meaning?: (plan: Plan, look: PlanLook) => string;
  readonly meaningDocument?: (plan: Plan) => object;
  /** How many changes callers may notice as broken. */
  readonly countBreaking?: (plan: Plan) => number;
  /** Resources that cannot be brought back: a deploy asks before it deletes them. */
  readonly loss?: {
    /** `API` */
    readonly kind: string;
    readonly names: (plan: Plan) => readonly string[];
    /** The end of the question: `, whose address is then gone for good`. */
    readonly consequence: string;
  };
};

export type PlannedChange = { readonly action: string; readonly name: string };

/** Steps name the steps that they wait for; those of a later group wait for all of the earlier ones too. */
export type Steps = {
  /** Creates and changes what callers do not see yet. */
  readonly make?: readonly Step[];
  /** Shows it to callers. */
  readonly publish?: readonly Step[];
  /** Removes parts that nothing needs any more. Whole resources are deletions of the plan. */
  readonly end?: readonly Step[];
};

export type Deletion = {
  /** `role`: the word of the step and of the question. */
  readonly kind: string;
  readonly name: string;
  /** Kinds of resources that must be deleted before. */
  readonly after?: string;
  /** Kinds of resources that are deleted after it, without naming it. */
  readonly before?: string | readonly string[];
  /** True when the question does not name it. */
  readonly isUnasked?: boolean;
  readonly run: (ports: Ports) => Promise<void>;
};

export type ResourceDeletions = {
  /** What the plan deletes. */
  readonly planned?: (plan: Plan) => readonly Deletion[];
  /** The resources of a stage: by the record of the last deploy, and as found. */
  readonly recorded: (record: DeployedState, options: DeleteOptions) => readonly Deletion[];
  readonly found: (found: Found, owner: Owner, options: DeleteOptions) => readonly Deletion[];
  /** Reports why a resource of the stage is not deleted. */
  readonly kept?: (found: Found, owner: Owner) => readonly Diagnostic[];
};

export type DeleteOptions = {
  /** `--log-groups` */
  readonly hasLogGroups: boolean;
};

/** How a rollback sets resources of the type back. A type without it is not changed by a rollback. */
export type ResourceRollback = {
  /** Reads the present and the earlier state of the resources. */
  readonly history: Makers<HistorySearch, PromisesOf<StageHistory>>;
  /** True when one was found. */
  readonly isThere?: (history: StageHistory) => boolean;
  /** Undefined when the last deploy did not change it. Makes read calls only. */
  readonly plan: (history: StageHistory, request: RollbackRequest) => Promise<Return | undefined>;
};

export type HistorySearch = Owner & {
  readonly cloud: Cloud;
  /** The name of the API's stage, from the configuration or the record; undefined when neither has it. */
  readonly apiStage: string | undefined;
  /** What the types read. */
  readonly history: PromisesOf<StageHistory>;
};

export type RollbackRequest = Owner & {
  readonly cloud: Cloud;
  /** True to undo the deploy before, too, when the last one changed settings alone. */
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
  /** True when an interrupted rollback only has to be finished, and nothing else is set back. */
  | {
      readonly kind: 'finish';
      /** `Finishing the rollback of ...`: one line. */
      readonly text: string;
      readonly steps: (ports: Ports) => readonly Step[];
    }
  | { readonly kind: 'impossible'; readonly diagnostic: Diagnostic };

/** The properties of the record that the type writes. */
export type ResourceRecord = {
  /** True when its properties have the form that they should have. */
  readonly isValid: (record: Readonly<Record<string, unknown>>) => boolean;
  /** The record while a deploy is under way: everything that it may create. */
  readonly begin: (recording: Recording) => Partial<DeployedState>;
  /** The record after the deploy. */
  readonly finish: (recording: Recording & { readonly learned: Learned }) => Partial<DeployedState>;
};

export type Recording = {
  readonly desired: Desired;
  readonly observed: Observed;
  /** The record of the last deploy to the same stage and cloud. */
  readonly previous: DeployedState | undefined;
};

/** The ARNs for which a deployer needs permission to make the calls of the port to `resource`. */
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
   * False when the stage has none of it: the deployer may then read and delete it, and not create it. Undefined: always
   * true.
   */
  readonly isWritten?: (scope: DeployerScope) => boolean;
  readonly arns: (scope: DeployerScope) => readonly string[];
  readonly condition?:
    PolicyStatement['Condition'] | ((scope: DeployerScope) => PolicyStatement['Condition']);
};
