// What a resource type says of itself: the one form in which roles, functions, APIs and all that comes later are written.
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
  /** What AWS is known to refuse of it, before the first call. */
  readonly check?: (desired: Desired) => readonly Diagnostic[];
  readonly read?: ResourceReads;
  /** What has to happen to it; total: every state that can be observed has a plan. */
  readonly plan?: Makers<Planning, Plan>;
  readonly show?: PlanView;
  /** What the steps of a deploy learn of it. */
  readonly learned?: Makers<Observed, Learned>;
  readonly steps?: (session: Session) => Steps;
  readonly deletions?: ResourceDeletions;
  readonly rollback?: ResourceRollback;
  readonly record?: ResourceRecord;
  readonly deployer?: DeployerNeeds;
  /** A registered type without it fails a test. */
  readonly exported?: ResourceExport;
};

/** How it is printed for other tools. */
export type ResourceExport = {
  /** The region of the desired state is a placeholder. */
  readonly resources: (desired: Desired) => Exported;
  /** What of it is there already; everything was read by name, in the region of the desired state. */
  readonly adopted?: (desired: Desired, observed: Observed) => readonly Adoption[];
};

/** What read calls find, without what follows from it. */
export type Found = Omit<Observed, 'account'>;

export type ResourceReads = {
  /** What of the observed state it reads. */
  readonly properties: readonly (keyof Found)[];
  /** False when the record cannot stand for it; `desired` is undefined when the stage is to be deleted. */
  readonly isEnough?: (record: DeployedState, desired: Desired | undefined) => boolean;
  /** True when the cloud has of the record what no other machine has changed: asked before a stage is deleted by its record. */
  readonly isStillSo?: (cloud: Cloud, record: DeployedState) => Promise<boolean>;
  /**
   * Reads what the record names, with as few calls as can prove that it is still so. Undefined when the cloud has something
   * else: then everything is looked up.
   */
  readonly recorded: (reading: RecordReading) => Promise<Partial<Found> | undefined>;
  /** Looks for what has a name that is desired or recorded. It may be somebody else's. */
  readonly named: (search: NameSearch) => Promise<Partial<Found>>;
  /** Looks for everything else of the stage; without it, what has such a name is all. */
  readonly all?: (search: Search) => Promise<Partial<Found>>;
  /** Reads what is needed only now that the rest is known. */
  readonly more?: (observed: Observed, request: ReadRequest) => Promise<Partial<Found>>;
  /** The desired state with the names that resources have in this region, as the record or the cloud tells. */
  readonly nameRecorded?: (desired: Desired, record: DeployedState) => Desired;
  readonly nameFound?: (desired: Desired, observed: Observed) => Desired;
  /** True when one was found. */
  readonly isThere: (found: Found) => boolean;
  /** ARNs of what was found: they tell the account. */
  readonly arns?: (found: Found) => readonly string[];
  /** ARNs of the configuration that tell it too. */
  readonly givenArns?: (desired: Desired) => readonly string[];
  /** What was found under a name that is desired: it must have our tag. */
  readonly claims?: (desired: Desired, observed: Observed) => readonly Claim[];
  /** Why it cannot be made, as far as reads tell: a source of events that is not there. Nothing else is changed then either. */
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
  /** What the types read; undefined where the record is not true any more. */
  readonly observed: { readonly [Key in keyof Found]: Promise<Found[Key] | undefined> };
};

export type NameSearch = Owner & {
  readonly cloud: Cloud;
  /** Undefined when the stage is to be deleted. */
  readonly desired: Desired | undefined;
  /** Of this stage and cloud. */
  readonly record: DeployedState | undefined;
  /** What the types find by name. */
  readonly named: PromisesOf<Found>;
};

