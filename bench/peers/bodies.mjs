// Defines one rich body for each contender: strings with rules, integers, a list of objects, an enum, a tagged union. Each
// definition becomes a module that exports `isGood(value)`.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

export const GOOD = {
  name: 'Ada',
  email: 'ada@example.com',
  state: 'paid',
  lines: [
    { sku: 'ABC-1', count: 2, note: null },
    { sku: 'XYZ-22', count: 1 },
  ],
  payment: { kind: 'card', number: '1234' },
};

/** Bodies that contain one mistake each. */
export const BAD = [
  { ...GOOD, name: '' },
  { ...GOOD, state: 'lost' },
  { ...GOOD, lines: [{ sku: 'abc', count: 2 }] },
  { ...GOOD, lines: [{ sku: 'ABC-1', count: 0 }] },
  { ...GOOD, payment: { kind: 'invoice' } },
];

/** The body as types for this framework, which must be imported. */
export const RICH_TYPES = `interface Line { sku: Text<{ pattern: '^[A-Z]{3}-[0-9]+$' }>; count: Int<{ minimum: 1; maximum: 99 }>; note?: string | null }
interface Order {
  name: Text<{ minLength: 1; maxLength: 80 }>;
  email: Text<{ pattern: '^[^@]+@[^@]+$' }>;
  state: 'draft' | 'paid' | 'sent';
  lines: List<Line, { minItems: 1; maxItems: 50 }>;
  payment: { kind: 'card'; number: Text<{ pattern: '^[0-9]{4}$' }> } | { kind: 'invoice'; days: Int };
}`;

const TYPE = `import { Framework, type Int, type List, type Text } from 'framework';
export const app = new Framework({ appName: 'bodies' });
${RICH_TYPES}
class Views { @app.route('/', { methods: ['POST'] }) make(body: Order) { return body; } }
`;

const SCHEMA = {
  type: 'object',
  required: ['name', 'email', 'state', 'lines', 'payment'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 80 },
    email: { type: 'string', pattern: '^[^@]+@[^@]+$' },
    state: { enum: ['draft', 'paid', 'sent'] },
    lines: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: {
        type: 'object',
        required: ['sku', 'count'],
        properties: {
          sku: { type: 'string', pattern: '^[A-Z]{3}-[0-9]+$' },
          count: { type: 'integer', minimum: 1, maximum: 99 },
          note: { type: ['string', 'null'] },
        },
      },
    },
    payment: {
      type: 'object',
      required: ['kind'],
      discriminator: { propertyName: 'kind' },
      oneOf: [
        {
          required: ['number'],
          properties: {
            kind: { const: 'card' },
            number: { type: 'string', pattern: '^[0-9]{4}$' },
          },
        },
        {
          required: ['days'],
          properties: { kind: { const: 'invoice' }, days: { type: 'integer' } },
        },
      ],
    },
  },
};

const VALIBOT = `import * as v from 'valibot';
const Line = v.object({ sku: v.pipe(v.string(), v.regex(/^[A-Z]{3}-[0-9]+$/)), count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)), note: v.optional(v.nullable(v.string())) });
const Order = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(80)),
  email: v.pipe(v.string(), v.regex(/^[^@]+@[^@]+$/)),
  state: v.picklist(['draft', 'paid', 'sent']),
  lines: v.pipe(v.array(Line), v.minLength(1), v.maxLength(50)),
  payment: v.variant('kind', [
    v.object({ kind: v.literal('card'), number: v.pipe(v.string(), v.regex(/^[0-9]{4}$/)) }),
    v.object({ kind: v.literal('invoice'), days: v.pipe(v.number(), v.integer()) }),
  ]),
});
export const isGood = (value) => v.safeParse(Order, value).success;`;

const ZOD = `import * as z from 'zod';
const Line = z.object({ sku: z.string().regex(/^[A-Z]{3}-[0-9]+$/), count: z.int().min(1).max(99), note: z.string().nullable().optional() });
const Order = z.object({
  name: z.string().min(1).max(80),
  email: z.string().regex(/^[^@]+@[^@]+$/),
  state: z.enum(['draft', 'paid', 'sent']),
  lines: z.array(Line).min(1).max(50),
  payment: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('card'), number: z.string().regex(/^[0-9]{4}$/) }),
    z.object({ kind: z.literal('invoice'), days: z.int() }),
  ]),
});
export const isGood = (value) => Order.safeParse(value).success;`;

export const OURS = 'framework';

/** Returns the source of each contender's module, by name. */
export async function bodyModules() {
  const code = { source: true, esm: true };
  const ajv = new Ajv2020({ code, discriminator: true, allErrors: true });
  const validate = standaloneCode.default(ajv, ajv.compile(SCHEMA));
  return new Map([
    ['empty module', 'export const isGood = undefined;'],
    [OURS, await ourModule()],
    ['ajv standalone', `${validate}\nexport const isGood = validate;`],
    ['valibot', VALIBOT],
    ['zod', ZOD],
  ]);
}

/** Returns the code that a build generates for the view, reading a body instead of a request. */
async function ourModule() {
  // A folder in which the imported packages can be found.
  const outfile = join(REPOSITORY, 'node_modules/.cache/framework-bench/compiler.mjs');
  await build({
    stdin: { contents: COMPILER, resolveDir: REPOSITORY, loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'error',
  });
  const { checkerCode } = await import(outfile);
  return checkerCode(TYPE);
}

const COMPILER = `
import { compileApp } from './compiler/compile-app.ts';
import { inputsCode } from './transformers/validators/input-code.ts';
export function checkerCode(text) {
  const files = { readText: (path) => (path === '/app/app.ts' ? text : undefined), isFile: (path) => path === '/app/app.ts' };
  const { modules, diagnostics } = compileApp({ root: '/app', files });
  const [binding] = modules.flatMap(({ bindings }) => bindings);
  if (!binding) throw new Error(JSON.stringify(diagnostics));
  const [[row, bound]] = [...binding.inputs];
  const { shared, views } = inputsCode([{ parameters: row[3], bound }]);
  return shared + 'const check=' + views[0] + ';let body,isFine;const request={$json:()=>body};const report=()=>{isFine=false};' +
    'export const isGood=(value)=>{body=value;isFine=true;check(request,report);return isFine};';
}
`;
