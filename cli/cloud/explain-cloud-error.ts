// Turns a CloudError into the diagnostic and the exit code of a command.
import type { CatalogueEntry } from '../../compiler/diagnostics/catalogue-entry.js';
import { diagnose } from '../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.js';
import { ExitCode } from '../program/command.js';
import * as refusals from './cloud-catalogue.js';
import type { CloudError, CloudErrorFacts, CloudErrorKind } from './cloud-error.js';
import * as connection from './connection-catalogue.js';

/** Where the call went. A Cloud has these fields; nothing is known when `connect` threw. */
export type CallPlace = {
  readonly region?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly profile?: string | undefined;
  readonly proxyVariable?: string | undefined;
};

/** The diagnostic with what happened and what to type next. */
export function explainCloudError({ facts }: CloudError, place: CallPlace): Diagnostic {
  return EXPLANATIONS[facts.kind](facts, place);
}

/** The exit code of a command that a CloudError ended. */
export function cloudExitCode(): ExitCode {
  return ExitCode.refusedByCloud;
}

type Explain = (facts: CloudErrorFacts, place: CallPlace) => Diagnostic;

const EXPLANATIONS: Readonly<Record<CloudErrorKind, Explain>> = {
  missing: (facts, { endpoint }) => say(refusals.gone, { ...refusalOf(facts), endpoint }),
  unsupported: (facts, { endpoint }) =>
    say(refusals.unsupported, { ...refusalOf(facts), endpoint }),
  exists: as(refusals.alreadyThere),
  busy: as(refusals.stillBusy),
  'role-not-ready': as(refusals.roleNotReady),
  changed: as(refusals.changedMeanwhile),
  throttled: as(refusals.throttled),
  server: as(refusals.serverFailed),
  rejected: as(refusals.rejected),
  'too-large': as(refusals.tooLarge),
  limit: as(refusals.quotaReached),
  denied: (facts) => {
    const { action = facts.operation, resource, isForbidden } = facts;
    const entry = isForbidden ? refusals.forbidden : refusals.denied;
    return say(entry, { ...refusalOf(facts), action, resource });
  },
  'no-credentials': ({ name, message, resource, known = [] }, { profile }) =>
    name === 'ProfileNotFound'
      ? say(connection.profileMissing, { profile: resource ?? '', known })
      : say(connection.noCredentials, { profile, reason: message }),
  expired: ({ message }, { profile }) =>
    say(connection.credentialsExpired, { profile, signIn: signInOf(message) }),
  'bad-credentials': ({ message }) => say(connection.credentialsRefused, { reason: message }),
  clock: ({ message }) => say(connection.clockWrong, { reason: message }),
  'no-region': () => say(connection.noRegion, {}),
  'bad-region': ({ resource, known = [], status }, { region }) => {
    const name = resource ?? region ?? '';
    // An endpoint that answered proves that the region exists.
    return status === undefined
      ? say(connection.regionUnknown, { region: name, known })
      : say(connection.regionDisabled, { region: name });
  },
  'bad-endpoint': ({ name, resource = '' }) =>
    say(connection.endpointInvalid, { setting: name, endpoint: resource }),
  'bad-proxy': ({ name }) => say(connection.proxyInvalid, { setting: name }),
  foreign: ({ operation, message, status }, { proxyVariable }) =>
    say(connection.foreignAnswer, { operation, answer: message, status, proxyVariable }),
  download: as(refusals.downloadFailed),
  network: ({ message }, { endpoint, proxyVariable }) =>
    say(connection.cloudUnreachable, { endpoint, proxyVariable, reason: message }),
};

/** The sign-in command that a message about credentials names. */
function signInOf(message: string): string | undefined {
  if (/\bsso\b|session token not found/i.test(message)) return 'aws sso login';
  return /\baws login\b/.test(message) ? 'aws login' : undefined;
}

function as(entry: CatalogueEntry<refusals.Refusal>): Explain {
  return (facts) => say(entry, refusalOf(facts));
}

function refusalOf({ operation, message, requestId }: CloudErrorFacts): refusals.Refusal {
  return { operation, reason: message, requestId };
}

function say<Data>(entry: CatalogueEntry<Data>, data: Data): Diagnostic {
  return diagnose(entry, data);
}
