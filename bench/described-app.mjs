// Writes applications of any size with declared responses, errors in functions that views call, and comments. Each file
// contains 20 views.
import { writeFiles } from './synthetic-app.mjs';

const VIEWS_PER_CLASS = 20;

/** Writes an application with `routes` routes into a directory. */
export function writeDescribedApp(directory, routes) {
  const classes = Math.ceil(routes / VIEWS_PER_CLASS);
  const names = Array.from({ length: classes }, (_, index) => index);
  const files = {
    'app.ts': `${names.map((name) => `import './views/orders-${name}.js';\n`).join('')}export { app } from './service.js';\n`,
    'service.ts':
      "import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'described' });\n",
    'store.ts': STORE,
  };
  for (const name of names) {
    const count = Math.min(VIEWS_PER_CLASS, routes - name * VIEWS_PER_CLASS);
    files[`views/orders-${name}.ts`] = classFile(name, count);
  }
  writeFiles(directory, files);
}

const STORE = `import { ConflictError, NotFoundError } from 'framework';

export interface Line { sku: string; count: number; note?: string }
export interface Order { id: string; state: 'open' | 'paid' | 'sent'; lines: Line[]; by: { name: string; mail: string | null } }
export interface Page<T> { items: T[]; next?: string }

const orders = new Map<string, Order>();

export function find(id: string): Order {
  const order = orders.get(id);
  if (!order) throw new NotFoundError(\`no order \${id}\`);
  return order;
}

export function save(order: Order): Order {
  if (orders.has(order.id)) throw new ConflictError('the order exists');
  orders.set(order.id, order);
  return order;
}
`;

/** There are four kinds of views: with a declared type, an inferred type, a Response, a list. */
const BODIES = [
  (n) => `one${n}(id: string): Order { return find(id); }`,
  (n) =>
    `some${n}(id: string) { const { state, lines } = find(id); return { id, state, total: lines.map(({ count }) => count) }; }`,
  (n) =>
    `made${n}(id: string) { return new Response(save({ ...find(id), id: \`\${id}-${n}\` }), 201); }`,
  (n) => `page${n}(id: string): Page<Omit<Order, 'by'>> { return { items: [find(id)] }; }`,
];

function classFile(name, count) {
  const views = Array.from({ length: count }, (_, index) => {
    const number = name * VIEWS_PER_CLASS + index;
    const body = BODIES[index % BODIES.length](number);
    return `  /** Does number ${number}. It is documented. */\n  @app.route('/orders-${number}/{id}')\n  ${body}\n`;
  });
  return `import { Response } from 'framework';
import { app } from '../service.js';
import { find, save, type Order, type Page } from '../store.js';

export class Orders${name} {
${views.join('\n')}}
`;
}
