// The name of a queue, topic, bucket, table, stream or bus: a literal, or an environment variable.
import type { SourceName, WrittenName } from '../../../runtime/contract/events.js';
import {
  arnVariable,
  mainVariable,
  type ResourceType,
} from '../../../runtime/contract/resources.js';
import { readSource, type SourceForm } from '../../declarations/source-forms.js';
import { code } from '../../diagnostics/code-text.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import { sound, type Decoded, type JsonSchema, type Reading } from '../../values/decoded.js';
import type { StaticText, StaticValue } from '../../values/static-value.js';
import type { RequiredOption } from '../../values/options.js';
import * as texts from './catalogue.js';
import type { EventKind } from './event-kind.js';
import { refuseValue } from './readings.js';

/** Reads the name of a source. The option has the same name as the manifest property. */
export function sourceNameOf(form: SourceForm): Reading<WrittenName> {
  const { property: option, kind, examples } = form;
  const [example = ''] = examples;
  const expected = `the name or the ARN of a ${kind}, or \`process.env.NAME\``;
  return {
    decode: (value): Decoded<WrittenName> => {
      // Each stage sets the variable, so its value is not known here.
      const variable = variableOf(value);
      if (variable !== undefined) return sound({ variable });
      if (value.kind !== 'string')
        return refuseValue(value, { option, expected, hint: `Write ${code(`'${example}'`)}.` });
      return checkText(value, form);
    },
    problems: [texts.sourceOptionValue, texts.sourceNameForm],
    schema: SOURCE_NAME_SCHEMA,
  };
}

/** The option that names the source of a declaration. */
export function sourceOption(
  form: SourceForm,
  { member, example }: Pick<EventKind, 'member' | 'example'>,
): RequiredOption<WrittenName> {
  const { kind, property: option } = form;
  return {
    ...sourceNameOf(form),
    missing: ({ at }) => diagnose(texts.missingSourceOption, { member, option, example }, { at }),
    meaning: `The name or the ARN of the ${kind}, or \`process.env.NAME\` for one per stage.`,
  };
}

function variableOf(value: StaticValue): string | undefined {
  return value.kind === 'string' || value.kind === 'unknown' ? value.variable : undefined;
}

function checkText(text: StaticText, form: SourceForm): Decoded<WrittenName> {
  if (readSource(form, text.value)) return sound({ text: text.value });
  const { property: option, kind, examples } = form;
  const data = { option, kind, text: text.value, examples };
  return {
    value: undefined,
    findings: [diagnose(texts.sourceNameForm, data, { at: text.at })],
  };
}

/** The name as the runtime knows it: the variable of a resource holds what identifies it in events. */
export function boundName(name: SourceName, type: ResourceType): WrittenName {
  if (!('resource' in name)) return name;
  const resource = { type, name: name.resource };
  // The events of a queue have its ARN, and its other variable is the URL.
  return { variable: type === 'queue' ? arnVariable(resource) : mainVariable(resource) };
}

/** The name or the variable. Both may mean the same source, because each stage sets its variables. */
export function sourceNameText(name: SourceName): string {
  if ('text' in name) return name.text;
  return 'resource' in name ? name.resource : `process.env.${name.variable}`;
}

/** Whether a queue or topic is a FIFO one; undefined when a variable names it. */
export function isFifo(name: SourceName): boolean | undefined {
  return 'variable' in name ? undefined : sourceNameText(name).endsWith('.fifo');
}

const SOURCE_NAME_SCHEMA: JsonSchema = { $ref: '#/definitions/sourceName' };

/** The schema that entries refer to. */
export const SOURCE_DEFINITIONS: Readonly<Record<string, JsonSchema>> = {
  sourceName: {
    description:
      'A name or an ARN, the variable among `environment_variables` of the function that holds one, or the name of an entry of `resources`.',
    oneOf: ['text', 'variable', 'resource'].map((name) => ({
      type: 'object',
      additionalProperties: false,
      required: [name],
      properties: { [name]: { type: 'string', minLength: 1 } },
    })),
  },
};

/** What identifies a source in AWS. */
export type SourceIdentity = {
  /** Equal for the same source. */
  readonly key: string;
  /** Its name in messages. */
  readonly what: string;
};

/** A source that is identified by its name alone. */
export function identityByName(kind: string, name: SourceName): SourceIdentity {
  const text = sourceNameText(name);
  return { key: `${kind} ${text}`, what: `the ${kind} ${code(text)}` };
}
