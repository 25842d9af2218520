// A kind of source that Lambda polls, as needed for the role of a function, the deployer policy and the mapping. Each kind has
// a folder, and `registry.ts` lists them.
import {
  type Diagnostic,
  code,
  type CatalogueEntry,
} from '../../../compiler/diagnostics/diagnostic.js';
import type { EventEntry } from '../../../runtime/contract/manifest.js';
import type { PolledSource, StreamSource } from '../../../runtime/contract/events.js';
import type { Cloud } from '../../cloud/cloud.js';
import type { MappingSettings } from '../../cloud/services/mappings.js';
import type { Source, SourceKind } from '../../config/event-sources.js';

/** Every entry of a source that Lambda reads. */
export type PolledEntry = Extract<EventEntry, PolledSource>;

export type PolledName = PolledEntry['kind'];

export type PolledEntryOf<Name extends PolledName> = Extract<PolledEntry, { readonly kind: Name }>;

export type PolledKind<Name extends PolledName = PolledName> = {
  /** In ARNs: `sqs`. */
  readonly service: string;
  /** Its noun in a list when only the ARN is known: `queue`. */
  readonly noun: SourceKind;
  /** By what the code names it. */
  readonly forms: Partial<Readonly<Record<SourceKind, SourceForm>>>;
  /** The actions that Lambda needs in the role of a function to read it. */
  readonly actions: readonly string[];
  /** The statement by which the deployer may ask about it: the resource of the calls in `cli/cloud/`. */
  readonly asking: { readonly resource: string; readonly sid: string };
  /** True when each of its records goes to one reader alone. */
  readonly hasOneReader?: true;
  readonly reading: (entry: PolledEntryOf<Name>, destination: Source | undefined) => Reading;
  /** Asks whether it is there. */
  readonly find: (cloud: Cloud, source: Source) => Promise<FoundSource>;
  /** Says of a table that it has no stream to read, or another one than the code names. */
  readonly noStream?: (data: SourceData, source: Source, latest: string | undefined) => Diagnostic;
  /** A command that creates one. */
  readonly making: (name: string) => string;
  /** The words by which Lambda says that it is not there. */
  readonly missing: RegExp;
};

export type SourceForm = {
  /** The end of the ARN that is read, after the account; it ends in `*` when only AWS knows the rest. */
  readonly read: (name: string) => string;
  /** The end of the ARN that is looked up; defaults to the same. */
  readonly asked?: (name: string) => string;
  /** What a template says about an ARN that only AWS knows. */
  readonly unnamed?: CatalogueEntry<SourceData>;
};

/** How Lambda reads it, as far as kinds differ. */
export type Reading = Pick<MappingSettings, 'maximumConcurrency' | 'stream'> & {
  /** The position of the first read of a stream; undefined for a queue. */
  readonly startingPosition: string | undefined;
};

export type FoundSource =
  | {
      readonly kind: 'found';
      /** The ARN that the mapping reads; for a table, the ARN of its stream. */
      readonly arn: string;
      /** For a source that redelivers a record that was not processed in time. */
      readonly queue?: {
        /** Seconds. */
        readonly visibilityTimeout: number;
        /** A key of the user's own, by which messages are encrypted. */
        readonly kmsKey: string | undefined;
      };
    }
  | { readonly kind: 'missing' }
  /** A declared table whose stream does not exist before this deploy. */
  | { readonly kind: 'unmade' }
  /** A table without a stream, or whose stream has been replaced. */
  | { readonly kind: 'no-stream'; readonly latest: string | undefined };

/** How a stream is read. An absent option gets Lambda's default, so that removing an option resets it. */
export function streamReading(entry: StreamSource, destination: Source | undefined): Reading {
  return {
    maximumConcurrency: undefined,
    startingPosition: entry.startingPosition,
    stream: {
      parallelizationFactor: entry.parallelizationFactor ?? 1,
      maximumRetryAttempts: entry.maximumRetryAttempts ?? -1,
      maximumRecordAge: entry.maximumRecordAge ?? -1,
      bisectsBatchOnError: entry.bisectBatchOnError ?? false,
      onFailure: destination?.arn?.text,
    },
  };
}

/** An event source of a function, as the code declares it. */
export type SourceData = {
  /** `queue`. */
  readonly kind: string;
  readonly name: string;
  /** The name of the function in the code. */
  readonly owner: string;
  /** `app.ts:12`. */
  readonly place: string;
  /** `onSqsMessage`. */
  readonly member: string;
  readonly region: string;
};

/** `order` (`@app.onSqsMessage` in app.ts:12) reads the queue `orders` */
export function subjectText({ kind, name, owner, place, member }: SourceData): string {
  return `${code(owner)} (${code(`@app.${member}`)} in ${place}) reads the ${kind} ${code(name)}`;
}
