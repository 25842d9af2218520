// A service that speaks the query protocol: form parameters, XML responses.
import { randomUUID } from 'node:crypto';
import {
  answerOrRefuse,
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
  /** The top-level parameter names: `Attributes` includes `Attributes.entry.1.key`. */
  readonly takes: string;
  /** Defaults to `*`. */
  readonly resource?: (form: Form, store: Store) => string;
  /** True if any caller with credentials may call the operation. */
  readonly isFree?: true;
  /** The policy of the resource, if it has one. */
  readonly policy?: (form: Form, store: Store) => string | undefined;
  /** Returns the content of the result as XML, which may be empty. */
  readonly run: (form: Form, store: Store, request: ServiceRequest) => string;
};

/** By name, for example `CreateTopic`. */
export type QueryOperations<Store> = Readonly<Record<string, QueryOperation<Store>>>;

export type QueryServiceOptions<Store> = {
  readonly name: Service['name'];
  readonly version: string;
  readonly store: Store;
  readonly operations: QueryOperations<Store>;
  readonly inventory: () => readonly string[];
};

export function queryService<Store>(options: QueryServiceOptions<Store>): Service {
  const { name, version, store, inventory } = options;
  const namespace = `https://${name}.amazonaws.com/doc/${version}/`;
  const operations = new Map(Object.entries(options.operations));
  const write = (status: number, body: (requestId: string) => string): ServiceAnswer => {
    const requestId = randomUUID();
    return {
      status,
      headers: { 'Content-Type': 'text/xml', 'x-amzn-RequestId': requestId },
      body: body(requestId),
    };
  };
  const refuse = ({ status, code, message, headers }: Refusal): ServiceAnswer => {
    const type = status >= 500 ? 'Receiver' : 'Sender';
    const error = element('Error', texts({ Type: type, Code: code, Message: message }));
    const answer = write(
      status,
      (id) =>
        `<ErrorResponse xmlns="${namespace}">${error}${element('RequestId', id)}</ErrorResponse>`,
    );
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
      };
    },
    answer: ({ name: called }, request) =>
      answerOrRefuse(refuse, () => {
        const operation = operations.get(called);
        if (!operation) throw new Error(`${name} has no ${called}`);
        const form = readForm(request);
        checkParameters(form, operation.takes.split(/\s+/));
        const result = operation.run(form, store, request);
        return write(200, (id) => {
          const content =
            element(`${called}Result`, result) +
            element('ResponseMetadata', element('RequestId', id));
          return `<${called}Response xmlns="${namespace}">${content}</${called}Response>`;
        });
      }),
    refuse,
    inventory,
  };
}

function readForm({ body }: ServiceRequest): Form {
  return new URLSearchParams(body.toString());
}

function checkParameters(form: Form, known: readonly string[]): void {
  for (const name of form.keys()) {
    const [first = ''] = name.split('.');
    if (['Action', 'Version', ...known].includes(first)) continue;
    const message = `Unknown parameter ${name}. The local cloud does not support it.`;
    throw new RefusedCall({ status: 400, code: 'InvalidParameter', message });
  }
}

export function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

/** Writes elements with text content. */
export function texts(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => element(name, escaped(value)))
    .join('');
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Reads `NAME.entry.1.KEY` and `NAME.entry.1.VALUE` as a mapping. */
export function entriesOf(
  form: Form,
  name: string,
  [key, value]: readonly [string, string] = ['key', 'value'],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let index = 1; ; index += 1) {
    const one = form.get(`${name}.entry.${index}.${key}`);
    if (one === null) return found;
    found.set(one, form.get(`${name}.entry.${index}.${value}`) ?? '');
  }
}
