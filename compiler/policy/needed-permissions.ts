// Computes the needs of all SDK uses, with warnings about guessed actions and about actions that only the author can add.
import { moreRightsOf } from './actions/related-actions.js';
import {
  isKnownOperation,
  needsOfCall,
  operationActions,
  prefixOf,
  unknownRightsOf,
} from './actions/needs-of-call.js';
import { DATA_DATE, clientOf, pairIn, WAITERS } from './data/policy-data.js';
import { type Diagnostic, diagnose } from '../diagnostics/diagnostic.js';
import type { AskedNeed } from './document/statements.js';
import {
  anyRole,
  moreRights,
  unknownInput,
  unknownOperation,
  unknownPackage,
} from './policy-catalogue.js';
import { type InputValue, type SdkUse, textOfUse, type Call } from './sdk-use.js';
import { libraryCalls, presignedPost, upload } from './calls/libraries.js';

/** Reads a package's signing name from the project if the policy data does not contain the package. */
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
  // Each warning is reported once, at its first location.
  const reports = new Map<string, Diagnostic>();
  for (const { key, diagnostic } of found.flatMap(({ problems }) => problems)) {
    if (!reports.has(key)) reports.set(key, diagnostic);
  }
  return { asked: found.flatMap(({ asked }) => asked), diagnostics: [...reports.values()] };
}

type Problem = { readonly key: string; readonly diagnostic: Diagnostic };
type AskedPermissions = {
  readonly asked: readonly AskedNeed[];
  readonly problems: readonly Problem[];
};

function askOf(use: SdkUse, input: InputValue, signingName: SigningName): AskedPermissions {
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

/**
 * Returns the text that names the middleware that makes the call, because the list that contains it may be far from the view
 * that needs the permission.
 */
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
  const location = { at: use.at };
  const rights = moreRightsOf(call);
  const actions = unknownRightsOf(call, prefix);
  const problems = [
    ...(rights === undefined ? [] : [diagnose(moreRights, { text, rights }, location)]),
    ...(actions.length === 0 ? [] : [diagnose(unknownInput, { text, actions }, location)]),
  ];
  if (prefixOf(call.client) === undefined && !isKnownOperation(call)) {
    return [
      ...problems,
      diagnose(unknownPackage, { text, package: use.package, prefix }, location),
    ];
  }
  if (isKnownOperation(call)) return problems;
  const data = {
    text,
    package: use.package,
    actions: operationActions(call, prefix),
    date: DATA_DATE,
  };
  return [...problems, diagnose(unknownOperation, data, location)];
}

// Finds the calls that an SDK use makes: through client commands, methods, paginators and waiters, through version 2 of the
// SDK, and through libraries that use the clients.

/** Returns the calls that a use makes with one of its inputs; undefined if the package is not known. */
export function callsOf(use: SdkUse, input: InputValue): readonly Call[] | undefined {
  const library = libraryCalls(use, input);
  if (library !== undefined) return library;
  if (use.package === '@aws-sdk/lib-dynamodb') return [documentCall(use.name, input)];
  const client = clientOf(use.package);
  if (client === undefined) return undefined;
  if (use.kind === 'waiter') return waiterCalls(client, use.name, input);
  if (use.kind === 'v2') return oldCalls({ use, client, input });
  return [{ client, operation: use.name, input }];
}

function waiterCalls(client: string, waiter: string, input: InputValue): readonly Call[] {
  return [{ client, operation: pairIn(WAITERS, client, waiter) ?? waiter, input }];
}

// The operations of the DynamoDB document clients, whose commands have shorter names.
const OPERATIONS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  BatchGet: 'BatchGetItem',
  BatchWrite: 'BatchWriteItem',
  TransactGet: 'TransactGetItems',
  TransactWrite: 'TransactWriteItems',
};

/** Returns the call that a command or method of a document client makes. Names from the plain client are returned unchanged. */
function documentCall(name: string, input: InputValue): Call {
  const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
  return { client: 'dynamodb', operation: operation ?? name, input };
}

// Handles the methods of version 2 of the SDK that are not operations of a service.
type OldUse = { readonly use: SdkUse; readonly client: string; readonly input: InputValue };

function oldCalls({ use, client, input }: OldUse): readonly Call[] {
  if (use.package === 'aws-sdk/DynamoDB.DocumentClient') return [documentCall(use.name, input)];
  if (client === 's3' && use.name === 'Upload') return upload(input);
  // The bucket is in `Bucket`, as in `createPresignedPost` in version 3.
  if (client === 's3' && use.name === 'CreatePresignedPost') return presignedPost(input);
  return [{ client, operation: use.name, input }];
}
