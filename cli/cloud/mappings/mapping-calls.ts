// The calls for event source mappings: what makes Lambda read a queue or a stream and hand what it finds to a function.
import type { EventSourceMappingConfiguration, EventSourcePosition } from '@aws-sdk/client-lambda';
import { type ActionsOf, callOn } from '../call-needs.js';
import type { Tags } from '../cloud.js';
import { unlessMissing } from '../cloud-error.js';
import { LAMBDA, type LambdaCaller } from '../lambda-client-service.js';
import { readPages } from '../pages.js';
import type { Port } from '../port.js';

/** What can be changed of a mapping, and is ours to say. */
export type MappingSettings = {
  readonly batchSize: number;
  /** Seconds. */
  readonly batchWindow: number;
  readonly isEnabled: boolean;
  /** Patterns as JSON. */
  readonly filters: readonly string[];
  /** Of a queue; undefined for no limit. */
  readonly maximumConcurrency: number | undefined;
  /** Of a stream; undefined for a queue. */
  readonly stream: StreamSettings | undefined;
};

export type StreamSettings = {
  readonly parallelizationFactor: number;
  /** -1 for no end, here and for the age in seconds. */
  readonly maximumRetryAttempts: number;
  readonly maximumRecordAge: number;
  readonly bisectsBatchOnError: boolean;
  /** An ARN. */
  readonly onFailure: string | undefined;
};

export type CloudMapping = MappingSettings & {
  readonly uuid: string;
  /** Of the mapping, for its tags. */
  readonly arn: string;
  readonly sourceArn: string;
  readonly functionArn: string;
  readonly startingPosition: string | undefined;
  /** True when the function may name the records that failed. */
  readonly reportsFailures: boolean;
  /** `Enabled`, `Disabled`, or what it is doing: `Creating`, `Updating`, `Deleting`... */
  readonly state: string;
};

export type MappingCalls = {
  /** Of a function by its name, whether it exists or not; every page is read. */
  readonly listMappings: (functionName: string) => Promise<readonly CloudMapping[]>;
  readonly getMapping: (uuid: string) => Promise<CloudMapping | undefined>;
  /** Not repeated when an answer is lost: Lambda has no token for it. One that exists is an error which tells its id. */
  readonly createMapping: (
    creation: MappingSettings & {
      readonly functionName: string;
      readonly sourceArn: string;
      readonly startingPosition: string | undefined;
      readonly tags: Tags;
    },
  ) => Promise<CloudMapping>;
  /** Sets all settings; those that are absent are taken away. */
  readonly updateMapping: (uuid: string, settings: MappingSettings) => Promise<CloudMapping>;
  readonly tagMapping: (arn: string, tags: Tags) => Promise<void>;
  readonly getMappingTags: (arn: string) => Promise<Tags>;
  /** One that is gone already is no error. Records that were read stay in the source. */
  readonly deleteMapping: (uuid: string) => Promise<void>;
};

const MAPPING_ACTIONS: ActionsOf<MappingCalls> = {
  // Neither takes a resource, and a list no condition either.
  listMappings: callOn('event-source-mappings', 'read', 'lambda:ListEventSourceMappings'),
  getMapping: callOn('event-source-mapping', 'write', 'lambda:GetEventSourceMapping'),
  createMapping: callOn('event-source-mapping', 'write', 'lambda:CreateEventSourceMapping'),
  updateMapping: callOn('event-source-mapping', 'write', 'lambda:UpdateEventSourceMapping'),
  tagMapping: callOn('tagged-mapping', 'write', 'lambda:TagResource'),
  getMappingTags: callOn('tagged-mapping', 'read', 'lambda:ListTags'),
  deleteMapping: callOn('event-source-mapping', 'remove', 'lambda:DeleteEventSourceMapping'),
};

declare module '../cloud.js' {
  interface CloudCalls {
    readonly mappings: MappingCalls;
  }
}

export const mappingsPort: Port<'mappings'> = {
  name: 'mappings',
  actions: MAPPING_ACTIONS,
  open: ({ caller }) => mappingService(caller(LAMBDA)),
};

