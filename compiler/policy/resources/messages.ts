// The ARNs of queues, topics, event buses and streams.
import { presenceOf, valueAt, valuesAt } from '../input.js';
import type { InputValue } from '../sdk-use.js';
import { anywhere, arnIn, arnsOf, nameIn, UNKNOWN } from './arn.js';

/** A queue by its address, whose last part is its name, or by the name alone. */
export function queueArns(input: InputValue): readonly string[] | undefined {
  const queues = ['QueueUrl', 'QueueName']
    .map((entry) => valueAt(input, entry))
    .filter(({ kind }) => kind !== 'absent');
  return arnsOf(queues, (text) => {
    const name = nameIn(text.slice(text.lastIndexOf('/') + 1), /[\w.-]/);
    return name === undefined ? undefined : [anywhere('sqs', name)];
  });
}

/** A message to a telephone or to an endpoint has no topic. */
export function topicArns(input: InputValue): readonly string[] | undefined {
  const others = ['PhoneNumber', 'TargetArn'].map((entry) => presenceOf(input, entry));
  if (others.includes('yes') || others.includes('maybe')) return undefined;
  return arnsOf([valueAt(input, 'TopicArn')], (text) => {
    if (text.startsWith(UNKNOWN)) {
      const name = nameIn(text.slice(text.lastIndexOf(':') + 1), /[\w.-]/);
      return name === undefined ? undefined : [anywhere('sns', name)];
    }
    const arn = arnIn(text, { service: 'sns', resource: /^[\w.*-]+$/ });
    return arn === undefined ? undefined : [arn];
  });
}

const DEFAULT_BUS: InputValue = { kind: 'text', values: [['default']] };

/** Every entry names its bus; one that does not goes to the default bus. */
export function eventBusArns(input: InputValue): readonly string[] | undefined {
  const buses = valuesAt(input, 'Entries.*.EventBusName').map((bus) =>
    bus.kind === 'absent' ? DEFAULT_BUS : bus,
  );
  return arnsOf(buses, (text) =>
    namedArns(text, { service: 'events', type: 'event-bus/', characters: /[\w./-]/ }),
  );
}

/** A stream of Kinesis, by its name or its ARN. */
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
  const name = nameIn(text, characters);
  return name === undefined ? undefined : [anywhere(service, `${type}${name}`)];
}
