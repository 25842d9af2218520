// Queries and scans: reads the sorted rows of a table or an index, page by page.
import db from 'dynalite/db/index.js';
import { mappingOf } from '../../../../compiler/json-values.js';
import { invalid } from '../json-service.js';
import type { Members } from '../members.js';
import { type CheckedRequest, checkedRequest, refuse } from './checked-request.js';
import { holds, meets } from './expressions.js';
import {
  consumed,
  rowIndex,
  projected,
  projectedTo,
  type Row,
  rowsOf,
  type Shape,
  shapeOf,
  unitsOfRead,
} from './items.js';
import {
  type Index,
  type Item,
  namesIn,
  schemaOf,
  sizeOf,
  type TableStore,
} from './table-store.js';

type QuerySource = {
  readonly shape: Shape;
  readonly index: Index | undefined;
  readonly schema: readonly Members[];
  readonly keys: readonly string[];
};

export function query(members: Members, store: TableStore): object {
  const data = checkedRequest('Query', members);
  const source = querySource(data, store);
  const { shape, index, schema } = source;
  checkConditions(data, source);
  const [hash = '', range] = namesIn(schema);
  const wanted = data.KeyConditions[hash]?.AttributeValueList[0] ?? {};
  const partition = db.createKey({ [hash]: wanted }, shape, schema.slice(0, 1));
  const start = startOf(data, source);
  const condition = range === undefined ? undefined : data.KeyConditions[range];
  if (start !== undefined) {
    const given = range === undefined ? undefined : data.ExclusiveStartKey?.[range];
    if (condition && !meets(condition, given))
      throw invalid('The provided starting key does not match the range key predicate');
    if (!start.startsWith(partition))
      throw invalid(
        'The provided starting key is outside query boundaries based on provided conditions',
      );
  }
  const names = namesIn(schema);
  const filtered = names.find((name) =>
    Object.hasOwn(data.QueryFilter ?? data._filter?.pathHeads ?? {}, name),
  );
  if (filtered !== undefined) {
    const filter = data.QueryFilter ? 'QueryFilter' : 'Filter Expression';
    throw invalid(
      `${filter} can only contain non-primary key attributes: Primary key attribute: ${filtered}`,
    );
  }
  const rows = rowsOf(shape, index);
  const isBackward = data.ScanIndexForward === false;
  const first = start === undefined || isBackward ? partition : start;
  const end = start !== undefined && isBackward ? start : `${partition}~`;
  const between = rows
    .slice(rowIndex(rows, first), rowIndex(rows, end))
    .filter(({ at, item }) => at !== start && (!condition || meets(condition, item[range ?? ''])));
  return page(isBackward ? between.toReversed() : between, data, source);
}

export function scan(members: Members, store: TableStore): object {
  const data = checkedRequest('Scan', members);
  const source = querySource(data, store);
  const { Segment = 0, TotalSegments = 1 } = data;
  // dynalite does not reject a `Segment` of 0 without `TotalSegments`.
  if (data.Segment !== undefined && data.TotalSegments === undefined)
    throw invalid(
      'The TotalSegments parameter is required but was not present in the request when Segment parameter is present',
    );
  // The first six characters of a row's sort key are the hash of the partition key.
  const isIn = (at: string): boolean =>
    Math.floor((Number.parseInt(at.slice(0, 6), 16) * TotalSegments) / 0x1000000) === Segment;
  const start = startOf(data, source);
  if (start !== undefined && !isIn(start))
    throw invalid(
      `The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. TotalSegments: ${TotalSegments} Segment: ${Segment}`,
    );
  const rows = rowsOf(source.shape, source.index);
  const rest = start === undefined ? rows : rows.slice(rowIndex(rows, start));
  const wanted = rest.filter(({ at }) => at !== start && isIn(at));
  return page(wanted, data, source);
}

