// The output of `tsc` for event functions: every source reaches its adapter, and payloads are checked by their types and by
// schemas of other libraries.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  bucketEvent,
  busEvent,
  queueEvent,
  streamEvent,
  tableEvent,
  topicEvent,
} from '../../runtime/events/events.fixture.js';
import { runPackage } from '../bundle/run-package.js';
import { sampleOf } from '../support/sample.js';
import { temporaryProject } from '../support/temporary-project.js';
import { COMPILERS, type InstalledCompiler } from './support/compilers.js';
import { print, transformedProgram } from './support/transformed-program.js';

const REPOSITORY = join(import.meta.dirname, '../..');

const FILES = {
  'orders.ts': `import { z } from 'zod';
import * as v from 'valibot';
export type Order = { readonly id: string; readonly total: number };
export const Paid = z.object({ id: z.string(), total: z.coerce.number() });
export const Click = v.pipe(v.object({ page: v.string() }), v.transform(({ page }) => ({ page: page.toUpperCase() })));
`,
  // TypeScript drops an import that only types use, but the schema is needed at run time.
  'app.ts': `import * as v from 'valibot';
import { z } from 'zod';
import { Framework, rate, type CloudEvent, type DynamodbRecord, type KinesisRecord, type S3Object, type ScheduledEvent, type SnsMessage, type SqsBatch, type SqsMessage } from 'framework';
import { Click, Paid, type Order } from './orders.js';

export const app = new Framework({ appName: 'shop' });
const got: unknown[] = [];

export class Sources {
  @app.onSqsMessage({ queue: 'orders' })
  order(message: SqsMessage<Order>) { note(message.body); }
  @app.onSqsMessage({ queue: 'paid' })
  paid(message: SqsMessage<z.infer<typeof Paid>>) { note(message.body); }
  @app.onSqsBatch({ queue: 'audit' })
  static audit(batch: SqsBatch<Order>) { for (const message of batch) if (message.body.total < 0) batch.fail(message, 'less'); }
  @app.onSnsMessage({ topic: 'alerts' })
  alert(message: SnsMessage<z.output<typeof Paid>>) { note(message.message); }
  @app.onS3Event({ bucket: 'uploads' })
  uploaded(object: S3Object) { note(object.key); }
  @app.onDynamodbRecord({ table: 'Orders' })
  changed(record: DynamodbRecord<Order>) { note(record.newImage?.total); }
  @app.onKinesisRecord({ stream: 'clicks' })
  click(record: KinesisRecord<v.InferOutput<typeof Click>>) { note(record.data.page); }
  @app.onEvent({ source: ['shop'] })
  made(event: CloudEvent<Order>) { return event.detail.id; }
  @app.schedule(rate(5, 'minutes'), { input: { full: true } })
  nightly(input: { full: boolean }) { return input.full; }
  @app.schedule('cron(0 3 * * ? *)')
  @app.onSqsMessage({ queue: 'both' })
  both(event: ScheduledEvent | SqsMessage) { return event.constructor.name; }
}
export const called = app.onSqsMessage({ queue: 'called', onInvalid: 'drop' })((message: SqsMessage<Order>) => { note(message.body.id); });

function note(value: unknown): void {
  got.push(value);
}
export function taken(): unknown[] {
  return got.splice(0);
}
`,
};

const NAMES = [
  'order',
  'paid',
  'audit',
  'alert',
  'uploaded',
  'changed',
  'click',
  'made',
  'nightly',
  'both',
  'called',
];

/** What a function returned, and what it recorded. */
const ENTRY = `import { taken } from './app.js';
import { createFunctionHandler } from 'framework';
const noting = (name) => {
  const handler = createFunctionHandler(name);
  return async (...given) => {
    const result = await handler(...given);
    return { result, got: taken() };
  };
};
${NAMES.map((name) => `export const function_${name} = noting('${name}');`).join('\n')}
`;