export type Search = NameSearch & {
  /** What the types find in all. */
  readonly all: PromisesOf<Found>;
  /**
   * True when resources of other names are looked for, those of an earlier deploy: when something of the stage is there, or
   * the stage is to be deleted. Lists are long in a large account.
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

/** How a plan is told, to people and to machines. */
export type PlanView = {
  /** Every resource of the type in the plan, those that stay as they are too. */
  readonly changes: (plan: Plan) => readonly PlannedChange[];
  /** Rows of the list of resources. */
  readonly rows: (plan: Plan) => readonly PlanRow[];
  /** Properties of `plan --json`. */
  readonly document: (plan: Plan) => object;
  /** What the changes mean, printed above the list: routes that callers lose, permissions that code gets. */
  readonly meaning?: (plan: Plan, look: PlanLook) => string;
  readonly meaningDocument?: (plan: Plan) => object;
  /** How many changes callers may notice as broken. */
  readonly countBreaking?: (plan: Plan) => number;
  /** What goes for good: a deploy asks before it takes that away. */
  readonly loss?: {
    /** `API` */
    readonly kind: string;
    readonly names: (plan: Plan) => readonly string[];
    /** How the question goes on behind the names: `, whose address is then gone for good`. */
    readonly consequence: string;
  };
};

export type PlannedChange = { readonly action: string; readonly name: string };

/** Steps name the steps that they wait for; those of a later group wait for all of the earlier ones too. */
export type Steps = {
  /** Makes and changes what callers do not see yet. */
  readonly make?: readonly Step[];
  /** Shows it to callers. */
  readonly publish?: readonly Step[];
  /** Takes away what nothing needs any more; what goes as a whole is a deletion of the plan. */
  readonly end?: readonly Step[];
};

export type Deletion = {
  /** `role`: the word of the step and of the question. */
  readonly kind: string;
  readonly name: string;
  /** The kind of what has to be gone before. */
  readonly after?: string;
  /** The kinds of what goes after it, and need not know of it. */
  readonly before?: string | readonly string[];
  /** True when the question does not name it. */
  readonly isUnasked?: boolean;
  readonly run: (ports: Ports) => Promise<void>;
};

export type ResourceDeletions = {
  /** What the plan deletes. */
  readonly planned?: (plan: Plan) => readonly Deletion[];
  /** What a stage has: as the record of the last deploy says, and as it was found. */
  readonly recorded: (record: DeployedState, options: DeleteOptions) => readonly Deletion[];
  readonly found: (found: Found, owner: Owner, options: DeleteOptions) => readonly Deletion[];
  /** Why something of the stage stays. */
  readonly kept?: (found: Found, owner: Owner) => readonly Diagnostic[];
};

export type DeleteOptions = {
  /** `--log-groups` */
  readonly hasLogGroups: boolean;
};

/** What of the type goes back when the last deploy is undone. A type without it stays as it is. */
export type ResourceRollback = {
  /** Reads what the stage has of it, and what it had before. */
  readonly history: Makers<HistorySearch, PromisesOf<StageHistory>>;
  /** True when one was found. */
  readonly isThere?: (history: StageHistory) => boolean;
  /** Undefined when the last deploy changed nothing of it. Read calls only. */
  readonly plan: (history: StageHistory, request: RollbackRequest) => Promise<Return | undefined>;
};

export type HistorySearch = Owner & {
  readonly cloud: Cloud;
  /** The stage of the API, as the configuration or the record says; undefined when neither does. */
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
      /** What goes back to what, one line each. */
      readonly rows: readonly string[];
      /** Warnings. */
      readonly diagnostics: readonly Diagnostic[];
      readonly steps: (ports: Ports) => readonly Step[];
    }
  /** A rollback was interrupted when everything was back: it is finished, and nothing else goes back. */
  | {
      readonly kind: 'finish';
      /** `Finishing the rollback of ...`: one line. */
      readonly text: string;
      readonly steps: (ports: Ports) => readonly Step[];
    }
  | { readonly kind: 'impossible'; readonly diagnostic: Diagnostic };

/** What of the type stays on record. */
export type ResourceRecord = {
  /** True when its properties have the form that they should have. */
  readonly isValid: (record: Readonly<Record<string, unknown>>) => boolean;
  /** While a deploy is under way: everything that it may make. */
  readonly begin: (recording: Recording) => Partial<DeployedState>;
  /** When it is done. */
  readonly finish: (recording: Recording & { readonly learned: Learned }) => Partial<DeployedState>;
};

export type Recording = {
  readonly desired: Desired;
  readonly observed: Observed;
  /** What was on record, of the same stage and cloud. */
  readonly previous: DeployedState | undefined;
};

/** The ARNs on which whoever deploys needs permission for the calls of the port to `resource`. */
export type DeployerNeeds = {
  readonly statements: readonly DeployerStatement[];
  /** What AWS checks beyond the calls that we make. */
  readonly others?: (scope: DeployerScope) => readonly PolicyStatement[];
};

export type DeployerStatement = {
  /** As the calls name it: `cli/cloud/*-calls.ts`. */
  readonly resource: string;
  readonly sid: string;
  /** False when the stage has none of it: the deployer may then read and delete it, and not create it. Undefined: always true. */
  readonly isWritten?: (scope: DeployerScope) => boolean;
  readonly arns: (scope: DeployerScope) => readonly string[];
  readonly condition?:
    PolicyStatement['Condition'] | ((scope: DeployerScope) => PolicyStatement['Condition']);
};