function mappingService(call: LambdaCaller): MappingCalls {
  return {
    listMappings: async (functionName) => {
      const found = await unlessMissing(
        readPages((Marker: string | undefined) =>
          call('ListEventSourceMappings', async ({ sdk, client }, options) => {
            const input = { FunctionName: functionName, Marker };
            const command = new sdk.ListEventSourceMappingsCommand(input);
            const page = await client.send(command, options);
            return { items: [...(page.EventSourceMappings ?? [])], next: page.NextMarker };
          }),
        ),
        [],
      );
      return found.map(readMapping);
    },

    getMapping: (UUID) =>
      unlessMissing(
        call('GetEventSourceMapping', async ({ sdk, client }, options) =>
          readMapping(await client.send(new sdk.GetEventSourceMappingCommand({ UUID }), options)),
        ),
      ),

    createMapping: ({ functionName, sourceArn, startingPosition, tags, ...settings }) =>
      call(
        'CreateEventSourceMapping',
        async ({ sdk, client }, options) => {
          const command = new sdk.CreateEventSourceMappingCommand({
            FunctionName: functionName,
            EventSourceArn: sourceArn,
            ...(startingPosition !== undefined && {
              StartingPosition: positionOf(startingPosition),
            }),
            ...settingsInput(settings, 'create'),
            Tags: { ...tags },
          });
          return readMapping(await client.send(command, options));
        },
        { repetition: 'once' },
      ),

    updateMapping: (UUID, settings) =>
      call('UpdateEventSourceMapping', async ({ sdk, client }, options) => {
        const input = { UUID, ...settingsInput(settings, 'update') };
        const command = new sdk.UpdateEventSourceMappingCommand(input);
        return readMapping(await client.send(command, options));
      }),

    tagMapping: (arn, tags) =>
      call('TagResource', async ({ sdk, client }, options) => {
        const command = new sdk.TagResourceCommand({ Resource: arn, Tags: { ...tags } });
        await client.send(command, options);
      }),

    getMappingTags: (Resource) =>
      unlessMissing(
        call('ListTags', async ({ sdk, client }, options) => {
          const { Tags } = await client.send(new sdk.ListTagsCommand({ Resource }), options);
          return Tags ?? {};
        }),
        {},
      ),

    deleteMapping: (UUID) =>
      unlessMissing(
        call('DeleteEventSourceMapping', async ({ sdk, client }, options) => {
          await client.send(new sdk.DeleteEventSourceMappingCommand({ UUID }), options);
        }),
      ),
  };
}

/** A member that is left out of an update stays as it is, so an update says `{}` for what is to go. */
function settingsInput(settings: MappingSettings, purpose: 'create' | 'update') {
  const { batchSize, batchWindow, isEnabled, filters, maximumConcurrency, stream } = settings;
  const isUpdate = purpose === 'update';
  return {
    BatchSize: batchSize,
    MaximumBatchingWindowInSeconds: batchWindow,
    Enabled: isEnabled,
    FunctionResponseTypes: ['ReportBatchItemFailures' as const],
    ...((isUpdate || filters.length > 0) && {
      FilterCriteria:
        filters.length > 0 ? { Filters: filters.map((Pattern) => ({ Pattern })) } : {},
    }),
    ...(stream
      ? {
          ParallelizationFactor: stream.parallelizationFactor,
          MaximumRetryAttempts: stream.maximumRetryAttempts,
          MaximumRecordAgeInSeconds: stream.maximumRecordAge,
          BisectBatchOnFunctionError: stream.bisectsBatchOnError,
          ...((isUpdate || stream.onFailure !== undefined) && {
            DestinationConfig: {
              OnFailure: stream.onFailure === undefined ? {} : { Destination: stream.onFailure },
            },
          }),
        }
      : {
          ...((isUpdate || maximumConcurrency !== undefined) && {
            ScalingConfig:
              maximumConcurrency === undefined ? {} : { MaximumConcurrency: maximumConcurrency },
          }),
        }),
  };
}

/** What Lambda does without an answer of its own is what it fills in for members that were not given. */
function readMapping(found: EventSourceMappingConfiguration): CloudMapping {
  const sourceArn = found.EventSourceArn ?? '';
  const state = found.State ?? '';
  return {
    uuid: found.UUID ?? '',
    arn: found.EventSourceMappingArn ?? '',
    sourceArn,
    functionArn: found.FunctionArn ?? '',
    startingPosition: found.StartingPosition,
    reportsFailures: found.FunctionResponseTypes?.includes('ReportBatchItemFailures') ?? false,
    state,
    batchSize: found.BatchSize ?? 0,
    batchWindow: found.MaximumBatchingWindowInSeconds ?? 0,
    isEnabled: state !== 'Disabled' && state !== 'Disabling',
    filters: (found.FilterCriteria?.Filters ?? []).map(({ Pattern = '' }) => Pattern),
    maximumConcurrency: found.ScalingConfig?.MaximumConcurrency,
    // What is no stream has no position to begin from.
    stream:
      found.StartingPosition === undefined
        ? undefined
        : {
            parallelizationFactor: found.ParallelizationFactor ?? 1,
            maximumRetryAttempts: found.MaximumRetryAttempts ?? -1,
            maximumRecordAge: found.MaximumRecordAgeInSeconds ?? -1,
            bisectsBatchOnError: found.BisectBatchOnFunctionError ?? false,
            onFailure: found.DestinationConfig?.OnFailure?.Destination,
          },
  };
}

function positionOf(text: string): EventSourcePosition {
  return text === 'TRIM_HORIZON' ? 'TRIM_HORIZON' : 'LATEST';
}
