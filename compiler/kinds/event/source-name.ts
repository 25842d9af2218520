// The name of a queue, topic, bucket, table, stream or bus: a literal, or an environment variable that holds the name.
import type { DestinationName, SourceName, WrittenName } from '../../../runtime/contract/events.js';
import {
  arnVariable,
  isFifoName,
  mainVariable,
  type ResourceType,
} from '../../../runtime/contract/resources.js';
import { readSource, type SourceForm } from '../../declarations/source-forms.js';
import { code, diagnose } from '../../diagnostics/diagnostic.js';
import {
  rejected,
  sound,
  type Decoded,
  type JsonSchema,
  type Decoder,
  objectSchema,
} from '../../values/decoded.js';
import type { StaticText, StaticValue } from '../../values/static-value.js';
import type { RequiredOption } from '../../values/options.js';
import * as texts from './catalogue.js';
import { otherResource } from '../resource/catalogue.js';
import { nameOfInstance, RESOURCE_MAKERS, resourceTypeOf } from '../resource/resource-kind.js';
import { refuseValue } from './readings.js';

/** Reads the name of a source. The option has the same name as the manifest property. */
export function sourceNameOf(form: SourceForm): Decoder<WrittenName> {
  return {
    decode: (value) => decodeName(value, form, `the name or the ARN of a ${form.kind}`),
    problems: [texts.sourceOptionValue, texts.sourceNameForm],
    schema: SOURCE_NAME_SCHEMA,
  };
}

/** The format of the name of a source that an application may declare as a resource. */
export type ResourceForm = SourceForm & { readonly kind: ResourceType };

/** Reads a source that is specified by its name or by a declared resource. */
export function sourceReading(form: ResourceForm): Decoder<SourceName> {
  const { kind: type, property: option } = form;
  const { problems, ...reading } = sourceNameOf(form);
  return {
    ...reading,
    decode: (value): Decoded<SourceName> => {
      const found = value.kind === 'instance' ? resourceTypeOf(value) : undefined;
      if (value.kind !== 'instance' || !found)
        return decodeName(value, form, `a ${code(RESOURCE_MAKERS[type])}, its name or its ARN`);
      if (found !== type)
        return rejected(
          diagnose(otherResource, { option, type, maker: value.name }, { at: value.at }),
        );
      // A resource without a name is reported separately.
      const resource = nameOfInstance(value);
      return { value: resource === undefined ? undefined : { resource }, findings: [] };
    },
    problems: [...problems, otherResource],
  };
}

/** Reads a queue, topic or bucket that is specified by its ARN or by a declared resource. */
export function destinationReading(form: SourceForm): Decoder<DestinationName> {
  const expected = 'a `Queue`, `Topic` or `Bucket`, or the ARN of one';
  const option = form.property;
  return {
    ...sourceNameOf(form),
    decode: (value): Decoded<DestinationName> => {
      const type = value.kind === 'instance' ? resourceTypeOf(value) : undefined;
      if (value.kind !== 'instance' || !type) return decodeName(value, form, expected);
      const hint = 'Pass a queue or topic that is not FIFO, a bucket, or an ARN.';
      const resource = nameOfInstance(value);
      if (type === 'table') return refuseValue(value, { option, expected, hint });
      if (resource !== undefined && isFifoName(resource))
        return refuseValue(value, { option, expected: STANDARD, hint });
      // A resource without a name is reported separately.
      return { value: resource === undefined ? undefined : { resource, type }, findings: [] };
    },
    schema: { oneOf: [SOURCE_NAME_SCHEMA, DECLARED_SCHEMA] },
  };
}

function decodeName(value: StaticValue, form: SourceForm, expected: string): Decoded<WrittenName> {
  // Each stage sets the variable, so the value is not known here.
  if ((value.kind === 'string' || value.kind === 'unknown') && value.variable !== undefined)
    return sound({ variable: value.variable });
  if (value.kind === 'string') return checkText(value, form);
  const [example = ''] = form.examples;
  const said = {
    option: form.property,
    expected: `${expected}, or \`process.env.NAME\``,
    hint: `Write ${code(`'${example}'`)}.`,
  };
  return refuseValue(value, said);
}

