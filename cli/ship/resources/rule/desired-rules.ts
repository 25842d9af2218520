// The desired EventBridge rules of a stage: one for each event pattern, and for each schedule without a time zone that runs
// more than once. A rule calls a function for events on a bus, or at scheduled times.
import type { SourceArn } from '../../../../compiler/declarations/source-forms.js';
import type { EventEntry } from '../../../../runtime/contract/manifest.js';
import type { S3Source } from '../../../../compiler/kinds/s3/s3.js';
import type { Tags } from '../../../cloud/cloud.js';
import type { CloudRule, RulePlace, RuleSettings } from '../../../cloud/services/event-bridge.js';
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { resolveSource } from '../../../config/event-sources.js';
import { deletedIn, type DesiredInput } from '../../stage/states.js';
import {
  type Invoker,
  type InvokerService,
  type InvokerSource,
  type SourceDeclaration,
  sourceDeclaration,
  nameSources,
  shortDigest,
} from '../event-source/invokers.js';
import { isForScheduler } from '../schedule/scheduler-role.js';

export type DesiredRule = RulePlace &
  RuleSettings & {
    readonly functionName: string;
    /** The JSON that EventBridge sends to the function instead of the event. */
    readonly input: string | undefined;
    readonly tags: Tags;
    readonly busArn: SourceArn | undefined;
    readonly declared: SourceDeclaration;
  };

export type ObservedRule = CloudRule & {
  /** The {@link targetDigest} of the rule's target; undefined if the target is not a function of this stage. */
  readonly target: string | undefined;
  /** The tags; undefined if the record already says that the rule is managed by this stage. */
  readonly tags: Tags | undefined;
};

/** The name of the bus that receives the events from AWS services and from all schedules. */
export const DEFAULT_BUS = 'default';

export const TARGET_ID = 'function';

/** Returns the name of a rule for a plan, with its bus unless it is the default bus. */
export function ruleText({ name, bus }: RulePlace): string {
  return bus === DEFAULT_BUS ? name : `${bus}/${name}`;
}

export function isSameRule(one: RulePlace, other: RulePlace): boolean {
  return one.name === other.name && one.bus === other.bus;
}

export function targetDigest(functionName: string, input: string | undefined): string {
  return shortDigest(JSON.stringify([functionName, input ?? null]));
}

export function digestOf({ functionName, input }: DesiredRule): string {
  return targetDigest(functionName, input);
}

// Returns the event pattern that matches the events that S3 sends to EventBridge about the objects of a bucket:
// docs.aws.amazon.com/AmazonS3/latest/userguide/ev-mapping-troubleshooting.html

type Detail = Readonly<Record<string, unknown>>;
type Meaning = { readonly type: string; readonly detail?: Detail };

/** The `detail-type` and reasons in EventBridge for each event name in S3 notifications. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  's3:ObjectCreated:*': { type: 'Object Created' },
  's3:ObjectCreated:Put': { type: 'Object Created', detail: { reason: ['PutObject'] } },
  's3:ObjectCreated:Post': { type: 'Object Created', detail: { reason: ['POST Object'] } },
  's3:ObjectCreated:Copy': { type: 'Object Created', detail: { reason: ['CopyObject'] } },
  's3:ObjectCreated:CompleteMultipartUpload': {
    type: 'Object Created',
    detail: { reason: ['CompleteMultipartUpload'] },
  },
  's3:ObjectRemoved:*': { type: 'Object Deleted', detail: { reason: ['DeleteObject'] } },
  's3:ObjectRemoved:Delete': {
    type: 'Object Deleted',
    detail: { reason: ['DeleteObject'], 'deletion-type': ['Permanently Deleted'] },
  },
  's3:ObjectRemoved:DeleteMarkerCreated': {
    type: 'Object Deleted',
    detail: { reason: ['DeleteObject'], 'deletion-type': ['Delete Marker Created'] },
  },
  's3:LifecycleExpiration:*': {
    type: 'Object Deleted',
    detail: { reason: ['Lifecycle Expiration'] },
  },
  's3:LifecycleExpiration:Delete': {
    type: 'Object Deleted',
    detail: { reason: ['Lifecycle Expiration'], 'deletion-type': ['Permanently Deleted'] },
  },
  's3:LifecycleExpiration:DeleteMarkerCreated': {
    type: 'Object Deleted',
    detail: { reason: ['Lifecycle Expiration'], 'deletion-type': ['Delete Marker Created'] },
  },
  's3:LifecycleTransition': { type: 'Object Storage Class Changed' },
  's3:IntelligentTiering': { type: 'Object Access Tier Changed' },
  's3:ObjectRestore:Post': { type: 'Object Restore Initiated' },
  's3:ObjectRestore:Completed': { type: 'Object Restore Completed' },
  's3:ObjectRestore:Delete': { type: 'Object Restore Expired' },
  's3:ObjectAcl:Put': { type: 'Object ACL Updated' },
  's3:ObjectTagging:Put': { type: 'Object Tags Added' },
  's3:ObjectTagging:Delete': { type: 'Object Tags Deleted' },
};

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  's3:ObjectRestore:*': [
    's3:ObjectRestore:Post',
    's3:ObjectRestore:Completed',
    's3:ObjectRestore:Delete',
  ],
  's3:ObjectTagging:*': ['s3:ObjectTagging:Put', 's3:ObjectTagging:Delete'],
};

export function objectPattern(
  bucket: string,
  { events, prefix = '', suffix = '' }: Pick<S3Source, 'events' | 'prefix' | 'suffix'>,
): Detail {
  const key = keyMatcher(prefix, suffix);
  const common = { bucket: { name: [bucket] }, ...(key && { object: { key: [key] } }) };
  const meanings = events
    .flatMap((event) => GROUPS[event] ?? [event])
    .flatMap((event) => MEANINGS[event] ?? []);
  const branches = meanings.map(({ type, detail }) => ({
    'detail-type': [type],
    detail: { ...common, ...detail },
  }));
  const [first, ...others] = branches;
  const source = ['aws.s3'];
  return others.length === 0 ? { source, ...first } : { source, $or: branches };
}

/** A key matches a list if it matches one of its matchers, so the prefix and suffix must be in the same matcher. */
function keyMatcher(prefix: string, suffix: string): Detail | undefined {
  if (suffix === '') return prefix === '' ? undefined : { prefix };
  if (prefix === '') return { suffix };
  const literal = (text: string): string => text.replaceAll(/[\\*]/g, '\\$&');
  return { wildcard: `${literal(prefix)}*${literal(suffix)}` };
}