const MODES = [
  { mode: 'standard', options: {}, type: 'module' },
  { mode: 'standard for ES2017', options: { target: 'es2017' }, type: 'module' },
  { mode: 'legacy', options: { experimentalDecorators: true }, type: 'module' },
  {
    mode: 'legacy with metadata in CommonJS',
    options: { experimentalDecorators: true, emitDecoratorMetadata: true },
    type: 'commonjs',
  },
];

function emit({ ts }: InstalledCompiler, { options, type }: (typeof MODES)[number]): string {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022'],
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    types: [],
    rootDir: '.',
    outDir: 'dist',
    ...options,
  };
  const root = temporaryProject({
    ...FILES,
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['app.ts'] }),
    'package.json': JSON.stringify({ name: 'shop', type }),
  });
  mkdirSync(join(root, 'node_modules'));
  for (const name of ['zod', 'valibot'])
    symlinkSync(join(REPOSITORY, 'node_modules', name), join(root, 'node_modules', name), 'dir');
  symlinkSync(REPOSITORY, join(root, 'node_modules/framework'), 'dir');
  const { diagnostics } = transformedProgram({ ts, root }).emit();
  expect(print(ts, root, diagnostics)).toBe('');
  writeFileSync(join(root, 'dist/index.mjs'), ENTRY);
  return root;
}

const CALLS = {
  function_order: queueEvent([{ id: 'a', total: 5 }, { id: 'b' }, 'no JSON']),
  function_paid: queueEvent(
    [
      { id: 'a', total: '5' },
      { id: 'b', total: 'many' },
    ],
    { queue: 'paid' },
  ),
  function_audit: queueEvent([{ id: 'a', total: -1 }, { id: 'b' }, { id: 'c', total: 1 }], {
    queue: 'audit',
  }),
  function_alert: topicEvent(['{"id":"a","total":"7"}']),
  function_uploaded: bucketEvent(['a+b%C3%A9.jpg']),
  function_changed: tableEvent([
    { NewImage: { id: { S: 'a' }, total: { N: '5' } } },
    { NewImage: { id: { S: 'b' }, total: { S: 'x' } } },
  ]),
  function_click: streamEvent(['{"page":"home"}', '{"page":5}']),
  function_made: busEvent('shop', 'made', { id: 'a', total: 1 }),
  function_nightly: { full: true },
  function_both: busEvent('aws.events', 'Scheduled Event', {}),
  function_called: queueEvent([{ id: 5 }, { id: 'b', total: 1 }], { queue: 'called' }),
};

const ANSWERS = {
  exports: NAMES.map((name) => `function_${name}`)
    .toSorted()
    .join(' '),
  function_order:
    '{"result":{"batchItemFailures":[{"itemIdentifier":"m2"},{"itemIdentifier":"m3"}]},"got":[{"id":"a","total":5}]}',
  // The number that the schema created from a string.
  function_paid:
    '{"result":{"batchItemFailures":[{"itemIdentifier":"m2"}]},"got":[{"id":"a","total":5}]}',
  function_audit:
    '{"result":{"batchItemFailures":[{"itemIdentifier":"m1"},{"itemIdentifier":"m2"}]},"got":[]}',
  function_alert: '{"got":[{"id":"a","total":7}]}',
  function_uploaded: '{"got":["a bé.jpg"]}',
  function_changed: '{"result":{"batchItemFailures":[{"itemIdentifier":"2"}]},"got":[5]}',
  function_click: '{"result":{"batchItemFailures":[{"itemIdentifier":"2"}]},"got":["HOME"]}',
  function_made: '{"result":"a","got":[]}',
  function_nightly: '{"result":true,"got":[]}',
  function_both: '{"result":"ScheduledEvent","got":[]}',
  function_called: '{"result":{"batchItemFailures":[]},"got":["b"]}',
};

const DRAWN = sampleOf('compilers of events that are emitted', COMPILERS, 2);

describe.each(DRAWN)('TypeScript $version', (compiler) => {
  const modes = sampleOf(`events as ${compiler.version} emits them`, MODES, 5);
  test.each(modes)('every source reaches its adapter, decorators: $mode', (mode) => {
    const answers = runPackage(join(emit(compiler, mode), 'dist'), CALLS);
    expect(answers).toEqual(ANSWERS);
  });
});
