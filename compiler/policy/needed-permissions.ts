// The needs of all uses of the SDK, with warnings for guessed actions and for actions that only the author can add.
import { moreRightsOf } from './actions/related-actions.js';
import {
  isKnownOperation,
  needsOfCall,
  operationActions,
  prefixOf,
  unknownRightsOf,
} from './actions/needs-of-call.js';
import { callsOf } from './calls/calls-of-use.js';
import { DATA_DATE } from './data/policy-data.js';
import { diagnose } from '../diagnostics/diagnose.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { AskedNeed } from './document/merged-grants.js';
import {
  anyRole,
  moreRights,
  unknownInput,
  unknownOperation,
  unknownPackage,
} from './policy-catalogue.js';
import { type InputValue, type SdkUse, textOfUse, type Call } from './sdk-use.js';

/** Reads the signing name of a package from the project, when our data does not have the package. */
export type SigningName = (packageName: string) => string | undefined;

export type NeededPermissions = {
  readonly asked: readonly AskedNeed[];
  readonly diagnostics: readonly Diagnostic[];
};

export function neededPermissions(
  uses: readonly SdkUse[],
  signingName: SigningName,
): NeededPermissions {
  const found = uses.flatMap((use) => use.inputs.map((input) => askOf(use, input, signingName)));
  // Each warning is given once, at its first place.
  const reports = new Map<string, Diagnostic>();
  for (const { key, diagnostic } of found.flatMap(({ problems }) => problems)) {
    if (!reports.has(key)) reports.set(key, diagnostic);
  }
  return { asked: found.flatMap(({ asked }) => asked), diagnostics: [...reports.values()] };
}

type Problem = { readonly key: string; readonly diagnostic: Diagnostic };
type Found = { readonly asked: readonly AskedNeed[]; readonly problems: readonly Problem[] };

function askOf(use: SdkUse, input: InputValue, signingName: SigningName): Found {
  const text = textOfUse(use);
  const calls = callsOf(use, input);
  if (calls === undefined) {
    const data = { text, package: use.package, prefix: undefined };
    const diagnostic = diagnose(unknownPackage, data, { at: use.at });
    return { asked: [], problems: [{ key: `${use.package} ${use.name}`, diagnostic }] };
  }
  const because = { kind: 'use', text: `${text}${middlewareOf(use)}`, at: use.at } as const;
  const found = calls.map((call) => {
    const prefix = prefixOf(call.client) ?? signingName(use.package) ?? call.client;
    const needs = needsOfCall(call, prefix);
    return {
      asked: needs.map((need) => ({ need, because }) as const),
      problems: [
        ...rolesOf(needs, { use, text, prefix }),
        ...problemsOf(call, { use, text, prefix }).map((diagnostic) => ({
          key: `${diagnostic.code} ${call.client} ${call.operation}`,
          diagnostic,
        })),
      ],
    };
  });
  return {
    asked: found.flatMap(({ asked }) => asked),
    problems: found.flatMap(({ problems }) => problems),
  };
}

/** The middleware that makes the call, because its list may be far from the view that needs it. */
function middlewareOf({ layers = [] }: SdkUse): string {
  return layers.length > 0 ? ` of middleware ${layers.join(', ')}` : '';
}

type Asker = { readonly use: SdkUse; readonly text: string; readonly prefix: string };

function rolesOf(needs: readonly AskedNeed['need'][], { use, text }: Asker): readonly Problem[] {
  return needs.filter(isOnAnyRole).map(({ action }) => ({
    key: `${action} ${use.at.file}:${use.at.start}`,
    diagnostic: diagnose(anyRole, { action, text }, { at: use.at }),
  }));
}

function isOnAnyRole({ action, resources }: AskedNeed['need']): boolean {
  return resources === undefined && (action === 'sts:AssumeRole' || action === 'iam:PassRole');
}

function problemsOf(call: Call, { use, text, prefix }: Asker): readonly Diagnostic[] {
  const place = { at: use.at };
  const rights = moreRightsOf(call);
  const actions = unknownRightsOf(call, prefix);
  const problems = [
    ...(rights === undefined ? [] : [diagnose(moreRights, { text, rights }, place)]),
    ...(actions.length === 0 ? [] : [diagnose(unknownInput, { text, actions }, place)]),
  ];
  if (prefixOf(call.client) === undefined && !isKnownOperation(call)) {
    return [...problems, diagnose(unknownPackage, { text, package: use.package, prefix }, place)];
  }
  if (isKnownOperation(call)) return problems;
  const data = {
    text,
    package: use.package,
    actions: operationActions(call, prefix),
    date: DATA_DATE,
  };
  return [...problems, diagnose(unknownOperation, data, place)];
}