/** Returns the option in which a declaration names its source. */
export function sourceOption(
  form: ResourceForm,
  about: texts.MemberExample,
): RequiredOption<SourceName> {
  const { kind } = form;
  return {
    ...sourceReading(form),
    missing: missingName(form, about),
    meaning: `The ${kind}: a \`${RESOURCE_MAKERS[kind]}\`, the ${kind}'s name or ARN, or \`process.env.NAME\` for a different ${kind} in each stage.`,
  };
}

/** Returns the option that names a source that an application cannot declare as a resource. */
export function writtenOption(
  form: SourceForm,
  about: texts.MemberExample,
): RequiredOption<WrittenName> {
  return {
    ...sourceNameOf(form),
    missing: missingName(form, about),
    meaning: `The name or ARN of the ${form.kind}, or \`process.env.NAME\` for a different ${form.kind} in each stage.`,
  };
}

function missingName(
  { property: option }: SourceForm,
  { member, example }: texts.MemberExample,
): RequiredOption<WrittenName>['missing'] {
  return ({ at }) => diagnose(texts.missingSourceOption, { member, option, example }, { at });
}

function checkText(text: StaticText, form: SourceForm): Decoded<WrittenName> {
  if (readSource(form, text.value)) return sound({ text: text.value });
  const { property: option, kind, examples } = form;
  const data = { option, kind, text: text.value, examples };
  return rejected(diagnose(texts.sourceNameForm, data, { at: text.at }));
}

/**
 * Returns the name that the runtime compares with events. For a resource, this is the name of the environment variable that
 * holds the resource's identifier, as it appears in events.
 */
export function boundName(name: SourceName, type: ResourceType): WrittenName {
  if (!('resource' in name)) return name;
  const resource = { type, name: name.resource };
  // Events from a queue contain its ARN, but its main variable holds the URL.
  return { variable: type === 'queue' ? arnVariable(resource) : mainVariable(resource) };
}

/** Different results may refer to the same source, because each stage sets its own variables. */
export function sourceNameText(name: SourceName): string {
  if ('text' in name) return name.text;
  return 'resource' in name ? name.resource : `process.env.${name.variable}`;
}

/** Tells whether a queue or topic is FIFO; undefined if an environment variable holds its name. */
export function isFifo(name: SourceName): boolean | undefined {
  return 'variable' in name ? undefined : sourceNameText(name).endsWith('.fifo');
}

const SOURCE_NAME_SCHEMA: JsonSchema = { $ref: '#/definitions/sourceName' };

/**
 * Lambda sends discarded records only to standard queues and topics:
 * docs.aws.amazon.com/lambda/latest/dg/services-ddb-params.html
 */
const STANDARD = 'a queue or topic whose name does not end in `.fifo`';

const DECLARED_SCHEMA: JsonSchema = {
  description: 'An entry of `resources`.',
  ...objectSchema(['resource', 'type'], {
    resource: { type: 'string', minLength: 1 },
    type: { enum: ['queue', 'topic', 'bucket'] },
  }),
};

/** The schemas that manifest entries refer to. */
export const SOURCE_DEFINITIONS: Readonly<Record<string, JsonSchema>> = {
  sourceName: {
    description:
      'A name or an ARN, the variable among `environment_variables` of the function that holds one, or the name of an entry of `resources`.',
    oneOf: ['text', 'variable', 'resource'].map((name) =>
      objectSchema([name], { [name]: { type: 'string', minLength: 1 } }),
    ),
  },
};

/** Identifies a source in AWS. */
export type SourceIdentity = {
  /** The same for all declarations of a source. */
  readonly key: string;
  /** The name of the source in messages. */
  readonly what: string;
};

/** Identifies a source by its name alone. */
export function identityByName(kind: string, name: SourceName): SourceIdentity {
  const what = `the ${kind} ${code(sourceNameText(name))}`;
  return { key: `${kind} ${JSON.stringify(name)}`, what };
}
