// What Lambda receives from the function of each event source, and what is logged: the bundle, run by AWS's own runtime
// interface client.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bucketEvent,
  busEvent,
  queueEvent,
  streamEvent,
  tableEvent,
  topicEvent,
} from '../../runtime/events/events.fixture.js';
import { bundleProject, packageFolder } from '../bundle/bundle-project.js';
import { makeProject } from '../bundle/temporary-project.js';
import { type LambdaProcess, startLambda } from './lambda-process.js';

const APP = `import { Framework, type CloudEvent, type DynamodbRecord, type KinesisRecord, type S3Object, type SnsMessage, type SqsBatch, type SqsMessage } from 'framework';

export const app = new Framework({ appName: 'shop' });

type Order = { id: string };

const refuse = (id: string): void => {
  if (id.startsWith('bad')) throw new RangeError('no ' + id);
};

export class Jobs {
  @app.onSqsMessage({ queue: 'orders' })
  async order(message: SqsMessage<Order>) {
    refuse(message.body.id);
  }
  @app.onSqsMessage({ queue: 'orders.fifo', name: 'in-order' })
  inOrder(message: SqsMessage<Order>) {
    refuse(message.body.id);
  }
  @app.onSqsBatch({ queue: 'audit' })
  audit(batch: SqsBatch<Order>) {
    for (const message of batch) if (message.body.id === 'old') batch.fail(message, 'too old');
  }
  @app.onSqsMessage({ queue: 'drop', onInvalid: 'drop' })
  dropping(message: SqsMessage<Order>) {
    refuse(message.body.id);
  }
  @app.onSnsMessage({ topic: 'alerts' })
  alert(message: SnsMessage) {
    refuse(message.message);
  }
  @app.onS3Event({ bucket: 'uploads' })
  uploaded(object: S3Object) {
    refuse(object.key);
  }
  @app.onKinesisRecord({ stream: 'clicks' })
  click(record: KinesisRecord<Order>) {
    refuse(record.data.id);
  }
  @app.onDynamodbRecord({ table: 'Orders' })
  changed(record: DynamodbRecord<Order>) {
    refuse(record.newImage?.id ?? 'none');
  }
  @app.onEvent({ source: ['my.shop'] })
  paid(event: CloudEvent<Order>) {
    refuse(event.detail.id);
    return event.detail;
  }
  @app.schedule('rate(1 day)', { input: { full: true } })
  nightly(input: { full: boolean }) {
    return input;
  }
}
`;

type Row = {
  readonly function: string;
  readonly event: unknown;
  /** What Lambda receives: the result, or the type and message of an error. */
  readonly gets: unknown;
  /** The expected lines of the log. */
  readonly logs: readonly RegExp[];
};

const failed = (...ids: string[]): object => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});
const thrown = (errorType: string, errorMessage: string): object => ({ errorType, errorMessage });
const orders = (...ids: unknown[]): object[] => ids.map((id) => ({ id }));

const STACK = String.raw`\rRangeError: no bad\r {4}at refuse \(app\.ts:8:35\)`;

