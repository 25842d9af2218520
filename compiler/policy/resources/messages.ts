// The ARNs of queues, topics, event buses and streams.
import { presenceOf, valueAt, valuesAt } from '../input.js';
import type { InputValue } from '../sdk-use.js';
import { anywhere, arnIn, arnsOf, resourceIn, tailOf, UNKNOWN } from './arn.js';

/** The ARN of a queue by its URL, whose last part is the name, or by the name. */
export function queueArns(input: InputValue): readonly string[] | undefined {
  const queues = ['QueueUrl', 'QueueName']
    .map((entry) => valueAt(input, entry))
    .filter(({ kind }) => kind !== 'absent');
  return arnsOf(queues, (text) => {
    const queue = resourceIn(queueName(text), { type: '', characters: /[\w.-]/ });
    return queue === undefined ? undefined : [anywhere('sqs', queue)];
  });
}

/** The name in a queue URL of three parts. When only the end is known, it is the end of the name. */
function queueName(text: string): string {
  const [, name] = /^https?:\/\/[^/]+\/[^/]+\/([^/]+)$/.exec(text) ?? [];
  if (name !== undefined) return name;
  const tail = tailOf(text);
  if (tail.includes('/')) return tail.slice(tail.lastIndexOf('/') + 1);
  return tail === text ? text : `${UNKNOWN}${tail}`;
}

/** The ARNs of a topic; a message to a phone number or an endpoint has none. */
export function topicArns(input: InputValue): readonly string[] | undefined {
  const others = ['PhoneNumber', 'TargetArn'].map((entry) => presenceOf(input, entry));
  if (others.includes('yes') || others.includes('maybe')) return undefined;
  return arnsOf([valueAt(input, 'TopicArn')], (text) => {
    if (text.startsWith(UNKNOWN)) {
      const tail = tailOf(text);
      // A topic is given by its ARN, which ends in the name.
      const name = tail.includes(':') ? tail.slice(tail.lastIndexOf(':') + 1) : UNKNOWN + tail;
      const topic = resourceIn(name, { type: '', characters: /[\w.-]/ });
      return topic === undefined ? undefined : [anywhere('sns', topic)];
    }
    const arn = arnIn(text, { service: 'sns', resource: /^[\w.*-]+$/ });
    return arn === undefined ? undefined : [arn];
  });
}

const DEFAULT_BUS: InputValue = { kind: 'text', values: [['default']] };

/** The ARNs of the event buses of the entries; an entry without one goes to the default bus. */
export function eventBusArns(input: InputValue): readonly string[] | undefined {
  const buses = valuesAt(input, 'Entries.*.EventBusName').map((bus) =>
    bus.kind === 'absent' ? DEFAULT_BUS : bus,
  );
  return arnsOf(buses, (text) =>
    namedArns(text, { service: 'events', type: 'event-bus/', characters: /[\w./-]/ }),
  );
}

/** The ARN of a Kinesis stream by its name or ARN. */
export function streamArns(input: InputValue): readonly string[] | undefined {
  const streams = ['StreamARN', 'StreamName']
    .map((entry) => valueAt(input, entry))
    .filter(({ kind }) => kind !== 'absent');
  return arnsOf(streams.slice(0, 1), (text) =>
    namedArns(text, { service: 'kinesis', type: 'stream/', characters: /[\w.-]/ }),
  );
}

export function deliveryStreamArns(input: InputValue): readonly string[] | undefined {
  return arnsOf([valueAt(input, 'DeliveryStreamName')], (text) =>
    namedArns(text, { service: 'firehose', type: 'deliverystream/', characters: /[\w.-]/ }),
  );
}

type NamedResource = {
  readonly service: string;
  readonly type: string;
  readonly characters: RegExp;
};

function namedArns(text: string, named: NamedResource): readonly string[] | undefined {
  const { service, type, characters } = named;
  if (text.startsWith('arn:')) {
    const resource = new RegExp(`^${type}[\\w./*-]+$`);
    const arn = arnIn(text, { service, resource });
    return arn === undefined ? undefined : [arn];
  }
  const found = resourceIn(text, { type, characters });
  return found === undefined ? undefined : [anywhere(service, found)];
}
