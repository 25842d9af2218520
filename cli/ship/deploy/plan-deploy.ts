// Plans a deploy or a rollback, and renders the plan: the changes from the observed state to the desired state. Planning is
// pure, and returns a plan for every observed state.
import { RESOURCE_TYPES, REVERSED_TYPES } from '../resources/registry.js';
import {
  type Makers,
  makeState,
  mergeParts,
  type Desired,
  type Observed,
  type Plan,
  type RegionalStage,
  type StageHistory,
  listField,
} from '../stage/states.js';
import type {
  HistorySearch,
  KeptResource,
  PlannedChange,
  Planning,
  PromisesOf,
  ResourceRollback,
  RollbackPlan,
  RollbackRequest,
} from '../stage/resource-type.js';
import { type PlanLook, type PlanRow, renderRows } from '../stage/plan-rows.js';
import { plural } from '../../terminal/printable.js';
import { printable } from '../../../runtime/contract/printable.js';
import { type Step, stepsAfter } from '../stage/run-steps.js';

export function planDeploy(
  desired: Desired,
  observed: Observed,
  { deletesData = false }: Pick<Planning, 'deletesData'> = {},
): Plan {
  const base: Makers<Planning, Plan> = {
    app: () => desired.app,
    stage: () => desired.stage,
    region: () => desired.region,
    isFirst: () => isFirst(observed),
  };
  return makeState<Planning, Plan>(
    [base, ...RESOURCE_TYPES.map(({ plan = {} }) => plan)],
    (plan) => ({ desired, observed, plan, deletesData }),
  );
}

/** True if no resource of the stage exists. */
export function isFirst(observed: Observed): boolean {
  return RESOURCE_TYPES.every(({ read }) => read?.isThere(observed) !== true);
}

function changesOf(plan: Plan): readonly PlannedChange[] {
  return RESOURCE_TYPES.flatMap(({ show }) => show?.changes(plan) ?? []);
}

/** True if there is nothing to deploy and nothing is deployed. */
export function isVoid(plan: Plan): boolean {
  return changesOf(plan).length === 0;
}

/** True if the cloud already has the desired state. */
export function isNothing(plan: Plan): boolean {
  return changesOf(plan).every(({ action }) => action === 'unchanged' || action === 'keep');
}

export function keptIn(plan: Plan): readonly KeptResource[] {
  return RESOURCE_TYPES.flatMap(({ show }) => show?.kept?.(plan) ?? []);
}

export function deletedDataIn(plan: Plan): readonly KeptResource[] {
  return RESOURCE_TYPES.flatMap(({ deletions }) => deletions?.planned?.(plan) ?? [])
    .filter(({ hasData }) => hasData)
    .map(({ kind, name }) => ({ kind, name }));
}

