// Writes applications of any size with typed inputs: of every four routes, one has a query, one a complete body, one part of a
// body, and one a plain capture. Each file contains five resources with four routes each, next to their types.
import { writeFiles } from './synthetic-app.mjs';

const ROUTES_PER_RESOURCE = 4;
const RESOURCES_PER_FILE = 5;

/** If `hasInputs` is false, the views read the same values unchecked. */
export function writeTypedApp(directory, routes, { hasInputs }) {
  const resources = Math.ceil(routes / ROUTES_PER_RESOURCE);
  const count = Math.ceil(resources / RESOURCES_PER_FILE);
  const files = {
    'app.ts': `${Array.from({ length: count }, (_, file) => `import './views/v${file}.js';\n`).join('')}export { app } from './service.js';\n`,
    'service.ts':
      "import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'typed' });\n",
    'models/base.ts': BASE,
  };
  for (let file = 0; file < count; file++) {
    const first = file * RESOURCES_PER_FILE;
    const length = Math.min(RESOURCES_PER_FILE, resources - first);
    const names = Array.from({ length }, (_, index) => String(first + index));
    files[`models/m${file}.ts`] = modelFile(names);
    files[`views/v${file}.ts`] = viewFile(file, names, hasInputs);
  }
  writeFiles(directory, files);
}

const BASE = `import type { Int, Num, Text } from 'framework';

/** A page of a list. */
export interface Page<T> { readonly items: readonly T[]; readonly next?: string; readonly total: Int<{ minimum: 0 }> }
export interface Entity { readonly id: string; readonly createdAt: Text<{ format: 'date-time' }>; readonly version: number }
export type Draft<T extends Entity> = Omit<T, keyof Entity>;
export enum Currency { EUR = 'EUR', USD = 'USD', NOK = 'NOK' }
export type Money = { amount: Num<{ minimum: 0 }>; currency: Currency };
`;

function modelFile(names) {
  return `import type { Int, List, Text } from 'framework';
import type { Entity, Money } from './base.js';
${names.map(modelsOf).join('')}`;
}

const modelsOf = (name) => `
export type Status${name} = 'draft' | 'paid' | 'sent';
export interface Line${name} {
  /** The article. */
  sku: Text<{ pattern: '^[A-Z]{3}-[0-9]+$' }>;
  count: Int<{ minimum: 1; maximum: 99 }>;
  price: Money;
  note?: string | null;
}
/** An order of resource ${name}. */
export interface Order${name} extends Entity {
  status: Status${name};
  lines: List<Line${name}, { minItems: 1 }>;
  tags?: readonly string[];
  meta: Record<string, string | number>;
  shipping: { kind: 'post'; address: string } | { kind: 'pickup'; shop: number };
}
`;

function viewFile(file, names, hasInputs) {
  const types = names.map((name) => `Line${name}, Order${name}, Status${name}`).join(', ');
  return `import { NotFoundError, Response, type Int } from 'framework';
import type { Draft, Page } from '../models/base.js';
import type { ${types} } from '../models/m${file}.js';
import { app } from '../service.js';
${names.map((name) => viewsOf(name, hasInputs)).join('')}`;
}

function viewsOf(name, hasInputs) {
  const query = `{ status?: Status${name}; limit?: Int<{ minimum: 1; maximum: 999 }> }`;
  const body = `Draft<Order${name}>`;
  const part = `Partial<Pick<Order${name}, 'status' | 'tags' | 'lines'>>`;
  const taken = (input, type) =>
    hasInputs ? [`${input}: ${type}`, ''] : ['', `const ${input} = given<${type}>();`];
  const [listed, readList] = taken('query', query);
  const [made, readMade] = taken('body', body);
  const [changed, readChanged] = taken('body', part);
  const given = hasInputs
    ? ''
    : `function given<T>(): T { return app.currentRequest.jsonBody as T; }\n`;
  return `
const store${name} = new Map<string, Order${name}>();
${given.replaceAll('given', `given${name}`)}function existing${name}(id: string): Order${name} {
  const order = store${name}.get(id);
  if (!order) throw new NotFoundError(\`no order \${id}\`);
  return order;
}
export class Orders${name} {
  /** Lists the orders of ${name}. */
  @app.route('/r${name}')
  list${name}(${listed}) {
    ${readList.replace('given', `given${name}`)}
    const items = [...store${name}.values()].filter((order) => order.status === query.status);
    return { items: items.slice(0, query.limit), total: items.length };
  }
  /** Creates an order. */
  @app.route('/r${name}', { methods: ['POST'] })
  create${name}(${made}) {
    ${readMade.replace('given', `given${name}`)}
    const order = { ...body, id: String(store${name}.size), createdAt: new Date().toISOString(), version: 1 };
    store${name}.set(order.id, order);
    return new Response(order, 201);
  }
  @app.route('/r${name}/{id}', { methods: ['PUT'] })
  replace${name}(id: string${changed === '' ? '' : `, ${changed}`}): Order${name} {
    ${readChanged.replace('given', `given${name}`)}
    const order = { ...existing${name}(id), ...body };
    store${name}.set(id, order);
    return order;
  }
  @app.route('/r${name}/{id}/lines')
  lines${name}(id: string): Page<Line${name}> {
    const { lines } = existing${name}(id);
    return { items: lines, total: lines.length };
  }
}
`;
}
