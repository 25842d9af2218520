// Generates the policy of a role from the AWS calls in the code of its functions (specification 1.4, 2.6, 2.7).
import { compareTexts } from '../text-order.js';
import {
  type NeededPermissions,
  neededPermissions,
  type SigningName,
} from './needed-permissions.js';
import { baseStatements, statementsOf } from './document/statements.js';
import { baselineGrants, type BaselineNeeds } from './document/baseline.js';
import { type Grant, mergeNeeds } from './document/merged-grants.js';
import { INLINE_LIMIT, shorten, type Shortened, sizeOf } from './document/size-limit.js';
import { diagnose } from '../diagnostics/diagnose.js';
import { type Diagnostic, sortDiagnostics } from '../diagnostics/diagnostic.js';
import type {
  GeneratedPolicy,
  PolicyReason,
  PolicyDocument,
  PolicyStatement,
} from './generated-policy.js';
import { notSeparated, policyTooLong, resourcesCollapsed } from './policy-catalogue.js';
import { relevantUses } from './relevant-uses.js';
import type { SdkUses } from './sdk-use.js';
import { unresolvedProblem, widenComputed } from './unresolved-uses.js';

export type PolicyRequest = BaselineNeeds & {
  readonly uses: SdkUses;
  /** The names of the functions with the role; undefined for all code of the application. */
  readonly functions: readonly string[] | undefined;
  /** The hand-written base policy, which is merged in. */
  readonly base: PolicyDocument | undefined;
  /** Reads the signing name of a package that the data does not have. Without it the name is guessed. */
  readonly signingName?: SigningName;
};

/** Generates the policy. Everything is sorted, so the same request gives the same bytes. */
export function generatePolicy(request: PolicyRequest): GeneratedPolicy {
  const relevant = relevantUses(request.uses, request.functions);
  const { asked, diagnostics } = neededPermissions(
    relevant.uses,
    request.signingName ?? (() => undefined),
  );
  const base = baseStatements(request.base);
  const documentOf = (grants: readonly Grant[]): PolicyDocument => ({
    Version: '2012-10-17',
    Statement: [...statementsOf(grants, new Set(base.map(({ Sid }) => Sid))), ...base],
  });
  const shortened = shorten(
    withBaseline([...widenComputed(asked, relevant.unresolved), ...givenTo(request)], request),
    (grants) => sizeOf(documentOf(grants)) <= INLINE_LIMIT,
  );
  const document = documentOf(shortened.grants);
  return {
    document,
    reasons: [...shortened.grants.flatMap(reasonsOf), ...base.flatMap(baseReasons)].toSorted(
      byActionAndPlace,
    ),
    diagnostics: sortDiagnostics([
      ...diagnostics,
      ...relevant.unresolved.map(unresolvedProblem),
      ...separationProblems(relevant.notSeparated),
      ...sizeProblems(shortened, sizeOf(document)),
    ]),
  };
}

/** The needs of declarations, for the given functions. */
function givenTo({ uses: { given = [] }, functions }: PolicyRequest): NeededPermissions['asked'] {
  return given
    .filter((one) => functions?.includes(one.function) !== false)
    .map(({ action, resources, because }) => ({ need: { action, resources }, because }));
}

function withBaseline(asked: NeededPermissions['asked'], needs: BaselineNeeds): readonly Grant[] {
  const baseline = baselineGrants(needs);
  const covered = new Map(baseline.map(({ action, resources }) => [action, resources]));
  return mergeNeeds([
    ...baseline.flatMap(({ action, resources, because }) =>
      because.map((reason) => ({ need: { action, resources }, because: reason })),
    ),
    // Log permissions are on all resources already, so no use widens them.
    ...asked.map((item) => {
      const resources = covered.get(item.need.action);
      return resources ? { ...item, need: { ...item.need, resources } } : item;
    }),
  ]);
}

function reasonsOf({ action, resources, because }: Grant): readonly PolicyReason[] {
  return because.map((reason) => ({ action, resources, because: reason }));
}

function baseReasons({ Action, Resource = [] }: PolicyStatement): readonly PolicyReason[] {
  return Action.map((action) => ({ action, resources: Resource, because: { kind: 'base' } }));
}

function byActionAndPlace(left: PolicyReason, right: PolicyReason): number {
  const [before, after] = [placeOf(left), placeOf(right)];
  return (
    compareTexts(left.action, right.action) ||
    compareTexts(before.file, after.file) ||
    before.start - after.start ||
    compareTexts(JSON.stringify(left), JSON.stringify(right))
  );
}

function placeOf({ because }: PolicyReason): { readonly file: string; readonly start: number } {
  if (because.kind === 'event') return { file: because.at.file, start: because.at.line };
  return because.kind === 'use' ? because.at : { file: '', start: 0 };
}

function separationProblems(functions: readonly string[]): readonly Diagnostic[] {
  return functions.length === 0 ? [] : [diagnose(notSeparated, { functions }, { at: undefined })];
}

function sizeProblems({ collapsed }: Shortened, size: number): readonly Diagnostic[] {
  const limit = INLINE_LIMIT;
  const place = { at: undefined };
  return [
    ...(collapsed.length > 0
      ? [diagnose(resourcesCollapsed, { actions: collapsed, limit }, place)]
      : []),
    ...(size > limit ? [diagnose(policyTooLong, { size, limit }, place)] : []),
  ];
}