function querySource(data: CheckedRequest, store: TableStore): QuerySource {
  const shape = shapeOf(data.TableName, store);
  const { IndexName, Select, _projection, AttributesToGet } = data;
  const { table, indexes } = shape;
  const index = indexes.find(({ name }) => name === IndexName);
  if (IndexName !== undefined && !index)
    throw invalid(`The table does not have the specified index: ${IndexName}`);
  const isGlobal = index?.isLocal === false;
  if (isGlobal && data.isConsistent)
    throw invalid('Consistent reads are not supported on global secondary indexes');
  if (index && index.readyAt > store.clock.now())
    throw invalid(`Cannot read from backfilling global secondary index: ${index.name}`);
  if (isGlobal && Select === 'ALL_ATTRIBUTES' && !holdsAll(index))
    throw invalid(
      `One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index ${index.name} because its projection type is not ALL`,
    );
  if (Select === 'ALL_PROJECTED_ATTRIBUTES' && !index)
    throw invalid('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName');
  const isSpecific = _projection !== undefined || AttributesToGet !== undefined;
  const wish = _projection ? 'ProjectionExpression' : 'AttributesToGet';
  if (isSpecific && Select !== undefined && Select !== 'SPECIFIC_ATTRIBUTES')
    throw invalid(`Cannot specify the ${wish} when choosing to get ${Select}`);
  if (!isSpecific && Select === 'SPECIFIC_ATTRIBUTES')
    throw invalid(
      'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES',
    );
  const asked = _projection?.paths.map(([name]) => String(name)) ?? AttributesToGet ?? [];
  const missing = isGlobal
    ? asked.filter((name) => !(name in projectedTo(index, { [name]: {} }, shape)))
    : [];
  if (missing.length > 0)
    throw invalid(
      `One or more parameter values were invalid: Global secondary index ${index?.name} does not project [${missing.join(', ')}]`,
    );
  refuse(db.validateKeyPaths(_projection?.nestedPaths, shape));
  refuse(db.validateKeyPaths(data._filter?.nestedPaths, shape));
  const schema = index ? schemaOf(index.definition) : shape.KeySchema;
  return { shape, index, schema, keys: [...new Set([...table.keys, ...namesIn(schema)])] };
}

function holdsAll({ definition: { Projection } }: Index): boolean {
  return mappingOf(Projection)['ProjectionType'] === 'ALL';
}

/** docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.KeyConditionExpressions.html */
function checkConditions({ KeyConditions }: CheckedRequest, { shape, schema }: QuerySource): void {
  const [hash = '', range] = namesIn(schema);
  const given = Object.keys(KeyConditions);
  if (range === undefined && given.length > 1) throw invalid('Query key condition not supported');
  const needed = given.length > 1 && range !== undefined ? [hash, range] : [hash];
  const missing = needed.find((name) => !given.includes(name));
  if (missing !== undefined) throw invalid(`Query condition missed key schema element: ${missing}`);
  for (const [name, { ComparisonOperator, AttributeValueList }] of Object.entries(KeyConditions)) {
    if (/^(?:NULL|NOT_NULL|NE|CONTAINS|NOT_CONTAINS|IN)$/.test(ComparisonOperator))
      throw invalid('Attempted conditional constraint is not an indexable operation');
    const type = shape.table.types.get(name) ?? '';
    if (AttributeValueList.some((value) => !Object.hasOwn(value, type)))
      throw invalid(
        'One or more parameter values were invalid: Condition parameter type does not match schema type',
      );
    if (name === hash && ComparisonOperator !== 'EQ')
      throw invalid('Query key condition not supported');
  }
}

/** Returns the sort key of the row after which the page begins. */
function startOf(
  { ExclusiveStartKey: key }: CheckedRequest,
  source: QuerySource,
): string | undefined {
  if (!key) return undefined;
  const { shape, index, schema, keys } = source;
  const { table } = shape;
  const has = (name: string): boolean =>
    Object.hasOwn(key[name] ?? {}, table.types.get(name) ?? '');
  if (Object.keys(key).length !== keys.length || !keys.every(has))
    throw invalid('The provided starting key is invalid');
  const start = db.createKey(key, shape, schema);
  return index ? start + db.createKey(key, shape) : start;
}

/** Bytes. */
const PAGE = 1_048_576;

function page(rows: readonly Row[], data: CheckedRequest, source: QuerySource): object {
  const { shape, index, keys } = source;
  const { Limit = Infinity, Select } = data;
  // For a local secondary index, DynamoDB fetches attributes that the index does not contain from the table.
  const isWhole =
    index?.isLocal === true &&
    (Select === 'ALL_ATTRIBUTES' || data._projection !== undefined || data.AttributesToGet);
  let size = 0;
  const read: Item[] = [];
  for (const { item } of rows) {
    const held = index ? projectedTo(index, item, shape) : item;
    read.push(isWhole ? item : held);
    size += sizeOf(held);
    if (read.length >= Limit || size >= PAGE) break;
  }
  const last = read.length >= Limit || size >= PAGE ? rows[read.length - 1]?.item : undefined;
  const filter = data.QueryFilter ?? data.ScanFilter;
  const found = read.filter(
    (item) =>
      (!data._filter || holds(data._filter.expression, item)) &&
      (!filter || db.matchesFilter(item, filter, data.ConditionalOperator)),
  );
  const units = unitsOfRead(size, data.isConsistent);
  const usage = {
    table: shape.table.name,
    units: index ? 0 : units,
    ofIndexes: index ? [{ index, units }] : [],
  };
  return {
    ...(Select !== 'COUNT' && { Items: found.map((item) => projected(item, data)) }),
    Count: found.length,
    ScannedCount: read.length,
    ...(last && { LastEvaluatedKey: Object.fromEntries(keys.map((name) => [name, last[name]])) }),
    ...consumed(data.capacity, () => [usage]),
  };
}
