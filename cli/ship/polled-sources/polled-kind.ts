// A kind of source that Lambda polls: what the role of a function, the deployer policy and the event source mapping need to
// know about it. Each kind has a folder, and `registry.ts` lists them.
import {
  type Diagnostic,
  code,
  type CatalogueEntry,
} from '../../../compiler/diagnostics/diagnostic.js';
import type { EventEntry } from '../../../runtime/contract/manifest.js';
import type { PolledSource, StreamSource } from '../../../runtime/contract/events.js';
import type { Cloud } from '../../cloud/cloud.js';
import type { MappingSettings } from '../../cloud/services/mappings.js';
import type { ResolvedSource, SourceKind } from '../../config/event-sources.js';

export type PolledEntry = Extract<EventEntry, PolledSource>;

export type PolledName = PolledEntry['kind'];

export type PolledEntryOf<Name extends PolledName> = Extract<PolledEntry, { readonly kind: Name }>;

export type PolledKind<Name extends PolledName = PolledName> = {
  /** The service in ARNs: `sqs`. */
  readonly service: string;
  /** The noun in a list if only the ARN is known: `queue`. */
  readonly noun: SourceKind;
  readonly forms: Partial<Readonly<Record<SourceKind, SourceForm>>>;
  /** The actions that Lambda needs in the role of a function to read the source. */
  readonly actions: readonly string[];
  /** The statement that allows a deployer to look up the source. `resource` is the name that the calls in `cli/cloud/` use. */
  readonly asking: { readonly resource: string; readonly sid: string };
  readonly hasOneReader?: true;
  readonly reading: (
    entry: PolledEntryOf<Name>,
    destination: ResolvedSource | undefined,
  ) => PollSettings;
  readonly find: (cloud: Cloud, source: ResolvedSource) => Promise<FoundSource>;
  /** Reports that a table has no stream to read, or has a different stream than the one named in the code. */
  readonly noStream?: (
    data: SourceData,
    source: ResolvedSource,
    latest: string | undefined,
  ) => Diagnostic;
  /** Returns a command that creates such a source. */
  readonly making: (name: string) => string;
  /** Matches the message in which Lambda reports that the source does not exist. */
  readonly missing: RegExp;
};

export type SourceForm = {
  /** Returns the end of the ARN that Lambda reads, after the account; it ends in `*` if only AWS knows the rest. */
  readonly read: (name: string) => string;
  /** Returns the end of the ARN that is looked up; defaults to `read`. */
  readonly asked?: (name: string) => string;
  /** The message in an export about a source whose ARN only AWS knows. */
  readonly unnamed?: CatalogueEntry<SourceData>;
};

export type PollSettings = Pick<MappingSettings, 'maximumConcurrency' | 'stream'> & {
  /** Where the first read of a stream starts; undefined for a queue. */
  readonly startingPosition: string | undefined;
};

export type FoundSource =
  | {
      readonly kind: 'found';
      /** The ARN that the mapping reads; for a table, the ARN of its stream. */
      readonly arn: string;
      /** For a source that redelivers a record that was not processed in time. */
      readonly queue?: {
        /** In seconds. */
        readonly visibilityTimeout: number;
        /** The customer managed key that encrypts the messages. */
        readonly kmsKey: string | undefined;
      };
    }
  | { readonly kind: 'missing' }
  /** A declared table whose stream does not exist until this deploy creates it. */
  | { readonly kind: 'unmade' }
  /** A table without a stream, or whose stream has been replaced. */
  | { readonly kind: 'no-stream'; readonly latest: string | undefined };

/** Returns the settings for reading a stream. An absent option gets Lambda's default, so that removing an option resets it. */
export function streamReading(
  entry: StreamSource,
  destination: ResolvedSource | undefined,
): PollSettings {
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

/** An event source of a function, as declared in the code. */
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

/** Returns text such as: `order` (`@app.onSqsMessage` in app.ts:12) reads the queue `orders` */
export function subjectText({ kind, name, owner, place, member }: SourceData): string {
  return `${code(owner)} (${code(`@app.${member}`)} in ${place}) reads the ${kind} ${code(name)}`;
}
