// Creates, reads, updates and deletes mappings, with the same validation as Lambda.
import { invalid } from '../../json-service.js';
import { endOf, type PolledSource } from '../../polled-source.js';
import {
  type CloudFunction,
  type FunctionBook,
  type LambdaCall,
  type LambdaOperation,
  type LambdaOperations,
  NO_CONTENT,
  findFunction,
  functionArn,
  ok,
  page,
  readFunctionName,
} from '../function-book.js';
import { failed, textOf } from '../../members.js';
import {
  conflict,
  invalidParameter,
  notFound,
  readMembers,
  textMapOf,
  validation,
} from '../members.js';
import { checkTags } from '../permission-operations.js';
import {
  type Mapping,
  type MappingBook,
  beginMappingChange,
  livingMappings,
  newCursor,
  newMapping,
  stateOf,
  SETTING_MEMBERS,
  changedSettings,
  defaultSettings,
} from './mapping-book.js';

const PATH = '/2015-03-31/event-source-mappings';

export function mappingOperations(mappings: MappingBook): LambdaOperations {
  const find = ({ captures }: LambdaCall): Mapping =>
    findMapping(mappings, 'uuid', captures['uuid']);
  const idle = (call: LambdaCall): Mapping => {
    const found = find(call);
    if (mappings.clock.now() < found.change.until)
      throw invalid(
        'Cannot update the event source mapping because it is in use.',
        'ResourceInUseException',
      );
    return found;
  };
  /** The permission is checked for the function of the mapping. */
  const asks: LambdaOperation['asks'] = ({ captures }) => {
    const uuid = decodeURIComponent(captures['uuid'] ?? '');
    const found = mappings.mappings.get(uuid);
    const { region, account } = mappings;
    const resource = `arn:aws:lambda:${region}:${account}:event-source-mapping:${uuid}`;
    return { resource, ...(found && { context: { 'lambda:FunctionArn': found.functionArn } }) };
  };
  const answer = (found: Mapping, status = 200) => ok(describe(found, mappings), status);

  return {
    CreateEventSourceMapping: {
      http: `POST ${PATH}`,
      asks: ({ body }, book) => {
        const named = /"FunctionName"\s*:\s*"([^"]*)"/.exec(body.toString())?.[1] ?? '';
        const { name } = readFunctionName(book, named);
        return { resource: '*', context: { 'lambda:FunctionArn': functionArn(book, name) } };
      },
      run: (call, book) => answer(create(call, book, mappings), 202),
    },
    ListEventSourceMappings: {
      http: `GET ${PATH}`,
      asks: () => ({ resource: '*' }),
      run: (call, book) => {
        const named = call.query.get('FunctionName');
        const source = call.query.get('EventSourceArn');
        const name = named === null ? undefined : readFunctionName(book, named).name;
        const found = livingMappings(mappings).filter(
          ({ functionName, sourceArn }) =>
            (name === undefined || functionName === name) &&
            (source === null || sourceArn === source),
        );
        const { items, next } = page(found, call);
        return ok({
          EventSourceMappings: items.map((one) => describe(one, mappings)),
          ...next,
        });
      },
    },
    GetEventSourceMapping: {
      http: `GET ${PATH}/{uuid}`,
      asks,
      run: (call) => answer(find(call)),
    },
    UpdateEventSourceMapping: {
      http: `PUT ${PATH}/{uuid}`,
      asks,
      run: (call, book) => {
        const found = idle(call);
        const members = readMembers(call.body, `${SETTING_MEMBERS} FunctionName`);
        const source = readSource(found.sourceArn, mappings);
        found.settings = changedSettings(members, found.settings, formOf(source));
        const owner = book.functions.get(found.functionName);
        if (owner) checkRole(owner, book, found);
        found.change = beginMappingChange('Updating', mappings);
        found.modifiedAt = mappings.clock.now();
        return answer(found, 202);
      },
    },
    DeleteEventSourceMapping: {
      http: `DELETE ${PATH}/{uuid}`,
      asks,
      run: (call) => {
        const found = idle(call);
        found.change = beginMappingChange('Deleting', mappings);
        return answer(found, 202);
      },
    },
  };
}

