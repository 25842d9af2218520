// A service that speaks the query protocol: form parameters, XML responses.
import { randomUUID } from 'node:crypto';
import {
  isWriting,
  RefusedCall,
  type Refusal,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
} from './service.js';

export type Form = URLSearchParams;

export type QueryOperation<Store> = {
  /** The action that the caller must be allowed to perform, if its name differs from the operation, for example `Publish`. */
  readonly action?: string;
  /** The top-level parameter names, as `check` reads them: `Attributes` includes `Attributes.entry.1.key`. */
  readonly takes: string;
  /** Defaults to `*`. */
  readonly resource?: (form: Form, store: Store) => string;
  /** True if any caller with credentials may call the operation. */
  readonly isFree?: true;
  readonly policy?: (form: Form, store: Store) => string | undefined;
  /** Returns the members of the result; undefined if the response has no result. */
  readonly run: (form: Form, store: Store, request: ServiceRequest) => XmlValue;
};

export type QueryOperations<Store> = Readonly<Record<string, QueryOperation<Store>>>;

type QueryServiceOptions<Store> = {
  readonly name: Service['name'];
  readonly version: string;
  readonly store: Store;
  readonly operations: QueryOperations<Store>;
  readonly inventory: () => readonly string[];
  /** Rejects unknown and invalid parameters; defaults to rejecting only unknown ones. */
  readonly check?: (form: Form, takes: string) => void;
};

export function queryService<Store>(options: QueryServiceOptions<Store>): Service {
  const { name, version, store, inventory, check = checkParameters } = options;
  const namespace = `https://${name}.amazonaws.com/doc/${version}/`;
  const operations = new Map(Object.entries(options.operations));
  const write = (status: number, root: string, content: XmlValue): ServiceAnswer => {
    const RequestId = randomUUID();
    const ids = root === 'ErrorResponse' ? { RequestId } : { ResponseMetadata: { RequestId } };
    return {
      status,
      headers: { 'Content-Type': 'text/xml', 'x-amzn-RequestId': RequestId },
      body: `<${root} xmlns="${namespace}">${xmlOf(content)}${xmlOf(ids)}</${root}>`,
    };
  };
  const refuse = ({ status, code, message, headers }: Refusal): ServiceAnswer => {
    const Type = status >= 500 ? 'Receiver' : 'Sender';
    const answer = write(status, 'ErrorResponse', {
      Error: { Type, Code: code, Message: message },
    });
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };
  return {
    name,
    operationOf: (request) => {
      const form = readForm(request);
      const called = form.get('Action') ?? '';
      const operation = operations.get(called);
      if (!operation || form.get('Version') !== version) return undefined;
      const { isFree } = operation;
      const resource = operation.resource?.(form, store) ?? '*';
      const action = `${name}:${operation.action ?? called}`;
      const resourcePolicy = operation.policy?.(form, store);
      return {
        ...{ name: called, isWrite: isWriting(called), action, resource, resourcePolicy },
        ...(isFree && { isFree }),
        run: () => {
          check(form, operation.takes);
          const result = operation.run(form, store, request);
          return write(200, `${called}Response`, { [`${called}Result`]: result });
        },
      };
    },
    refuse,
    inventory,
  };
}

function readForm({ body }: ServiceRequest): Form {
  return new URLSearchParams(body.toString());
}

function checkParameters(form: Form, takes: string): void {
  const known = ['Action', 'Version', ...takes.split(/\s+/)];
  for (const name of form.keys()) {
    const [first = ''] = name.split('.');
    if (known.includes(first)) continue;
    const message = `Unknown parameter ${name}. The local cloud does not support it.`;
    throw new RefusedCall({ status: 400, code: 'InvalidParameter', message });
  }
}

export type XmlValue =
  | string
  | number
  | boolean
  | undefined
  | readonly XmlValue[]
  | ReadonlyMap<string, XmlValue>
  | { readonly [name: string]: XmlValue };

/** Writes members as elements, a list as `member` elements and a map as `entry` elements. Omits undefined members. */
export function xmlOf(value: XmlValue): string {
  if (isList(value)) return value.map((item) => element('member', item)).join('');
  if (isMap(value))
    return [...value].map(([key, item]) => element('entry', { key, value: item })).join('');
  if (typeof value !== 'object') return escaped(String(value));
  return Object.entries(value)
    .map(([name, item]) => element(name, item))
    .join('');
}

function element(name: string, value: XmlValue): string {
  return value === undefined ? '' : `<${name}>${xmlOf(value)}</${name}>`;
}

function isList(value: XmlValue): value is readonly XmlValue[] {
  return Array.isArray(value);
}

function isMap(value: XmlValue): value is ReadonlyMap<string, XmlValue> {
  return value instanceof Map;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;');
}

/** Reads `PREFIX.1.KEY` and `PREFIX.1.VALUE` as a mapping, for example `Attributes.entry.1.key`. */
export function entriesOf(
  form: Form,
  prefix: string,
  [key, value]: readonly [string, string] = ['key', 'value'],
): Map<string, string> {
  const found = new Map<string, string>();
  for (let index = 1; ; index += 1) {
    const one = form.get(`${prefix}.${index}.${key}`);
    if (one === null) return found;
    found.set(one, form.get(`${prefix}.${index}.${value}`) ?? '');
  }
}

/** Reads `NAME.member.1`, `NAME.member.2` and so on. */
export function membersOf(form: Form, name: string): readonly string[] {
  return [...form].filter(([key]) => key.startsWith(`${name}.member.`)).map(([, value]) => value);
}
