// Items: reads and writes by key, one at a time, in batches and in transactions. This module is loaded by the first item
// operation. It never awaits, so a call sees either all effects of another call or none.
import { createHash } from 'node:crypto';
import db from 'dynalite/db/index.js';
import { mappingAt, mappingOf } from '../../../../compiler/json-values.js';
import { invalid } from '../json-service.js';
import { isMembers, listOf, type Members, textOf, unmet } from '../members.js';
import { RefusedCall } from '../service.js';
import { type CheckedRequest, checkedRequest, refuse } from './checked-request.js';
import { holds, updated, withSortedSets } from './expressions.js';
import {
  apply,
  consumed,
  projected,
  type Shape,
  shapeOf,
  unitsOfRead,
  type Usage,
  usedByWrite,
  type Write,
} from './items.js';
import { type Item, namesIn, schemaOf, sizeOf, type TableStore } from './table-store.js';

export { query, scan } from './queries.js';

type WriteName = 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheck';

function locate(data: CheckedRequest, store: TableStore): Pick<Write, 'shape' | 'key'> {
  const shape = shapeOf(data.TableName, store);
  if (data.Item) checkItem(data.Item, shape);
  else refuse(db.validateKey(data.Key, shape));
  return { shape, key: db.createKey(data.Item ?? data.Key, shape) };
}

function prepare(name: WriteName, data: CheckedRequest, store: TableStore): Write {
  const { shape, key } = locate(data, store);
  refuse(db.validateUpdates(data.AttributeUpdates, data._updates, shape));
  const before = shape.table.items.get(key);
  const { Expected, ConditionalOperator, _condition: condition } = data;
  const isMet =
    (!condition || holds(condition.expression, before ?? {})) &&
    (!Expected || db.matchesFilter(before ?? {}, Expected, ConditionalOperator));
  if (!isMet) {
    const Item = data.showsFailed ? before : undefined;
    throw new RefusedCall({
      status: 400,
      code: 'ConditionalCheckFailedException',
      message: 'The conditional request failed',
      ...(Item && { members: { Item } }),
    });
  }
  return { shape, key, before, after: afterOf(name, data, { shape, before }) };
}

function afterOf(
  name: WriteName,
  data: CheckedRequest,
  { shape, before }: Pick<Write, 'shape' | 'before'>,
): Item | undefined {
  if (name === 'DeleteItem') return undefined;
  if (name === 'ConditionCheck') return before;
  if (data.Item) return withSortedSets(data.Item);
  const updates = data._updates?.sections ?? attributeUpdates(data);
  const after = withSortedSets(updated(before ?? data.Key, updates));
  checkItem(after, shape);
  if (sizeOf(after) > LARGEST)
    throw invalid('Item size to update has exceeded the maximum allowed size');
  return after;
}

const LARGEST = 409_600;

function attributeUpdates({ AttributeUpdates = {} }: CheckedRequest) {
  return Object.entries(AttributeUpdates).map(([name, { Action = 'PUT', Value }]) => {
    const [put, add] = [Action === 'PUT', Action === 'ADD'];
    const type = put ? 'set' : add ? 'add' : Value ? 'delete' : 'remove';
    return { type, path: [name], ...(Value && { val: Value }) } as const;
  });
}

function checkItem(item: Item, shape: Shape): void {
  refuse(db.validateItem(item, shape));
  if (sizeOf(item) > LARGEST) throw invalid('Item size has exceeded the maximum allowed size');
  for (const { name, definition } of shape.indexes) {
    for (const key of namesIn(schemaOf(definition))) {
      if (item[key]?.S !== '' && item[key]?.B !== '') continue;
      throw invalid(
        'One or more parameter values are not valid. A value specified for a secondary index key is not supported. ' +
          `The AttributeValue for a key attribute cannot contain an empty string value. IndexName: ${name}, IndexKey: ${key}`,
      );
    }
  }
}

export function writeItem(
  name: 'PutItem' | 'UpdateItem' | 'DeleteItem',
  members: Members,
  store: TableStore,
): object {
  const data = checkedRequest(name, members);
  const write = prepare(name, data, store);
  apply(write, store);
  const { before, after } = write;
  const { ReturnValues = 'NONE', _updates, AttributeUpdates = {} } = data;
  const held = /_NEW$/.test(ReturnValues) ? after : before;
  const image = ReturnValues === 'NONE' ? undefined : held;
  const paths = _updates?.paths ?? Object.keys(AttributeUpdates);
  const shown = ReturnValues.startsWith('ALL') ? image : image && db.mapPaths(paths, image);
  return {
    ...(shown && Object.keys(shown).length > 0 && { Attributes: shown }),
    ...consumed(data.capacity, () => [usedByWrite(write)]),
  };
}

