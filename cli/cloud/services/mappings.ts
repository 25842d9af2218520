// The calls for event source mappings, which make Lambda read a queue or a stream and pass the records to a function.
import type { EventSourceMappingConfiguration } from '@aws-sdk/client-lambda';
import type { Tags } from '../cloud.js';
import { unlessMissing } from '../cloud-error.js';
import { type Calls, callOn, type Port, port } from '../service.js';
import { LAMBDA, type LambdaSdk } from './lambda.js';

export type MappingSettings = {
  readonly batchSize: number;
  /** In seconds. */
  readonly batchWindow: number;
  readonly isEnabled: boolean;
  /** Patterns as JSON strings. */
  readonly filters: readonly string[];
  /** For a queue; undefined if there is no limit. */
  readonly maximumConcurrency: number | undefined;
  /** For a stream; undefined for a queue. */
  readonly stream: StreamSettings | undefined;
};

export type StreamSettings = {
  readonly parallelizationFactor: number;
  /** -1 means unlimited, also for the maximum age, which is in seconds. */
  readonly maximumRetryAttempts: number;
  readonly maximumRecordAge: number;
  readonly bisectsBatchOnError: boolean;
  /** The ARN of a queue, topic or bucket. */
  readonly onFailure: string | undefined;
};

export type CloudMapping = MappingSettings & {
  readonly uuid: string;
  /** The ARN of the mapping, which is needed for its tags. */
  readonly arn: string;
  readonly sourceArn: string;
  readonly functionArn: string;
  readonly startingPosition: string | undefined;
  /** True if the function may report which records failed. */
  readonly reportsFailures: boolean;
  /** `Enabled`, `Disabled`, or the change in progress: `Creating`, `Updating`, `Deleting`... */
  readonly state: string;
};

export type MappingCreation = MappingSettings &
  Pick<CloudMapping, 'sourceArn' | 'startingPosition'> & {
    readonly functionName: string;
    readonly tags: Tags;
  };

export const mappingsPort: Port<'mappings', ReturnType<typeof mappingCalls>> = port({
  ...LAMBDA,
  name: 'mappings',
  actions: {
    // Neither action can be restricted to a resource, and the list action cannot be restricted by a condition either.
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

function mappingCalls({ send, find, remove, pages }: Calls<LambdaSdk>) {
  return {
    /** Returns the mappings of the function with this name, even if the function no longer exists. */
    listMappings: (FunctionName: string): Promise<readonly CloudMapping[]> =>
      unlessMissing(
        pages('ListEventSourceMappings', { FunctionName }, (page) =>
          page.EventSourceMappings?.map(readMapping),
        ),
        [],
      ),

    getMapping: (UUID: string): Promise<CloudMapping | undefined> =>
      find('GetEventSourceMapping', { UUID }, readMapping),

    /** The call is not repeated: Lambda has no idempotency token for it. If the mapping exists, the error contains its id. */
    createMapping: (creation: MappingCreation): Promise<CloudMapping> => {
      const { functionName, sourceArn, startingPosition, tags, ...settings } = creation;
      return send(
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
      );
    },

    /** Sets all settings; absent settings are removed. */
    updateMapping: (UUID: string, settings: MappingSettings): Promise<CloudMapping> =>
      send('UpdateEventSourceMapping', { UUID, ...settingsInput(settings, 'update') }, readMapping),

    tagMapping: (Resource: string, tags: Tags): Promise<void> =>
      send('TagResource', { Resource, Tags: { ...tags } }),

    getMappingTags: (Resource: string): Promise<Tags> =>
      unlessMissing(
        send('ListTags', { Resource }, ({ Tags }) => Tags ?? {}),
        {},
      ),

    /** Deletes the mapping. Records that Lambda has already read stay in the source. */
    deleteMapping: (UUID: string): Promise<void> => remove('DeleteEventSourceMapping', { UUID }),
  };
}

/** Returns the settings for a call. An update does not change omitted members, so a member is removed by sending `{}`. */
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

/** Reads a mapping. Lambda fills in defaults for omitted members. */
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