type Sketch = Omit<DesiredRule, 'name' | 'tags' | 'functionName'>;

/** Returns the rules in manifest order. The first rule of a function has the same name as the function. */
export function desiredRules(input: DesiredInput): readonly DesiredRule[] {
  const { manifest, config, app, ownTags: tags } = input;
  const base = baseName(app, config.stage);
  const rows = (manifest.events ?? []).flatMap((entry) => {
    const sketch = sketchOf(entry, input);
    return sketch ? [{ functionName: functionNameOf(base, entry.function), sketch }] : [];
  });
  const names = nameSources(rows.map(({ functionName }) => functionName));
  return rows.map(({ functionName, sketch }, index) => ({
    ...sketch,
    name: names[index] ?? functionName,
    functionName,
    tags,
  }));
}

const PLAIN = {
  bus: DEFAULT_BUS,
  busArn: undefined,
  pattern: undefined,
  expression: undefined,
  description: undefined,
  isEnabled: true,
  input: undefined,
} as const;

/** Returns undefined for an event source that needs no rule. */
function sketchOf(entry: EventEntry, input: DesiredInput): Sketch | undefined {
  if (entry.kind === 'rule') {
    const { pattern, description, enabled } = entry;
    const reference = { kind: 'bus', name: entry.bus } as const;
    const bus = resolveSource(reference, entry.function, input.config);
    return {
      ...PLAIN,
      declared: sourceDeclaration(entry),
      bus: bus.name,
      busArn: bus.arn,
      pattern: JSON.stringify(pattern),
      description,
      isEnabled: enabled,
    };
  }
  if (entry.kind === 'schedule' && !isForScheduler(entry)) {
    const { expression, description, enabled } = entry;
    return {
      ...PLAIN,
      declared: sourceDeclaration(entry),
      expression,
      description,
      isEnabled: enabled,
      input: entry.input === undefined ? undefined : JSON.stringify(entry.input),
    };
  }
  if (entry.kind === 's3' && entry.delivery === 'eventbridge') {
    const reference = { kind: 'bucket', name: entry.bucket } as const;
    const bucket = resolveSource(reference, entry.function, input.config).name;
    return {
      ...PLAIN,
      declared: sourceDeclaration(entry),
      pattern: JSON.stringify(objectPattern(bucket, entry)),
    };
  }
  return undefined;
}

/** A policy can be at most 20 KB, about sixty statements. With more rules, one statement allows all rules of the stage. */
const MOST_STATEMENTS = 10;

export const EVENT_BRIDGE: InvokerService = {
  kind: 'rule',
  principal: 'events.amazonaws.com',
  name: 'EventBridge',
  service: 'events',
};

export const ruleInvokers: InvokerSource = {
  by: EVENT_BRIDGE,
  desired: (input) => {
    const rules = desiredRules(input);
    const names = [...new Set(rules.map(({ functionName }) => functionName))];
    return names.flatMap((name) => {
      const own = rules.filter(({ functionName }) => functionName === name);
      return invokersOf(name, own, input);
    });
  },
  ends: ({ rules }) => deletedIn(rules).map((one) => `delete rule ${ruleText(one)}`),
};

function invokersOf(
  functionName: string,
  rules: readonly DesiredRule[],
  { app, config }: DesiredInput,
): readonly Invoker[] {
  const any = `${baseName(app, config.stage)}-*`;
  const places =
    rules.length <= MOST_STATEMENTS ? rules : rules.map(({ bus }) => ({ bus, name: any }));
  const sources = new Set(places.map((location) => `rule/${ruleText(location)}`));
  return [...sources].map((source) => ({ by: EVENT_BRIDGE, functionName, source }));
}

export function busOfRule(arn: string): string | undefined {
  const [, path] = /^arn:[^:]+:events:[^:]*:[^:]*:rule\/(.+)$/.exec(arn) ?? [];
  if (path === undefined) return undefined;
  const end = path.lastIndexOf('/');
  return end === -1 ? DEFAULT_BUS : path.slice(0, end);
}