export function getItem(members: Members, store: TableStore): object {
  const data = checkedRequest('GetItem', members);
  const { item, usage } = readItem(data, data.Key, store);
  return { ...(item && { Item: item }), ...consumed(data.capacity, () => [usage]) };
}

type ItemRead = Pick<
  CheckedRequest,
  'TableName' | '_projection' | 'AttributesToGet' | 'isConsistent'
>;

function readItem(data: ItemRead, key: Item, store: TableStore) {
  const shape = shapeOf(data.TableName, store);
  refuse(db.validateKey(key, shape));
  refuse(db.validateKeyPaths(data._projection?.nestedPaths, shape));
  const found = shape.table.items.get(db.createKey(key, shape));
  const size = found ? sizeOf(found) : 0;
  const units = unitsOfRead(size, data.isConsistent);
  const usage: Usage = { table: shape.table.name, units, ofIndexes: [] };
  return { item: found && projected(found, data), size, usage };
}

/** Bytes. */
const MEGABYTE = 1_048_576;

export function batchGetItem(members: Members, store: TableStore): object {
  const data = checkedRequest('BatchGetItem', members);
  const Responses: Record<string, object[]> = {};
  const UnprocessedKeys: Record<string, Members> = {};
  const usages: Usage[] = [];
  let total = 0;
  for (const [name, asked] of Object.entries(data.RequestItems)) {
    const { Keys = [], _projection, AttributesToGet, ConsistentRead = false } = asked;
    const getInput = {
      TableName: name,
      isConsistent: ConsistentRead,
      ...(_projection && { _projection }),
      ...(AttributesToGet && { AttributesToGet }),
    };
    const found = Keys.map((key) => ({ key, ...readItem(getInput, key, store) }));
    const left = found.filter(({ size }) => (total += size) > 16 * MEGABYTE);
    const read = found.filter((one) => !left.includes(one));
    usages.push(...read.map(({ usage }) => usage));
    // Reverses the items, so that callers cannot rely on the order of the keys in the request.
    Responses[name] = read.flatMap(({ item }) => item ?? []).toReversed();
    if (left.length === 0) continue;
    const again = mappingAt(members, 'RequestItems', name);
    UnprocessedKeys[name] = { ...again, Keys: left.map(({ key }) => key) };
  }
  return { Responses, UnprocessedKeys, ...consumed(data.capacity, () => usages, true) };
}

export function batchWriteItem(members: Members, store: TableStore): object {
  const data = checkedRequest('BatchWriteItem', members);
  const requests = Object.entries(data.RequestItems).flatMap(([name, list]) =>
    list.map(({ PutRequest, DeleteRequest }): [WriteName, CheckedRequest] => {
      const request = { ...data, TableName: name, Key: DeleteRequest?.Key ?? {} };
      return PutRequest
        ? ['PutItem', { ...request, Item: PutRequest.Item }]
        : ['DeleteItem', request];
    }),
  );
  if (requests.length > 25) throw invalid('Too many items requested for the BatchWriteItem call');
  const writes = requests.map(([name, request]) => prepareInBatch(name, request, store));
  if (isRepeated(writes)) throw invalid('Provided list of item keys contains duplicates');
  for (const write of writes) apply(write, store);
  const usages = (): Usage[] => writes.map((write) => usedByWrite(write));
  return { UnprocessedItems: {}, ...consumed(data.capacity, usages, true) };
}

function prepareInBatch(name: WriteName, request: CheckedRequest, store: TableStore): Write {
  try {
    return prepare(name, request, store);
  } catch (error) {
    const isAboutKey =
      error instanceof RefusedCall && /Missing the key|mismatch for key/.test(error.message);
    throw isAboutKey ? invalid('The provided key element does not match the schema') : error;
  }
}

function isRepeated(places: readonly Pick<Write, 'shape' | 'key'>[]): boolean {
  const names = places.map(({ shape, key }) => `${shape.table.name} ${key}`);
  return new Set(names).size < names.length;
}

/** docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html */
export function transactWriteItems(members: Members, store: TableStore): object {
  const parts = transactionItems(members, ['Put', 'Update', 'Delete', 'ConditionCheck']).map(
    ([kind, part]) => {
      const name = WRITES[kind];
      const needed = NEEDED[kind];
      if (needed !== undefined && part[needed] === undefined)
        throw invalid(`${needed} is required`);
      // A `ConditionCheck` is validated as a `DeleteItem` request.
      const data = checkedRequest(name === 'ConditionCheck' ? 'DeleteItem' : name, part);
      return { name, data };
    },
  );
  const token = textOf(members, 'ClientRequestToken');
  const items = JSON.stringify(members['TransactItems']);
  const asked = createHash('sha256').update(items).digest('hex');
  const now = store.clock.now();
  for (const [old, { until }] of store.tokens) if (until <= now) store.tokens.delete(old);
  const made = token === undefined ? undefined : store.tokens.get(token);
  const isAgain = made !== undefined && made.until > now;
  if (isAgain && made.asked !== asked)
    throw invalid(
      'The request uses the same client token as a previous, but non-identical request. Do not reuse a client token with different requests, unless the requests are identical',
      'IdempotentParameterMismatchException',
    );
  const places = parts.map(({ data }) => attempt(() => locate(data, store)));
  if (isRepeated(places.filter((one) => 'shape' in one)))
    throw invalid('Transaction request cannot include multiple operations on one item');
  if (isAgain) return {};
  const writes = parts.map(({ name, data }) => attempt(() => prepare(name, data, store)));
  cancelIfRefused(writes);
  const possible = writes.filter((one) => 'shape' in one);
  const size = possible.reduce((sum, { after }) => sum + (after ? sizeOf(after) : 0), 0);
  if (size > 4 * MEGABYTE)
    throw invalid('The aggregate size of the items in the transaction cannot exceed 4 MB');
  for (const write of possible) apply(write, store);
  if (token !== undefined) store.tokens.set(token, { asked, until: now + SAME_TOKEN_FOR });
  const usages = (): Usage[] => possible.map((write) => usedByWrite(write, 2));
  return consumed(capacityOf(members), usages, true);
}

/** Milliseconds. */
const SAME_TOKEN_FOR = 600_000;

const WRITES = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheck',
} as const;

const NEEDED: Readonly<Record<string, string>> = {
  Update: 'UpdateExpression',
  ConditionCheck: 'ConditionExpression',
};

/** docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactGetItems.html */
export function transactGetItems(members: Members, store: TableStore): object {
  const parts = transactionItems(members, ['Get']).map(([, part]) =>
    checkedRequest('GetItem', part),
  );
  const reads = parts.map((data) =>
    attempt(() => readItem({ ...data, isConsistent: true }, data.Key, store)),
  );
  cancelIfRefused(reads);
  const found = reads.filter((one) => 'usage' in one);
  const usages = found.map(({ usage }) => ({ ...usage, units: usage.units * 2 }));
  return {
    Responses: found.map(({ item }) => (item ? { Item: item } : {})),
    ...consumed(capacityOf(members), () => usages, true),
  };
}

function capacityOf(members: Members): CheckedRequest['capacity'] {
  const given = textOf(members, 'ReturnConsumedCapacity');
  return given === 'TOTAL' || given === 'INDEXES' ? given : 'NONE';
}

function transactionItems<Kind extends string>(
  members: Members,
  kinds: readonly Kind[],
): readonly (readonly [Kind, Members])[] {
  const items = listOf(members, 'TransactItems');
  if (items.length === 0)
    throw invalid(unmet('transactItems', 'have length greater than or equal to 1', '[]'));
  if (items.length > 100)
    throw invalid(unmet('transactItems', 'have length less than or equal to 100', '[...]'));
  return items.map((item) => {
    const [kind, second] = kinds.filter((one) => isMembers(item[one]));
    if (kind && second === undefined) return [kind, mappingOf(item[kind])];
    throw invalid('TransactItems can only contain one of Check, Put, Update or Delete');
  });
}

/** Returns the result of one entry of a transaction, or an error that cancels it. Throws any other error. */
function attempt<Value extends object>(part: () => Value): Value | RefusedCall {
  try {
    return part();
  } catch (error) {
    if (error instanceof RefusedCall && REASONS[error.refusal.code] !== undefined) return error;
    throw error;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ConditionalCheckFailedException: 'ConditionalCheckFailed',
  ValidationException: 'ValidationError',
};

function cancelIfRefused(outcomes: readonly object[]): void {
  if (!outcomes.some((one) => one instanceof RefusedCall)) return;
  const reasons = outcomes.map((one) => {
    if (!(one instanceof RefusedCall)) return { Code: 'None' };
    const { code, message, members } = one.refusal;
    return { Code: REASONS[code], Message: message, ...members };
  });
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  const code = 'TransactionCanceledException';
  const members = { Message: message, CancellationReasons: reasons };
  throw new RefusedCall({ status: 400, code, message, members });
}
