// Resource types with many resources per stage: roles, rules, schedules. `listType` derives the plan, rows, document,
// claims, steps, deletions, record and adoption from what is specific to a type (docs/decisions/resource-types.md).
import type { Tags } from '../../cloud/cloud.js';
import { isListOf } from '../../../compiler/json-values.js';
import type { Adoption, ExportedResource, ExportProblem } from './exported.js';
import {
  deletedIn,
  type Makers,
  type DeployedState,
  type Desired,
  type DesiredInput,
  type DesiredLists,
  type StepResults,
  isGone,
  type Lists,
  listField,
  type Observed,
  type ObservedLists,
  type Owner,
  type Plan,
  type PlanLists,
  type RecordedLists,
  type ListChange,
  type WantedChange,
  type Differences,
} from './states.js';
import { isOurs, ownTagOf } from './own-tag.js';
import { changeRows, fieldText } from './plan-rows.js';
import type {
  Deletion,
  ObservedResources,
  Planning,
  PlanView,
  ResourceReads,
  ResourceRecord,
  ResourceType,
} from './resource-type.js';
import type { Ports, Session, Step } from './run-steps.js';

type DesiredOf<Name extends keyof Lists> = Lists[Name]['desired'];
type ObservedOf<Name extends keyof Lists> = Lists[Name]['observed'];
type States = { readonly desired: Desired; readonly observed: Observed };

/** `Key` is the name of the list in the record. */
export type ListType<Name extends keyof Lists, Key extends keyof RecordedLists> = {
  /** The property of the desired state, the observed state and the plan. */
  readonly property: Name;
  /** The word in plans and steps: `rule`. */
  readonly noun: string;
  readonly nameOf: (one: DesiredOf<Name> | ObservedOf<Name> | RecordedLists[Key]) => string;
  /** Returns the name in steps, if it differs: `of uploads`. */
  readonly stepName?: (name: string) => string;
  readonly desired: (input: DesiredInput) => readonly DesiredOf<Name>[];
  /** `none` contains the properties that the type reads, with their values for a stage without such resources. */
  readonly read: Omit<ResourceReads, 'properties' | 'named' | 'isThere'> &
    Partial<Pick<ResourceReads, 'named' | 'isThere'>> & {
      readonly none: Partial<ObservedResources>;
    };
  /** Defaults to whether the names are the same. */
  readonly isSame?: (one: DesiredOf<Name>, existing: ObservedOf<Name>, states: States) => boolean;
  /** Returns the tags; undefined if they were not read, because the record says that the resource is ours. */
  readonly tagsOf?: (one: DesiredOf<Name> | ObservedOf<Name>) => Tags | undefined;
  /** True if an undesired resource is deleted; defaults to whether its tags are ours. */
  readonly isOwn?: (
    existing: ObservedOf<Name>,
    /** The region is known in a plan. */
    owner: Owner & Partial<Pick<Desired, 'region'>>,
  ) => boolean;
  /** For resources with user data, which are deleted only on request (`--delete-data`). */
  readonly hasData?: true;
  /** For a resource that will be created, `existing` is undefined, and only the notes are used. */
  readonly compare?: (
    one: DesiredOf<Name>,
    existing: ObservedOf<Name> | undefined,
    planning: Planning,
  ) => Differences & { readonly isReplaced?: boolean };
  readonly plan?: Makers<Planning, Plan>;
  /** Returns the lines next to a change; defaults to its fields and notes. */
  readonly details?: (change: WantedOf<Name>, plan: Plan) => readonly string[];
  /** Returns the lines next to a deletion; defaults to none. */
  readonly removalDetails?: (existing: ObservedOf<Name>, plan: Plan) => readonly string[];
  readonly show?: Pick<PlanView, 'meaning' | 'meaningDocument'>;
  /** For resources that cannot be restored: the end of the confirmation prompt that a deploy shows before it deletes them. */
  readonly loss?: string;
  /** The property of `plan --json`, if its name differs. */
  readonly documentProperty?: string;
  /** True if `plan --json` contains the property even if there are no such resources. */
  readonly isAlwaysListed?: true;
  /** Returns a change for `plan --json`, without its action. */
  readonly document: (
    one: DesiredOf<Name> | ObservedOf<Name>,
    differences: Required<Differences>,
    whole: { readonly change: ListChange<DesiredOf<Name>, ObservedOf<Name>>; readonly plan: Plan },
  ) => object;
  /** Returns the steps that run before the steps for individual resources. */
  readonly firstSteps?: (session: Session) => readonly Step[];
  readonly step?: (
    change: WantedOf<Name>,
    session: Session,
  ) => Omit<Step, 'id' | 'label'> | undefined;
  readonly phase?: 'make' | 'publish';
  /** Defaults to a deletion before the functions, which the confirmation prompt does not name. */
  readonly deletion?: Partial<Pick<Deletion, 'after' | 'before' | 'isUnasked'>>;
  readonly remove?: (
    one: ObservedOf<Name> | RecordedLists[Key],
    ports: Ports,
    owner: RemovalOwner,
  ) => Promise<unknown>;
  readonly record?: {
    readonly property: Key;
    /** Returns the data to record about a resource; undefined if there is none. */
    readonly of: (
      one: DesiredOf<Name> | ObservedOf<Name> | RecordedLists[Key],
      /** Passed after the deploy. */
      learned?: StepResults,
    ) => RecordedLists[Key] | undefined;
    readonly isValid: (value: unknown) => value is RecordedLists[Key];
  };
  /** For a type that records more than the list. */
  readonly wholeRecord?: ResourceRecord;
  readonly exports?: (one: DesiredOf<Name>, desired: Desired) => readonly ExportedResource[];
  readonly exportProblems?: (one: DesiredOf<Name>, desired: Desired) => readonly ExportProblem[];
  readonly adopts?: (one: DesiredOf<Name>, existing: ObservedOf<Name>) => readonly Adoption[];
} & Pick<
  ResourceType,
  'check' | 'deletions' | 'deployer' | 'exported' | 'learned' | 'rollback' | 'steps'
