// `framework invoke --local --sample`, and the messages of `framework local` about event sources, as users start them.
import { expect, test } from 'vitest';
import { run, type RunResult } from '../support/run.js';
import { runHere } from '../support/run-here.js';
import { sampleOf } from '../support/sample.js';
import { temporaryProject } from '../support/temporary-project.js';
import { plain } from '../logs/plain-text.js';

const APP = `import { Framework, type S3Object, type SqsMessage } from 'framework';

export const app = new Framework({ appName: 'shop' });

export class Jobs {
  @app.onSqsMessage({ queue: 'orders.fifo' })
  order(message: SqsMessage) {
    console.error(message.body, message.messageGroupId, message.eventSourceArn);
  }
  @app.onS3Event({ bucket: 'uploads', prefix: 'in/', suffix: '.png' })
  uploaded(object: S3Object) {
    console.error(object.bucket, object.key);
  }
  @app.schedule('rate(1 day)', { input: { full: true } })
  nightly(input: { full: boolean }) {
    return input;
  }
  @app.lambdaFunction()
  resize() {
    return 1;
  }
}
`;

const TYPED_APP = `import { Framework, type CloudEvent, type DynamodbRecord, type Int, type KinesisRecord, type SnsMessage, type SqsMessage, type Text } from 'framework';

export const app = new Framework({ appName: 'shop' });

interface Line {
  sku: Text<{ pattern: '^[A-Z]{3}$' }>;
  count: Int<{ minimum: 1 }>;
}
interface Order {
  id: Text<{ minLength: 2 }>;
  lines: Line[];
  next: Order | null;
}

export class Typed {
  @app.onSqsMessage({ queue: 'typed' })
  message(message: SqsMessage<Order>) {
    console.error(message.body);
  }
  @app.onSqsMessage({ queue: 'letters' })
  letter(message: SqsMessage<'a' | 'b'>) {
    console.error(message.body);
  }
  @app.onSqsMessage({ queue: 'any' })
  anything(message: SqsMessage<unknown>) {
    console.error(message.body);
  }
  @app.onSnsMessage({ topic: 'typed' })
  notice(message: SnsMessage<string | number>) {
    console.error([message.message, 'JSON']);
  }
  @app.onEvent({ source: ['shop'] })
  detail(event: CloudEvent<Line>) {
    console.error(event.detail);
  }
  @app.onDynamodbRecord({ table: 'Lines' })
  item(record: DynamodbRecord<Line>) {
    console.error(record.newImage);
  }
  @app.onKinesisRecord({ stream: 'typed' })
  data(record: KinesisRecord<Line>) {
    console.error(record.data);
  }
}
`;

/** Runs the program in a separate project; `until` ends it when its messages contain a text. */
async function runIn(
  line: string,
  { app = APP, until }: { readonly app?: string; readonly until?: string } = {},
): Promise<RunResult> {
  const ending = new AbortController();
  let text = '';
  const onOutput = (piece: string): void => {
    text += piece;
    if (until !== undefined && text.includes(until)) ending.abort();
  };
  const { signal } = ending;
  return run(line, { cwd: temporaryProject({ 'app.ts': app }), signal, onOutput });
}

const SOURCES = [
  [
    'order',
    'sample message group arn:aws:sqs:us-east-1:123456789012:orders.fifo\n',
    { batchItemFailures: [] },
  ],
  ['uploaded', 'uploads in/sample.png\n', null],
  ['nightly', '', { full: true }],
] as const;

const DRAWN = sampleOf('sources of samples', SOURCES, 3);

test.each(DRAWN)('%s gets the event of its source', async (name, said, result) => {
  const { exitCode, stdout: out, stderr: err } = await runIn(`invoke ${name} --local --sample`);
  expect({ exitCode, err, out: JSON.parse(out) as unknown }).toEqual({
    exitCode: 0,
    err: said,
    out: result,
  });
});

const OF_BATCH = { batchItemFailures: [] };

const PAYLOADS = [
  ['message', "{ id: 'xx', lines: [ { sku: 'AAA', count: 1 } ], next: null }", OF_BATCH],
  ['letter', 'a', OF_BATCH],
  ['anything', '{}', OF_BATCH],
  ['item', "{ sku: 'AAA', count: 1 }", OF_BATCH],
  ['data', "{ sku: 'AAA', count: 1 }", OF_BATCH],
  ['notice', "[ '', 'JSON' ]", null],
  ['detail', "{ sku: 'AAA', count: 1 }", null],
] as const;

test.each(sampleOf('payloads of samples', PAYLOADS, 7))(
  '%s gets a payload of its type',
  async (name, said, result) => {
    const {
      exitCode,
      stdout: out,
      stderr: err,
    } = await runIn(`invoke ${name} --local --sample`, {
      app: TYPED_APP,
    });
    expect({ exitCode, err, out }).toEqual({
      exitCode: 0,
      err: `${said}\n`,
      out: `${JSON.stringify(result, null, 2)}\n`,
    });
  },
);

test('a function without a source has no sample', async () => {
  const cwd = temporaryProject({ 'app.ts': APP });
  const { exitCode, stderr } = await runHere('invoke resize --local --sample', { cwd });
  expect(exitCode).toBe(1);
  expect(plain(stderr)).toContain('error FW6235: Nothing sends events to `resize`');
});

test('`framework local` lists what gets events', async () => {
  const { stderr } = await runIn('local --port 0 --run-schedules', {
    until: 'press Ctrl-C to stop it.',
  });
  expect(plain(stderr)).toMatch(
    /FUNCTION +GETS EVENTS OF\n.*nightly +rate\(1 day\)\n.*order +queue orders\.fifo\n.*uploaded +bucket uploads\n/,
  );
  expect(plain(stderr)).toContain('`framework invoke nightly --local --sample`');
});
