// `app.onEvent({ source: ['aws.codecommit'] })`: events on an EventBridge bus that match a pattern.
import type { WrittenName } from '../../../runtime/contract/events.js';
import { diagnose } from '../../diagnostics/diagnostic.js';
import type { SourceForm } from '../../declarations/source-forms.js';
import {
  eventKind,
  type EventKind,
  type GivenSource,
  type ReadSource,
} from '../event/event-kind.js';
import { missingSourceOption } from '../event/catalogue.js';
import { onInvalidOption, type OnInvalid, runtimeOf } from '../event/polled.js';
import { patternOf } from '../event/patterns.js';
import { eventBridgeOptions, refuseValue } from '../event/readings.js';
import { sourceNameOf, sourceNameText } from '../event/source-name.js';

/** `app.onEvent({ source: ['aws.codecommit'] })`. */
export type RuleSource = {
  readonly kind: 'rule';
  /** An EventBridge event pattern. */
  readonly pattern: Readonly<Record<string, unknown>>;
  /** A name or an ARN; AWS services send their events to `default`. */
  readonly bus: WrittenName;
  readonly description?: string;
  readonly enabled: boolean;
};

type RuleOptions = Pick<RuleSource, 'bus' | 'description' | 'enabled'> & {
  readonly onInvalid: OnInvalid;
};

/** The format of bus names: docs.aws.amazon.com/eventbridge/latest/APIReference/API_CreateEventBus.html */
const BUS: SourceForm = {
  kind: 'bus',
  property: 'bus',
  services: [{ name: 'events' }],
  name: /^[A-Za-z0-9/_.-]{1,256}$/,
  resource: /^event-bus\/([A-Za-z0-9/_.-]{1,256})$/,
  examples: ['default', 'arn:aws:events:eu-west-1:123456789012:event-bus/orders'],
};

const EXAMPLE = "app.onEvent({ source: ['aws.codecommit'] })";

/** The option `pattern`, with the members that every event on a bus has. */
const PATTERN = patternOf({
  option: 'pattern',
  roots: [
    'version',
    'id',
    'detail-type',
    'source',
    'account',
    'time',
    'region',
    'resources',
    'detail',
  ],
  payload: 'detail',
});

export const RULE: EventKind = eventKind<RuleOptions, RuleSource>({
  member: 'onEvent',
  sourceKind: 'rule',
  leading: {
    name: 'pattern',
    schema: { description: 'An EventBridge event pattern.', type: 'object', minProperties: 1 },
  },
  forms: [BUS],
  example: EXAMPLE,
  entryText: ({ bus, pattern }) => {
    const name = sourceNameText(bus);
    const text = JSON.stringify(pattern);
    return name === 'default' ? text : `${text} of ${name}`;
  },
  eventTypes: () => ['CloudEvent'],
  plainPayload: undefined,
  table: {
    bus: {
      ...sourceNameOf(BUS),
      absent: { text: 'default' },
      meaning:
        'The name or ARN of the bus; defaults to `default`, which receives the events from AWS services.',
    },
    ...eventBridgeOptions('rule'),
    ...onInvalidOption('an event'),
  },
  read,
  identity: (source) => ({ key: `rule ${JSON.stringify(source)}`, what: 'this pattern' }),
});

function read({ view, first, options }: GivenSource<RuleOptions>): ReadSource<RuleSource> {
  if (!first || first.kind === 'undefined') {
    const data = { member: 'onEvent', option: 'pattern', example: EXAMPLE };
    return { source: undefined, findings: [diagnose(missingSourceOption, data, { at: view.at })] };
  }
  if (first.kind !== 'object') {
    const expected = 'an object that describes events';
    const said = { option: 'pattern', expected, hint: `Write \`@${EXAMPLE}\`.` };
    return { source: undefined, findings: refuseValue(first, said).findings };
  }
  const { value: pattern, findings } = PATTERN.decode(first);
  const { value } = options;
  if (!pattern || !value) return { source: undefined, findings };
  const { bus, description, enabled, onInvalid } = value;
  const said = description === undefined ? {} : { description };
  const runtime = runtimeOf(undefined, onInvalid);
  return { source: { kind: 'rule', pattern, bus, ...said, enabled }, findings, runtime };
}