function countBreaking(plan: Plan): number {
  const counts = RESOURCE_TYPES.map(({ show }) => show?.countBreaking?.(plan) ?? 0);
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * An irreversible deletion, such as of an API with its URL. A forgotten import looks the same as an intended deletion, so a
 * deploy asks for confirmation (docs/decisions/deletions.md).
 */
export type Loss = { readonly kind: string; readonly name: string };

export function lossesOf(plan: Plan): readonly Loss[] {
  return REVERSED_TYPES.flatMap(({ show }) => {
    const { loss } = show ?? {};
    return loss ? loss.names(plan).map((name) => ({ kind: loss.kind, name })) : [];
  });
}

/** Returns `the API shop-dev, whose URL is then lost, and the function shop-dev`. `write` formats a name. */
export function lossesText(losses: readonly Loss[], write: (name: string) => string): string {
  return REVERSED_TYPES.flatMap(({ show }) => {
    const { loss } = show ?? {};
    const names = losses.filter(({ kind }) => kind === loss?.kind).map(({ name }) => write(name));
    if (!loss || names.length === 0) return [];
    const plural = names.length === 1 ? '' : 's';
    return [`the ${loss.kind}${plural} ${names.join(', ')}${loss.consequence}`];
  }).join(', and ');
}

/** The document of a plan, which also contains the properties of each resource type: `roles`, `functions`, `api` and others. */
type PlanDocument = RegionalStage & {
  readonly version: 1;
  readonly isFirst: boolean;
  /** True if a deploy would write nothing. */
  readonly isNothing: boolean;
  readonly breaking: number;
  /** Irreversible deletions. A deploy without a terminal needs `--allow-delete` to perform them. */
  readonly deletions: readonly Loss[];
  /** Resources with data that are no longer in the source and are kept; absent if there are none. */
  readonly kept?: readonly KeptResource[];
};

export function planDocument(plan: Plan): PlanDocument {
  const { app, stage, region, isFirst } = plan;
  const document = {
    version: 1,
    app,
    stage,
    region,
    isFirst,
    isNothing: isNothing(plan),
    breaking: countBreaking(plan),
    deletions: lossesOf(plan),
    ...listField('kept', keptIn(plan)),
  } as const;
  const meanings = REVERSED_TYPES.map(({ show }) => show?.meaningDocument?.(plan) ?? {});
  const resources = RESOURCE_TYPES.map(({ show }) => show?.document(plan) ?? {});
  return mergeParts<PlanDocument>([document, ...meanings, ...resources]);
}

/** `command` deploys the stage. */
export function renderPlan(plan: Plan, look: PlanLook, command = 'framework deploy'): string {
  const kept = keptText(keptIn(plan), command);
  if (isNothing(plan)) return `${renderNothing(plan)}${kept}`;
  return [
    ...REVERSED_TYPES.map(({ show }) => show?.meaning?.(plan, look) ?? ''),
    renderRows('Resources', resourceRows(plan), look),
    `${closingLine(plan)}\n`,
    lossesOf(plan).length > 0 ? LOSSES_LINE : '',
    kept,
  ].join('');
}

export function renderNothing(plan: Plan): string {
  return isVoid(plan)
    ? 'Nothing to deploy: the application has no routes and no functions.\n'
    : 'No changes.\n';
}

/** Names the resources that are kept with their data, and the command that deletes them; empty if there are none. */
export function keptText(kept: readonly KeptResource[], command: string): string {
  if (kept.length === 0) return '';
  const names = kept.map(({ kind, name }) => `  ${printable(`${kind} ${name}`)}\n`).join('');
  return `Kept with their data:\n${names}To delete them with their data, run \`${printable(command)} --delete-data\`.\n`;
}

const LOSSES_LINE =
  'A deploy asks for confirmation before it deletes what cannot be restored; without a terminal, it requires `--allow-delete`.\n';

export function resourceRows(plan: Plan): readonly PlanRow[] {
  return RESOURCE_TYPES.flatMap(({ show }) => show?.rows(plan) ?? []);
}

function closingLine(plan: Plan): string {
  const rows = resourceRows(plan);
  const count = (sign: PlanRow['sign']): number => rows.filter((row) => row.sign === sign).length;
  const counts = [
    { number: count('+'), verb: 'create' },
    { number: count('~'), verb: 'change' },
    { number: count('-'), verb: 'delete' },
  ].flatMap(({ number, verb }) => (number > 0 ? [`${number} to ${verb}`] : []));
  const breaking = countBreaking(plan);
  const end = breaking > 0 ? ` ${plural(breaking, 'breaking change')}.` : '';
  return `${plan.app}, stage ${plan.stage}, ${plan.region}: ${counts.join(', ')}.${end}`;
}

/** The API is rolled back before the functions, so that no published route calls a view that the function no longer has. */
const ROLLBACKS: readonly ResourceRollback[] = REVERSED_TYPES.flatMap(
  ({ rollback }) => rollback ?? [],
);

/** Returns undefined if the stage has no resources. */
export async function readHistory(
  search: Omit<HistorySearch, 'history'>,
): Promise<StageHistory | undefined> {
  const readings = makeState<HistorySearch, PromisesOf<StageHistory>>(
    ROLLBACKS.map(({ history }) => history),
    (history) => ({ ...search, history }),
  );
  const parts = Object.entries(readings).map(async ([name, value]) => ({ [name]: await value }));
  const history = mergeParts<StageHistory>(await Promise.all(parts));
  return ROLLBACKS.some(({ isThere }) => isThere?.(history) === true) ? history : undefined;
}

/** Returns the rollbacks as one plan, or the plan of a rollback that is impossible or only needs to be finished. */
export async function planRollback(
  history: StageHistory,
  request: RollbackRequest,
): Promise<RollbackPlan> {
  const returns: (RollbackPlan & { readonly kind: 'return' })[] = [];
  for (const { plan } of ROLLBACKS) {
    const one = await plan(history, request);
    if (one && one.kind !== 'return') return one;
    if (one) returns.push(one);
  }
  return {
    kind: 'return',
    rows: returns.flatMap(({ rows }) => rows),
    diagnostics: returns.flatMap(({ diagnostics }) => diagnostics),
    steps: (ports) =>
      returns.reduce<readonly Step[]>(
        (earlier, { steps }) => [...earlier, ...stepsAfter(steps(ports), earlier)],
        [],
      ),
  };
}
