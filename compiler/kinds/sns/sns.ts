// `app.onSnsMessage({ topic: 'alerts' })`: messages from an SNS topic.
import type { SourceName } from '../../../runtime/contract/events.js';
import { type CatalogueEntry, type NoData, diagnose } from '../../diagnostics/diagnostic.js';
import type { Decoded } from '../../values/decoded.js';
import { entryOf, type StaticValue } from '../../values/static-value.js';
import {
  eventKind,
  type EventKind,
  type GivenSource,
  type ReadSource,
} from '../event/event-kind.js';
import { type Pattern, patternOf } from '../event/patterns.js';
import { onInvalidOption, type OnInvalid, runtimeOf } from '../event/polled.js';
import { choiceOf } from '../event/readings.js';
import {
  boundName,
  identityByName,
  isFifo,
  type ResourceForm,
  sourceOption,
} from '../event/source-name.js';

/** `app.onSnsMessage({ topic: 'alerts' })`. */
export type SnsSource = {
  readonly kind: 'sns';
  readonly topic: SourceName;
  readonly filterPolicy?: Readonly<Record<string, unknown>>;
  /** Defaults to `MessageAttributes`, the default of SNS. */
  readonly filterPolicyScope?: 'MessageAttributes' | 'MessageBody';
};

type SnsOptions = Omit<SnsSource, 'kind' | 'filterPolicy'> & {
  /** Decoded in `read`, because its format depends on `filterPolicyScope`. */
  readonly filterPolicy?: StaticValue;
  readonly onInvalid: OnInvalid;
};

/** The format of topic names: docs.aws.amazon.com/sns/latest/api/API_CreateTopic.html */
const TOPIC: ResourceForm = {
  kind: 'topic',
  property: 'topic',
  services: [{ name: 'sns' }],
  name: /^(?=.{1,256}$)[A-Za-z0-9_-]+(?:\.fifo)?$/,
  resource: /^([A-Za-z0-9_-]{1,256}(?:\.fifo)?)$/,
  examples: ['alerts', 'arn:aws:sns:eu-west-1:123456789012:alerts'],
};

const EXAMPLE = "app.onSnsMessage({ topic: 'alerts' })";

const fifoTopic: CatalogueEntry<NoData> = {
  code: 'FW2917',
  severity: 'error',
  title: 'A FIFO topic cannot call a function',
  message: () => 'A FIFO topic sends its messages only to queues, so it cannot call a function.',
  hint: () => 'Subscribe a queue to the topic, and receive its messages with `@app.onSqsMessage`.',
};

const POLICIES = {
  MessageAttributes: patternOf({ option: 'filterPolicy', isNested: false }),
  MessageBody: patternOf({ option: 'filterPolicy' }),
};

export const SNS: EventKind = eventKind<SnsOptions, SnsSource>({
  member: 'onSnsMessage',
  sourceKind: 'sns',
  forms: [TOPIC],
  example: EXAMPLE,
  eventTypes: () => ['SnsMessage'],
  plainPayload: 'text',
  table: {
    topic: sourceOption(TOPIC, { member: 'onSnsMessage', example: EXAMPLE }),
    filterPolicy: {
      decode: (value) => ({ value, findings: [] }),
      problems: POLICIES.MessageBody.problems,
      schema: POLICIES.MessageBody.schema,
      meaning: 'The pattern that a message must match to be delivered.',
    },
    filterPolicyScope: {
      ...choiceOf('filterPolicyScope', ['MessageAttributes', 'MessageBody']),
      meaning:
        'What the pattern is matched against: the attributes of a message (the default), or its JSON body.',
    },
    ...onInvalidOption('a message'),
  },
  read,
  identity: ({ topic }) => identityByName('topic', topic),
  catalogue: [fifoTopic],
});

function read({ view, options: { value, parts } }: GivenSource<SnsOptions>): ReadSource<SnsSource> {
  const scope = parts.filterPolicyScope.value ?? 'MessageAttributes';
  const given = parts.filterPolicy.value;
  const policy: Decoded<Pattern> | undefined = given && POLICIES[scope].decode(given);
  const topic = parts.topic.value;
  const findings = [
    ...(policy?.findings ?? []),
    ...(topic && isFifo(topic) === true
      ? [diagnose(fifoTopic, {}, { at: entryOf(view.options, 'topic')?.value.at })]
      : []),
  ];
  if (!value || findings.length > 0) return { source: undefined, findings };
  const { filterPolicyScope, onInvalid } = value;
  const source: SnsSource = {
    kind: 'sns',
    topic: value.topic,
    ...(policy?.value && { filterPolicy: policy.value }),
    ...(filterPolicyScope && { filterPolicyScope }),
  };
  return { source, findings, runtime: runtimeOf(boundName(value.topic, 'topic'), onInvalid) };
}
