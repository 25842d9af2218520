// The calls for event source mappings, with which Lambda reads a queue or a stream and passes the records to a function.
import type { EventSourceMappingConfiguration } from '@aws-sdk/client-lambda';
import type { Tags } from '../cloud.js';
import { unlessMissing } from '../cloud-error.js';
import { type Calls, callOn, type Port, port } from '../service.js';
import { LAMBDA, type LambdaSdk } from './lambda.js';

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

export type MappingCreation = MappingSettings & {
  readonly functionName: string;
  readonly sourceArn: string;
  readonly startingPosition: string | undefined;
  readonly tags: Tags;
};

declare module '../cloud.js' {
  interface CloudCalls {
    readonly mappings: ReturnType<typeof mappingCalls>;
  }
}

export const mappingsPort: Port<'mappings'> = port({
  ...LAMBDA,
  name: 'mappings',
  actions: {
    // Neither takes a resource, and a list no condition either.
    listMappings: callOn('event-source-mappings', 'read', 'lambda:ListEventSourceMappings'),
    getMapping: callOn('event-source-mapping', 'write', 'lambda:GetEventSourceMapping'),
    createMapping: callOn('event-source-mapping', 'write', 'lambda:CreateEventSourceMapping'),
    updateMapping: callOn('event-source-mapping', 'write', 'lambda:UpdateEventSourceMapping'),
    tagMapping: callOn('tagged-mapping', 'write', 'lambda:TagResource'),
    getMappingTags: callOn('tagged-mapping', 'read', 'lambda:ListTags'),
    deleteMapping: callOn('event-source-mapping', 'remove', 'lambda:DeleteEventSourceMapping'),
  },
  calls: mappingCalls,
});

function mappingCalls({ send, pages }: Calls<LambdaSdk>) {
  return {
    /** Of a function by its name, whether it exists or not. */
    listMappings: (FunctionName: string): Promise<readonly CloudMapping[]> =>
      unlessMissing(
        pages('ListEventSourceMappings', { FunctionName }, (page) =>
          page.EventSourceMappings?.map(readMapping),
        ),
        [],
      ),

    getMapping: (UUID: string): Promise<CloudMapping | undefined> =>
      unlessMissing(send('GetEventSourceMapping', { UUID }, readMapping)),

    /** Not repeated when a response is lost: Lambda has no token for it. An existing one is an error with its id. */
    createMapping: ({
      functionName,
      sourceArn,
      startingPosition,
      tags,
      ...settings
    }: MappingCreation): Promise<CloudMapping> =>
      send(
        'CreateEventSourceMapping',
        {
          FunctionName: functionName,
          EventSourceArn: sourceArn,
          ...(startingPosition !== undefined && {
            StartingPosition: startingPosition === 'TRIM_HORIZON' ? 'TRIM_HORIZON' : 'LATEST',
          }),
          ...settingsInput(settings, 'create'),
          Tags: { ...tags },
        },
        { read: readMapping, repetition: 'once' },
      ),

    /** Sets all settings; those that are absent are taken away. */
    updateMapping: (UUID: string, settings: MappingSettings): Promise<CloudMapping> =>
      send('UpdateEventSourceMapping', { UUID, ...settingsInput(settings, 'update') }, readMapping),

    tagMapping: (Resource: string, tags: Tags): Promise<void> =>
      send('TagResource', { Resource, Tags: { ...tags } }),

    getMappingTags: (Resource: string): Promise<Tags> =>
      unlessMissing(
        send('ListTags', { Resource }, ({ Tags }) => Tags ?? {}),
        {},
      ),

    /** A missing one is no error. Records that were read stay in the source. */
    deleteMapping: (UUID: string): Promise<void> =>
      unlessMissing(send('DeleteEventSourceMapping', { UUID })),
  };
}

/** An update keeps the members that it leaves out, so an update writes `{}` to remove one. */
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

/** Lambda fills in defaults for members that were not given. */
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
    // Only a stream has a starting position.
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
