// Mappings as Terraform and CloudFormation write them.
import { diagnose } from '../../../../compiler/diagnostics/diagnose.js';
import type { Source } from '../../../config/event-sources.js';
import {
  attributeOf,
  type ExportedResource,
  type ExportedValue,
  joined,
  placeOf,
  tagList,
  tagMapping,
} from '../../stage/exported.js';
import type { SourceForm } from '../../polled-sources/polled-kind.js';
import { polledOf } from '../../polled-sources/registry.js';
import type { ResourceExport } from '../../stage/resource-type.js';
import { functionId } from '../function/function-state.js';
import { type DesiredMapping, sourceId, sourceText } from './mapping-state.js';
import { findMapping } from './match-mappings.js';
import { sourceData } from './source-problems.js';

export const mappingExport: ResourceExport = {
  resources: ({ mappings, region }) => {
    return {
      resources: mappings.filter((mapping) => !unnamedOf(mapping)).map(exportMapping),
      // An export makes no calls, and only a call returns the ARN of a table's stream.
      problems: mappings.flatMap((mapping) => {
        const unnamed = unnamedOf(mapping);
        if (!unnamed) return [];
        const diagnostic = diagnose(unnamed, sourceData(mapping, region));
        return [{ diagnostic, from: mapping.declared }];
      }),
    };
  },
  adopted: ({ mappings, region }, observed) =>
    mappings.flatMap((mapping) => {
      const found = findMapping(mapping, observed.mappings, { region, sources: observed.sources });
      return found ? [{ resource: idOf(mapping), importId: found.uuid }] : [];
    }),
};

/** What is said of a source whose ARN only AWS knows; undefined for any other. */
function unnamedOf({ source }: DesiredMapping): SourceForm['unnamed'] {
  return polledOf(source).form.unnamed;
}

function idOf({ functionName, source }: DesiredMapping): string {
  return `event source ${sourceId(source)} of ${functionName}`;
}

function exportMapping(mapping: DesiredMapping): ExportedResource {
  const { functionName, source, settings, startingPosition, tags, declared } = mapping;
  const { batchSize, batchWindow, isEnabled, filters, maximumConcurrency, stream } = settings;
  const functionArn = attributeOf(functionId(functionName), 'arn');
  const sourceArn = arnOf(source);
  const reported = ['ReportBatchItemFailures'];
  return {
    id: idOf(mapping),
    kind: 'EventSource',
    key: `${declared.function} ${sourceText(source)}`,
    from: declared,
    terraform: {
      type: 'aws_lambda_event_source_mapping',
      properties: {
        event_source_arn: sourceArn,
        function_name: functionArn,
        starting_position: startingPosition,
        batch_size: batchSize,
        maximum_batching_window_in_seconds: batchWindow,
        enabled: isEnabled,
        function_response_types: reported,
        filter_criteria:
          filters.length > 0 ? [{ filter: filters.map((pattern) => ({ pattern })) }] : undefined,
        scaling_config:
          maximumConcurrency === undefined
            ? undefined
            : [{ maximum_concurrency: maximumConcurrency }],
        parallelization_factor: stream?.parallelizationFactor,
        maximum_retry_attempts: stream?.maximumRetryAttempts,
        maximum_record_age_in_seconds: stream?.maximumRecordAge,
        bisect_batch_on_function_error: stream?.bisectsBatchOnError,
        destination_config:
          stream?.onFailure === undefined
            ? undefined
            : [{ on_failure: [{ destination_arn: stream.onFailure }] }],
        tags: tagMapping(tags),
      },
    },
    cloudFormation: {
      type: 'AWS::Lambda::EventSourceMapping',
      properties: {
        EventSourceArn: sourceArn,
        FunctionName: functionArn,
        StartingPosition: startingPosition,
        BatchSize: batchSize,
        MaximumBatchingWindowInSeconds: batchWindow,
        Enabled: isEnabled,
        FunctionResponseTypes: reported,
        FilterCriteria:
          filters.length > 0 ? { Filters: filters.map((Pattern) => ({ Pattern })) } : undefined,
        ScalingConfig:
          maximumConcurrency === undefined ? undefined : { MaximumConcurrency: maximumConcurrency },
        ParallelizationFactor: stream?.parallelizationFactor,
        MaximumRetryAttempts: stream?.maximumRetryAttempts,
        MaximumRecordAgeInSeconds: stream?.maximumRecordAge,
        BisectBatchOnFunctionError: stream?.bisectsBatchOnError,
        DestinationConfig:
          stream?.onFailure === undefined
            ? undefined
            : { OnFailure: { Destination: stream.onFailure } },
        Tags: tagList(tags),
      },
    },
  };
}

function arnOf(source: Source): ExportedValue {
  const { name, arn } = source;
  if (arn) return arn.text;
  const { kind, form } = polledOf(source);
  const place = joined`${placeOf('region')}:${placeOf('account')}`;
  return joined`arn:${placeOf('partition')}:${kind.service}:${place}:${form.read(name)}`;
}