function findMapping(book: MappingBook, key: 'uuid' | 'arn', encoded = ''): Mapping {
  const wanted = decodeURIComponent(encoded);
  const found = livingMappings(book).find((one) => one[key] === wanted);
  if (!found) throw notFound('The resource you requested does not exist.');
  return found;
}

function create(call: LambdaCall, book: FunctionBook, mappings: MappingBook): Mapping {
  const members = readMembers(
    call.body,
    `${SETTING_MEMBERS} FunctionName! EventSourceArn StartingPosition Tags:text-map`,
  );
  const named = readFunctionName(book, textOf(members, 'FunctionName') ?? '');
  const owner = findFunction(book, named);
  const sourceArn = textOf(members, 'EventSourceArn') ?? '';
  const source = readSource(sourceArn, mappings);
  const startingPosition = textOf(members, 'StartingPosition');
  const { isQueue } = formOf(source);
  if (isQueue && startingPosition !== undefined)
    throw invalidParameter('StartingPosition is not valid for SQS event sources.');
  if (!isQueue && startingPosition === undefined)
    throw validation(failed('startingPosition', 'not be null', null));
  const tags = textMapOf(members, 'Tags') ?? {};
  checkTags(tags);
  const settings = changedSettings(members, defaultSettings(isQueue), formOf(source));
  const twin = livingMappings(mappings).find(
    (one) => one.sourceArn === sourceArn && one.functionName === owner.name,
  );
  if (twin)
    throw conflict(
      `The event source arn (" ${sourceArn} ") and function (" ${owner.name} ") provided mapping already exists. Please update or delete the existing mapping with UUID ${twin.uuid}`,
    );
  checkRole(owner, book, { sourceArn, settings });
  if (source.kind === 'queue') {
    const { timeout } = owner.latest.settings;
    if (source.visibilityTimeout() < timeout)
      throw invalidParameter(
        `Queue visibility timeout: ${source.visibilityTimeout()} seconds is less than Function timeout: ${timeout} seconds`,
      );
  }
  const { name: functionName, arn: functionArn } = owner;
  const chosen = { sourceArn, functionName, functionArn, startingPosition, settings };
  const made = newMapping(chosen, tags, mappings);
  if (source.kind === 'stream')
    source.shards.forEach((records, shard) => {
      made.cursors.set(shard, newCursor(startingPosition === 'LATEST' ? endOf(records) : 0));
    });
  mappings.mappings.set(made.uuid, made);
  return made;
}

function readSource(arn: string, { sources }: MappingBook): PolledSource {
  const source = sources.find(arn);
  if (source) return source;
  if (arn.includes(':sqs:'))
    throw invalidParameter(
      'Error occurred while ReceiveMessage. SQS Error Code: AWS.SimpleQueueService.NonExistentQueue. SQS Error Message: The specified queue does not exist.',
    );
  if (/:(?:kinesis|dynamodb):/.test(arn)) throw invalidParameter(`Stream not found: ${arn}`);
  throw invalidParameter('Unrecognized event source.');
}

function formOf(source: PolledSource): { readonly isQueue: boolean; readonly isFifo: boolean } {
  const isQueue = source.kind === 'queue';
  return { isQueue, isFifo: isQueue && source.isFifo };
}

/** The actions that the poller needs, in the order in which Lambda checks them. */
const ACTIONS: Readonly<Record<string, readonly [service: string, ...actions: string[]]>> = {
  sqs: ['SQS', 'ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'],
  kinesis: ['Kinesis', 'GetRecords', 'GetShardIterator', 'DescribeStream', 'ListShards'],
  dynamodb: ['DynamoDB', 'GetRecords', 'GetShardIterator', 'DescribeStream', 'ListStreams'],
};

