// The content of the cloud's tables, queues and buckets, as rows of text for the explorer. Reading changes nothing; in
// particular, no message counts as received.
import { isMapping, mappingOf, type Mapping } from '../../../compiler/json-values.js';
import { answerOf, type Service, type ServiceRequest } from './service.js';
import type { Queue } from './sqs/queue-store.js';
import { regionalStore, type StateStore } from './state-store.js';

export type Listing = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The parameter for the next page; absent on the last page. */
  readonly next?: string;
};

export type ListingPorts = {
  readonly servicesIn: (region: string) => readonly Service[];
  readonly store: StateStore;
  readonly region: string;
};

const MOST = 50;
const LONGEST = 2000;

/** Returns undefined if the resource does not exist. */
export async function listingOf(
  path: string,
  query: URLSearchParams,
  ports: ListingPorts,
): Promise<Listing | undefined> {
  const from = query.get('from') ?? '';
  const name = query.get('name') ?? '';
  switch (path) {
    case 'items':
      return items(name, from, ports);
    case 'messages':
      return messages(name, from, ports);
    case 'files':
      return files(name, from, ports);
    default:
      return undefined;
  }
}

/** Lists items: the keys first, then all other attributes as JSON. */
async function items(
  TableName: string,
  from: string,
  ports: ListingPorts,
): Promise<Listing | undefined> {
  const ask = async (operation: string, body: object): Promise<Mapping | undefined> => {
    const answer = await answered(ports, 'dynamodb', {
      method: 'POST',
      path: '/',
      headers: {
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        'content-type': 'application/x-amz-json-1.0',
      },
      body: JSON.stringify(body),
    });
    return answer === undefined ? undefined : mappingOf(JSON.parse(answer));
  };
  const described = await ask('DescribeTable', { TableName });
  if (!described) return undefined;
  const schema = mappingOf(described['Table'])['KeySchema'];
  const keys = (Array.isArray(schema) ? schema : [])
    .map((one) => mappingOf(one)['AttributeName'])
    .filter((one) => typeof one === 'string');
  const start: unknown = from === '' ? undefined : JSON.parse(from);
  const found = await ask('Scan', {
    TableName,
    Limit: MOST,
    ...(isMapping(start) && { ExclusiveStartKey: start }),
  });
  if (!found) return undefined;
  const { Items, LastEvaluatedKey: last } = found;
  const rows = (Array.isArray(Items) ? Items : []).map((item) => {
    const all = Object.entries(mappingOf(item)).map(([key, value]) => [key, plain(value)] as const);
    const values = new Map(all);
    const rest = Object.fromEntries(all.filter(([key]) => !keys.includes(key)));
    return [...keys.map((key) => textOf(values.get(key) ?? '')), textOf(rest)];
  });
  return {
    columns: [...keys, 'attributes'],
    rows,
    ...(isMapping(last) && { next: JSON.stringify(last) }),
  };
}

function messages(
  name: string,
  from: string,
  { store, region }: ListingPorts,
): Listing | undefined {
  const queue = regionalStore(store, region).map<Queue>('queues').get(name);
  if (!queue) return undefined;
  const start = Number(from) || 0;
  const shown = queue.messages.slice(start, start + MOST);
  const now = Date.now();
  const end = start + shown.length;
  return {
    columns: ['sent', 'state', 'received', 'body'],
    rows: shown.map(({ sentAt, visibleAt, received, body }) => [
      new Date(sentAt).toISOString(),
      visibleAt > now ? (received > 0 ? 'with a consumer' : 'delayed') : 'waits',
      `${received} times`,
      textOf(body),
    ]),
    ...(end < queue.messages.length && { next: String(end) }),
  };
}

async function files(
  bucket: string,
  from: string,
  ports: ListingPorts,
): Promise<Listing | undefined> {
  const query = new URLSearchParams({
    'list-type': '2',
    'max-keys': String(MOST),
    'encoding-type': 'url',
    ...(from !== '' && { 'continuation-token': from }),
  });
  const text = await answered(ports, 's3', { method: 'GET', path: `/${bucket}`, query });
  if (text === undefined) return undefined;
  const within = (xml: string, element: string): string =>
    new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? '';
  const next = within(text, 'NextContinuationToken');
  return {
    columns: ['key', 'size', 'modified'],
    rows: [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, one = '']) => [
      decodeURIComponent(within(one, 'Key').replaceAll('+', ' ')),
      within(one, 'Size'),
      within(one, 'LastModified'),
    ]),
    ...(next !== '' && { next }),
  };
}

type Asked = Pick<ServiceRequest, 'method' | 'path'> &
  Partial<Pick<ServiceRequest, 'headers' | 'query'>> & { readonly body?: string };

/** Returns the response of a service to an internal call; undefined for an error. */
async function answered(
  { servicesIn, region }: ListingPorts,
  name: Service['name'],
  { body = '', headers = {}, query = new URLSearchParams(), ...rest }: Asked,
): Promise<string | undefined> {
  const service = servicesIn(region).find((one) => one.name === name);
  const request: ServiceRequest = { ...rest, headers, query, region, body: Buffer.from(body) };
  const operation = service?.operationOf(request);
  const answer = service && operation && (await answerOf(service, operation));
  return answer?.status === 200 ? answer.body.toString() : undefined;
}

/** Converts an attribute value to JSON. Binary values remain in base64. */
function plain(value: unknown): unknown {
  const [entry] = Object.entries(mappingOf(value));
  const [type, inner] = entry ?? [];
  switch (type) {
    case 'N':
      // DynamoDB numbers can have more digits than a JavaScript number.
      return String(Number(inner)) === inner ? Number(inner) : inner;
    case 'NULL':
      return null;
    case 'L':
      return Array.isArray(inner) ? inner.map(plain) : inner;
    case 'M':
      return Object.fromEntries(
        Object.entries(mappingOf(inner)).map(([key, one]) => [key, plain(one)]),
      );
    default:
      return inner;
  }
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
