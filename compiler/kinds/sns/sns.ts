// `app.onSnsMessage({ topic: 'alerts' })`: messages of a topic of SNS.
import type { SnsSource } from '../../../runtime/contract/sources/sns.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { CatalogueEntry, NoData } from '../../diagnostics/catalogue-entry.js';
import type { Decoded } from '../../values/decoded.js';
import { entryOf, type StaticValue } from '../../values/static-value.js';
import { missingSourceOption } from '../event/catalogue.js';
import {
  eventKind,
  type EventKind,
  type GivenSource,
  type ReadSource,
} from '../event/event-kind.js';
import { type Pattern, patternOf } from '../event/patterns.js';
import { onInvalidOption, type OnInvalid } from '../event/polled.js';
import { choiceOf } from '../event/readings.js';
import { identityByName } from '../event/source-identity.js';
import { isFifo, SOURCE_NAME_SCHEMA, sourceNameOf } from '../event/source-name.js';
import { TOPIC } from './topic-form.js';

type SnsOptions = Omit<SnsSource, 'kind' | 'filterPolicy'> & {
  /** Read when its scope is known. */
  readonly filterPolicy?: StaticValue;
  readonly onInvalid: OnInvalid;
};

const EXAMPLE = "app.onSnsMessage({ topic: 'alerts' })";

const fifoTopic: CatalogueEntry<NoData> = {
  code: 'FW2917',
  severity: 'error',
  title: 'A FIFO topic cannot call a function',
  message: () => 'A FIFO topic hands its messages to queues only, and calls no function.',
  hint: () => 'Subscribe a queue to the topic, and take its messages with `@app.onSqsMessage`.',
};

const POLICIES = {
  MessageAttributes: patternOf({ option: 'filterPolicy', isNested: false }),
  MessageBody: patternOf({ option: 'filterPolicy' }),
};

export const SNS: EventKind = eventKind<SnsOptions, SnsSource>({
  member: 'onSnsMessage',
  written: 'app.onSnsMessage({ ... })',
  leading: 0,
  forms: [TOPIC],
  example: EXAMPLE,
  eventTypes: () => ['SnsMessage'],
  plainPayload: 'text',
  table: {
    topic: {
      ...sourceNameOf(TOPIC),
      missing: ({ at }) =>
        diagnose(
          missingSourceOption,
          { member: 'onSnsMessage', option: 'topic', example: EXAMPLE },
          { at },
        ),
      meaning: 'The name or the ARN of the topic, or `process.env.NAME` for one of each stage.',
    },
    filterPolicy: {
      decode: (value) => ({ value, findings: [] }),
      problems: POLICIES.MessageBody.problems,
      schema: POLICIES.MessageBody.schema,
      meaning: 'A pattern that messages fit to be handed over.',
    },
    filterPolicyScope: {
      ...choiceOf('filterPolicyScope', ['MessageAttributes', 'MessageBody']),
      meaning:
        'What the pattern is laid beside: the attributes of a message unless given, or the JSON in it.',
    },
    ...onInvalidOption('a message'),
  },
  read,
  identity: ({ topic }) => identityByName('topic', topic),
  catalogue: [fifoTopic],
  schema: {
    kind: 'sns',
    properties: {
      topic: SOURCE_NAME_SCHEMA,
      filterPolicy: { type: 'object', minProperties: 1 },
      filterPolicyScope: { enum: ['MessageAttributes', 'MessageBody'] },
    },
    required: ['topic'],
  },
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
  const runtime = { source: value.topic, ...(onInvalid === 'drop' && { onInvalid }) };
  return { source, findings, runtime };
}
