// Converts a CloudError to the diagnostic and the exit code of a command.
import {
  type Diagnostic,
  type CatalogueEntry,
  diagnose,
} from '../../compiler/diagnostics/diagnostic.js';
import { ExitCode } from '../program/command.js';
import * as catalogue from './cloud-catalogue.js';
import type { CloudError, CloudErrorFacts, CloudErrorKind } from './cloud-error.js';

/** Where the call was sent. A Cloud has these members; they are all undefined if `connect` threw. */
export type CallPlace = {
  readonly region?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly profile?: string | undefined;
  readonly proxyVariable?: string | undefined;
};

export function explainCloudError({ facts }: CloudError, call: CallPlace): Diagnostic {
  return EXPLANATIONS[facts.kind](facts, call);
}

export function cloudExitCode(): ExitCode {
  return ExitCode.refusedByCloud;
}

type Explain = (facts: CloudErrorFacts, call: CallPlace) => Diagnostic;

const EXPLANATIONS: Readonly<Record<CloudErrorKind, Explain>> = {
  missing: (facts, { endpoint }) => diagnose(catalogue.gone, { ...refusalOf(facts), endpoint }),
  unsupported: (facts, { endpoint }) =>
    diagnose(catalogue.unsupported, { ...refusalOf(facts), endpoint }),
  exists: as(catalogue.alreadyThere),
  busy: as(catalogue.stillBusy),
  'role-not-ready': as(catalogue.roleNotReady),
  changed: as(catalogue.changedMeanwhile),
  throttled: as(catalogue.throttled),
  server: as(catalogue.serverFailed),
  rejected: as(catalogue.rejected),
  'too-large': as(catalogue.tooLarge),
  limit: as(catalogue.quotaReached),
  denied: (facts) => {
    const { action = facts.operation, resource, isForbidden } = facts;
    const entry = isForbidden ? catalogue.forbidden : catalogue.denied;
    return diagnose(entry, { ...refusalOf(facts), action, resource });
  },
  'no-credentials': ({ name, message, resource, known = [] }, { profile }) =>
    name === 'ProfileNotFound'
      ? diagnose(catalogue.profileMissing, { profile: resource ?? '', known })
      : diagnose(catalogue.noCredentials, { profile, reason: message }),
  expired: ({ message }, { profile }) =>
    diagnose(catalogue.credentialsExpired, { profile, signIn: signInOf(message) }),
  'bad-credentials': ({ message }) => diagnose(catalogue.credentialsRefused, { reason: message }),
  clock: ({ message }) => diagnose(catalogue.clockWrong, { reason: message }),
  'no-region': () => diagnose(catalogue.noRegion, {}),
  'bad-region': ({ resource, known = [], status }, { region }) => {
    const name = resource ?? region ?? '';
    // A response from an endpoint proves that the region exists.
    return status === undefined
      ? diagnose(catalogue.regionUnknown, { region: name, known })
      : diagnose(catalogue.regionDisabled, { region: name });
  },
  'bad-endpoint': ({ name, resource = '' }) =>
    diagnose(catalogue.endpointInvalid, { setting: name, endpoint: resource }),
  'bad-proxy': ({ name }) => diagnose(catalogue.proxyInvalid, { setting: name }),
  foreign: ({ operation, message, status }, { proxyVariable }) =>
    diagnose(catalogue.foreignAnswer, { operation, answer: message, status, proxyVariable }),
  download: as(catalogue.downloadFailed),
  network: ({ message }, { endpoint, proxyVariable }) =>
    diagnose(catalogue.cloudUnreachable, { endpoint, proxyVariable, reason: message }),
};

function signInOf(message: string): string | undefined {
  if (/\bsso\b|session token not found/i.test(message)) return 'aws sso login';
  return /\baws login\b/.test(message) ? 'aws login' : undefined;
}

function as(entry: CatalogueEntry<catalogue.Refusal>): Explain {
  return (facts) => diagnose(entry, refusalOf(facts));
}

function refusalOf({ operation, message, requestId }: CloudErrorFacts): catalogue.Refusal {
  return { operation, reason: message, requestId };
}