>;

type WantedOf<Name extends keyof Lists> = WantedChange<DesiredOf<Name>, ObservedOf<Name>>;

/** The account is known if the resource is in the record. */
export type RemovalOwner = Owner & Partial<Pick<DeployedState, 'account' | 'partition'>>;

export function listType<Name extends keyof Lists, Key extends keyof RecordedLists = never>(
  type: ListType<Name, Key>,
): ResourceType {
  type Change = ListChange<DesiredOf<Name>, ObservedOf<Name>>;
  const {
    property,
    noun,
    nameOf,
    tagsOf,
    exports = () => [],
    exportProblems = () => [],
    record,
    read,
  } = type;
  const { stepName = (name: string) => name, phase = 'make' } = type;
  const desiredIn = (lists: DesiredLists): readonly DesiredOf<Name>[] => lists[property];
  const observedIn = (lists: ObservedLists): readonly ObservedOf<Name>[] => lists[property];
  const changesIn = (lists: PlanLists): readonly Change[] => lists[property];
  const find = (one: DesiredOf<Name>, states: States): ObservedOf<Name> | undefined =>
    observedIn(states.observed).find((existing) =>
      type.isSame ? type.isSame(one, existing, states) : nameOf(one) === nameOf(existing),
    );
  const isOwn = (existing: ObservedOf<Name>, owner: Owner): boolean => {
    if (type.isOwn) return type.isOwn(existing, owner);
    const tags = tagsOf?.(existing);
    return tags === undefined || isOurs({ tags }, owner);
  };

  const planned = (one: DesiredOf<Name>, planning: Planning): WantedOf<Name> => {
    const observed = find(one, planning);
    const {
      parts = [],
      fields = [],
      notes = [],
      isReplaced,
    } = type.compare?.(one, observed, planning) ?? {};
    const change = { desired: one, observed, parts, fields, notes };
    if (!observed) return { ...change, action: 'create', parts: [], fields: [] };
    if (isReplaced) return { ...change, action: 'replace' };
    const isSame = parts.length + fields.length === 0;
    return isSame ? { ...change, action: 'unchanged', notes: [] } : { ...change, action: 'update' };
  };
  const goneAction = ({ deletesData }: Planning) =>
    type.hasData && !deletesData ? ('keep' as const) : ('delete' as const);
  /** Returns the changes in the order of the desired state, with deletions last. */
  const plan = (states: Planning): readonly Change[] => {
    const changes = desiredIn(states.desired).map((one) => planned(one, states));
    const kept = new Set(changes.map(({ observed }) => observed));
    const gone = observedIn(states.observed).filter(
      (one) => !kept.has(one) && isOwn(one, states.desired),
    );
    const action = goneAction(states);
    return [...changes, ...gone.map((observed) => ({ action, observed }))];
  };

  const keptIn = (all: PlanLists): readonly ObservedOf<Name>[] =>
    changesIn(all).flatMap((change) => (change.action === 'keep' ? [change.observed] : []));
  const oneIn = (change: Change): DesiredOf<Name> | ObservedOf<Name> =>
    isGone(change) ? change.observed : change.desired;
  const nameIn = (change: Change): string => nameOf(oneIn(change));
  const detailsOf = (change: Change, whole: Plan): readonly string[] => {
    if (isGone(change)) return type.removalDetails?.(change.observed, whole) ?? [];
    if (type.details) return type.details(change, whole);
    return [...change.fields.map(fieldText), ...change.notes];
  };
  const stepsOf = (change: Change, session: Session): readonly Step[] => {
    if (isGone(change) || change.action === 'unchanged') return [];
    const object = `${noun} ${stepName(nameIn(change))}`;
    const verb = change.action === 'update' ? 'update' : 'create';
    const step = type.step?.(change, session);
    return step ? [{ id: object, label: { verb, object }, ...step }] : [];
  };
  const deletionOf = (
    one: ObservedOf<Name> | RecordedLists[Key],
    owner: RemovalOwner,
  ): Deletion => ({
    kind: noun,
    name: stepName(nameOf(one)),
    ...(type.hasData ? { hasData: true } : { isUnasked: true }),
    before: 'function',
    ...type.deletion,
    run: async (ports) => type.remove?.(one, ports, owner),
  });

  const recordedIn = (lists: Recorded): readonly RecordedLists[Key][] | undefined =>
    record && lists[record.property];
  const recordOf = (
    all: readonly (DesiredOf<Name> | ObservedOf<Name> | RecordedLists[Key])[],
    learned?: StepResults,
  ): Partial<DeployedState> => {
    const places = all.flatMap((one) => record?.of(one, learned) ?? []);
    if (!record || places.length === 0) return {};
    return { [record.property]: withoutTwins(places) };
  };

  return {
    ...type,
    desired: onlyOne<Makers<DesiredInput, Desired>>(property, type.desired),
    plan: { ...onlyOne<Makers<Planning, Plan>>(property, plan), ...type.plan },
    read: {
      named: () => Promise.resolve(read.none),
      isThere: () => false,
      claims: (wanted, observed) =>
        desiredIn(wanted).flatMap((one) => {
          const existing = find(one, { desired: wanted, observed });
          const tags = existing && tagsOf?.(existing);
          if (!tags) return [];
          return [
            { kind: noun, name: nameOf(one), tag: ownTagOf(tags), wanted: tagsOf?.(one) ?? {} },
          ];
        }),
      ...read,
      properties: Object.keys(read.none) as (keyof ObservedResources)[], // because the object has no other keys
    },
    show: {
      changes: (all) =>
        changesIn(all).map((change) => ({ action: change.action, name: nameIn(change) })),
      rows: (all) =>
        changesIn(all).flatMap((change) =>
          changeRows(change.action, [noun, nameIn(change)], detailsOf(change, all)),
        ),
      ...(type.loss !== undefined && {
        loss: {
          kind: noun,
          names: (all: Plan) => deletedIn(changesIn(all)).map(nameOf),
          consequence: type.loss,
        },
      }),
      kept: (all) => keptIn(all).map((one) => ({ kind: noun, name: nameOf(one) })),
      document: (all) => {
        const documents = changesIn(all).map((change) => {
          const differences = isGone(change) ? NONE : change;
          const document = type.document(oneIn(change), differences, { change, plan: all });
          return { action: change.action, ...document };
        });
        const name = type.documentProperty ?? property;
        return type.isAlwaysListed ? { [name]: documents } : listField(name, documents);
      },
      ...type.show,
    },
    steps:
      type.steps ??
      ((session) => ({
        [phase]: [
          ...(type.firstSteps?.(session) ?? []),
          ...changesIn(session.plan).flatMap((change) => stepsOf(change, session)),
        ],
      })),
    deletions: {
      planned: (all) => deletedIn(changesIn(all)).map((one) => deletionOf(one, all)),
      recorded: (state) => (recordedIn(state) ?? []).map((one) => deletionOf(one, state)),
      found: (found, owner) =>
        observedIn(found)
          .filter((one) => isOwn(one, owner))
          .map((one) => deletionOf(one, owner)),
      ...type.deletions,
    },
    record: type.wholeRecord ?? {
      isValid: (state) =>
        !record ||
        state[record.property] === undefined ||
        isListOf(state[record.property], record.isValid),
      begin: ({ desired: wanted, observed, previous }) =>
        recordOf([
          ...desiredIn(wanted),
          ...observedIn(observed),
          ...((previous && recordedIn(previous)) ?? []),
        ]),
      finish: ({ desired: wanted, plan: made, learned }) =>
        recordOf([...desiredIn(wanted), ...keptIn(made)], learned),
    },
    exported: {
      resources: (wanted) => ({
        resources: desiredIn(wanted).flatMap((one) => exports(one, wanted)),
        problems: desiredIn(wanted).flatMap((one) => exportProblems(one, wanted)),
      }),
      adopted: (wanted, observed) =>
        desiredIn(wanted).flatMap((one) => {
          const existing = find(one, { desired: wanted, observed });
          return existing ? (type.adopts?.(one, existing) ?? []) : [];
        }),
      ...type.exported,
    },
  };
}

const NONE: Required<Differences> = { parts: [], fields: [], notes: [] };

type Recorded = { readonly [Key in keyof RecordedLists]?: readonly RecordedLists[Key][] };

function onlyOne<Whole extends object>(name: keyof Whole, value: unknown): Partial<Whole> {
  return { [name]: value } as Partial<Whole>; // because a computed name widens the type
}

/** Removes duplicates. Sorts names; other items keep their order. */
function withoutTwins<Item>(items: readonly Item[]): readonly Item[] {
  const once = [...new Map(items.map((one) => [JSON.stringify(one), one])).values()];
  return once.every((one) => typeof one === 'string') ? once.toSorted() : once;
}