const NOTIFY: Readonly<Record<string, readonly [service: string, action: string]>> = {
  sqs: ['SQS', 'SendMessage'],
  sns: ['SNS', 'Publish'],
  s3: ['S3', 'PutObject'],
};

function checkRole(
  owner: CloudFunction,
  { roles }: FunctionBook,
  { sourceArn, settings }: Pick<Mapping, 'sourceArn' | 'settings'>,
): void {
  const { role } = owner.latest.settings;
  const check = (arn: string, [name, ...actions]: readonly string[]): void => {
    const prefix = arn.split(':')[2] ?? '';
    const missing = actions.find((action) => !roles.allows(role, `${prefix}:${action}`, arn));
    if (missing === undefined) return;
    throw invalidParameter(
      `The ${prefix === 'sqs' ? 'provided' : 'function'} execution role does not have permissions to call ${missing} on ${name ?? ''}`,
    );
  };
  check(sourceArn, ACTIONS[sourceArn.split(':')[2] ?? ''] ?? []);
  const { onFailure } = settings;
  if (onFailure !== undefined) check(onFailure, NOTIFY[onFailure.split(':')[2] ?? ''] ?? []);
}

function describe(mapping: Mapping, book: MappingBook): object {
  const { uuid, arn, sourceArn, functionArn, settings, startingPosition, modifiedAt } = mapping;
  const isQueue = sourceArn.includes(':sqs:');
  return {
    UUID: uuid,
    EventSourceMappingArn: arn,
    EventSourceArn: sourceArn,
    FunctionArn: functionArn,
    State: stateOf(mapping, book),
    StateTransitionReason: 'USER_INITIATED',
    LastModified: modifiedAt / 1000,
    LastProcessingResult: 'No records processed',
    BatchSize: settings.batchSize,
    MaximumBatchingWindowInSeconds: settings.window,
    FunctionResponseTypes: settings.reportsFailures ? ['ReportBatchItemFailures'] : [],
    ...(settings.filters.length > 0 && {
      FilterCriteria: { Filters: settings.filters.map((Pattern) => ({ Pattern })) },
    }),
    ...(isQueue
      ? settings.maximumConcurrency !== undefined && {
          ScalingConfig: { MaximumConcurrency: settings.maximumConcurrency },
        }
      : {
          StartingPosition: startingPosition,
          ParallelizationFactor: settings.parallelizationFactor,
          MaximumRetryAttempts: settings.maximumRetryAttempts,
          MaximumRecordAgeInSeconds: settings.maximumRecordAge,
          BisectBatchOnFunctionError: settings.bisects,
          TumblingWindowInSeconds: 0,
          DestinationConfig: {
            OnFailure: settings.onFailure === undefined ? {} : { Destination: settings.onFailure },
          },
        }),
  };
}

/** These operations come before the operations for functions, because the path of the latter matches every ARN. */
const TAGS_PATH =
  '/2017-03-31/tags/(?<arn>arn(?:%3A|:)aws(?:%3A|:)lambda(?:%3A|:)[a-z0-9-]+(?:%3A|:)[0-9]+(?:%3A|:)event-source-mapping(?:%3A|:)[0-9a-f-]+)';

export function mappingTagOperations(book: MappingBook): LambdaOperations {
  const find = ({ captures }: LambdaCall): Mapping => findMapping(book, 'arn', captures['arn']);
  return {
    TagResource: {
      http: `POST ${TAGS_PATH}`,
      run: (call) => {
        const members = readMembers(call.body, 'Resource Tags:text-map!');
        const { tags } = find(call);
        const given = textMapOf(members, 'Tags') ?? {};
        checkTags({ ...Object.fromEntries(tags), ...given });
        for (const [key, value] of Object.entries(given)) tags.set(key, value);
        return NO_CONTENT;
      },
    },
    ListTags: {
      http: `GET ${TAGS_PATH}`,
      run: (call) => ok({ Tags: Object.fromEntries(find(call).tags) }),
    },
  };
}