const ROWS: Readonly<Record<string, Row>> = {
  'a queue whose messages all succeed': {
    function: 'order',
    event: queueEvent(orders('a', 'b')),
    gets: failed(),
    logs: [],
  },
  'a queue of which some fail, for what they throw and for their payload': {
    function: 'order',
    event: queueEvent([...orders('a', 'bad', 5), 'no JSON']),
    gets: failed('m2', 'm3', 'm4'),
    logs: [
      new RegExp(`^shop - ERROR - Caught exception for message m2 of order${STACK}`, 'm'),
      /^shop - ERROR - Refused message m3 of order: body\/id: \S+$/m,
      /^shop - ERROR - Refused message m4 of order: body: JSON$/m,
    ],
  },
  'a queue of which every message fails': {
    function: 'order',
    event: queueEvent(orders('bad', 'bad too')),
    gets: thrown('AggregateError', 'All 2 messages failed: no bad'),
    logs: [/message m1 of order/, /message m2 of order/],
  },
  'a FIFO queue, of which a group fails from one message on': {
    function: 'in-order',
    event: queueEvent(orders('a', 'bad', 'c', 'd'), {
      queue: 'orders.fifo',
      groups: ['x', 'x', 'y', 'x'],
    }),
    gets: failed('m2', 'm4'),
    logs: [/^shop - ERROR - Left message m4 of in-order unread/m],
  },
  'a batch, of which the function fails some': {
    function: 'audit',
    event: queueEvent([...orders('a', 'old'), {}], { queue: 'audit' }),
    gets: failed('m2', 'm3'),
    logs: [/Caught exception for message m2 of audit\rtoo old$/m],
  },
  'a queue that drops bad payloads': {
    function: 'dropping',
    event: queueEvent([...orders('a', 'bad'), {}], { queue: 'drop' }),
    gets: failed('m2'),
    logs: [/^shop - ERROR - Dropped message m3 of dropping: body\/id: a value$/m],
  },
  'a topic': {
    function: 'alert',
    event: topicEvent(['bad']),
    gets: thrown('RangeError', 'no bad'),
    logs: [new RegExp(`Caught exception for message n1 of alert${STACK}`)],
  },
  'a bucket': {
    function: 'uploaded',
    event: bucketEvent(['a', 'bad+one', 'bad']),
    gets: thrown('RangeError', 'no bad one'),
    logs: [/object uploads\/bad one of uploaded/, /object uploads\/bad of uploaded/],
  },
  'a stream': {
    function: 'click',
    event: streamEvent(['{"id":"a"}', '{"id":"bad"}', '{"id":"bad"}']),
    gets: failed('2'),
    logs: [new RegExp(`Caught exception for record 2 of click${STACK}`)],
  },
  'a table': {
    function: 'changed',
    event: tableEvent([{ NewImage: { id: { S: 'a' } } }, { NewImage: { id: { N: '5' } } }, {}]),
    gets: failed('2'),
    logs: [/^shop - ERROR - Refused record 2 of changed: newImage\/id: \S+$/m],
  },
  'a rule': {
    function: 'paid',
    event: busEvent('my.shop', 'Order paid', { id: 'a' }),
    gets: { id: 'a' },
    logs: [],
  },
  'a rule whose detail is not of its type': {
    function: 'paid',
    event: busEvent('my.shop', 'Order paid', {}),
    gets: { errorMessage: expect.stringMatching(/^detail\/id: /) as string },
    logs: [/^shop - ERROR - Refused event b1 of paid/m],
  },
  'a schedule with input': {
    function: 'nightly',
    event: { full: true },
    gets: { full: true },
    logs: [],
  },
  'an event of another source': {
    function: 'order',
    event: queueEvent(['a'], { queue: 'audit' }),
    gets: thrown(
      'TypeError',
      "The function 'order' receives events of the queue orders, but this one is of aws:sqs arn:aws:sqs:eu-west-1:123456789012:audit.",
    ),
    logs: [],
  },
};

describe('event sources', () => {
  const processes = new Map<string, Promise<LambdaProcess>>();
  let directory = '';
  beforeAll(async () => {
    const root = makeProject({
      'package.json': '{ "name": "shop", "type": "module" }',
      'app.ts': APP,
    });
    const { diagnostics } = await bundleProject(root);
    expect(diagnostics).toEqual([]);
    directory = packageFolder(root);
  });
  afterAll(async () => {
    for (const lambda of processes.values()) (await lambda).stop();
  });
  const start = (name: string): Promise<LambdaProcess> => {
    const handler = `index.function_${name}`;
    const started =
      processes.get(name) ?? startLambda({ node: process.execPath, directory, handler });
    processes.set(name, started);
    return started;
  };

  it.each(Object.keys(ROWS))('%s', async (title) => {
    const row = ROWS[title];
    const lambda = await start(row?.function ?? '');
    const before = lambda.output().length;
    const outcome = await lambda.invoke(row?.event);
    if (outcome.kind === 'response') expect(outcome.value).toEqual(row?.gets);
    else expect(outcome).toMatchObject({ kind: 'error', error: row?.gets });
    const output = (): string => lambda.output().slice(before);
    // The output arrives through another channel than the result.
    for (const line of row?.logs ?? []) await expect.poll(output, { timeout: 5000 }).toMatch(line);
    if (row?.logs.length === 0) expect(output()).not.toContain('shop - ERROR');
  });
});
