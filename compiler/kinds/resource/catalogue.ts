// FW34: resources that the source declares (docs/guide/resources.md).
import {
  failedName,
  NAME_LIMITS,
  type NamedResource,
  type ResourceType,
} from '../../../runtime/contract/resources.js';
import { code, didYouMean, type CatalogueEntry } from '../../diagnostics/diagnostic.js';
import type { FoundText } from '../../values/decoded.js';
import type { UnknownOption, OptionValue } from '../../values/options.js';

/** The class of a resource, and an example declaration. */
type Made = { readonly maker: string; readonly example: string };

export const resourcePlace: CatalogueEntry<Made> = {
  code: 'FW3401',
  severity: 'error',
  title: 'A resource is not a constant at the top level of a module',
  message: ({ maker }) =>
    `${code(maker)} is used where a deploy cannot find the resource: inside a function, a class, a condition or another expression.`,
  hint: ({ example }) =>
    `Write ${code(`export const … = ${example};`)} at the top level of a module, and use the constant here.`,
};

export const resourceName: CatalogueEntry<Made & FoundText> = {
  code: 'FW3402',
  severity: 'error',
  title: 'The name of a resource is not a string',
  message: ({ maker, found }) =>
    `${code(maker)} takes a name as its first argument, written as a string, but this is ${found}.`,
  hint: ({ example }) => `Write ${code(example)}.`,
};

const CHARACTERS: Readonly<Record<ResourceType, string>> = {
  table: 'letters, digits, `_`, `-` and `.`',
  queue: 'letters, digits, `_` and `-`, with `.fifo` at the end of a FIFO queue',
  topic: 'letters, digits, `_` and `-`, with `.fifo` at the end of a FIFO topic',
  bucket: 'lower-case letters and digits, with `-` between them',
};

export const resourceNameForm: CatalogueEntry<NamedResource> = {
  code: 'FW3403',
  severity: 'error',
  title: 'AWS does not accept the name of a resource',
  message: ({ type, name }) =>
    name.length > NAME_LIMITS[type].most
      ? `The name of the ${type} has ${String(name.length)} characters; AWS accepts at most ${String(NAME_LIMITS[type].most)}, including the names of the application and the stage.`
      : `A ${type} cannot be named ${code(name)}: its name can contain only ${CHARACTERS[type]}.`,
  hint: ({ type, name }) => {
    const fitting = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const short = fitting.replaceAll(/^-|-$/g, '').slice(0, 20);
    return `Write ${code(`'${short === '' ? `${type}-1` : short}'`)}, for example.`;
  },
};

export const unknownResourceOption: CatalogueEntry<UnknownOption & Pick<Made, 'maker'>> = {
  code: 'FW3404',
  severity: 'error',
  title: 'A resource has an unknown option',
  message: ({ maker, option }) => `${code(maker)} has no option ${code(option)}.`,
  hint: ({ suggestion, known }) => didYouMean(suggestion, known),
};

export const resourceOptionsType: CatalogueEntry<Made & { readonly found: string | undefined }> = {
  code: 'FW3405',
  severity: 'error',
  title: 'A resource is not declared with a name and an options object',
  message: ({ maker, found }) =>
    found === undefined
      ? `${code(maker)} needs options after the name.`
      : `${code(maker)} takes a name and an options object, but this is ${found}.`,
  hint: ({ example }) => `Write ${code(example)}.`,
};

export const resourceOptionValue: CatalogueEntry<OptionValue> = {
  code: 'FW3406',
  severity: 'error',
  title: 'A resource option has an invalid value',
  message: ({ option, expected, found }) =>
    `${code(option)} must be ${expected}, but this is ${found}.`,
  hint: ({ hint }) => hint,
};

export const missingResourceOption: CatalogueEntry<{
  readonly owner: string;
  readonly option: string;
  readonly example: string;
}> = {
  code: 'FW3407',
  severity: 'error',
  title: 'A resource is missing a required option',
  message: ({ owner, option }) => `${code(owner)} needs ${code(option)}.`,
  hint: ({ example }) => `Write ${code(example)}.`,
};

export const attributeTypes: CatalogueEntry<{
  readonly attribute: string;
  readonly type: string;
  readonly other: string;
  readonly isExpiry: boolean;
}> = {
  code: 'FW3408',
  severity: 'error',
  title: 'An attribute of a table has two types',
  message: ({ attribute, type, other, isExpiry }) =>
    isExpiry
      ? `${code(attribute)} is the expiry time of an item, which must be a number, but a key declares it as a ${other}.`
      : `${code(attribute)} is a ${type} here and a ${other} in another key of the table.`,
  hint: ({ attribute, isExpiry }) =>
    isExpiry
      ? `Write ${code(`{ ${attribute}: 'number' }`)} in the key, or name another attribute in ${code('expires')}.`
      : `Give it the same type in every key: ${code(`'${attribute}'`)} is a string, ${code(`{ ${attribute}: 'number' }`)} a number.`,
};

/** docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html */
export const MOST_INDEXES = 20;

export const tooManyIndexes: CatalogueEntry<{ readonly count: number }> = {
  code: 'FW3409',
  severity: 'error',
  title: 'A table has too many indexes',
  message: ({ count }) =>
    `The table has ${String(count)} indexes; DynamoDB accepts at most ${String(MOST_INDEXES)} global secondary indexes.`,
  hint: () => 'Remove some of them.',
};

export const fifoOnly: CatalogueEntry<NamedResource & { readonly option: string }> = {
  code: 'FW3410',
  severity: 'error',
  title: 'An option is only for FIFO queues and topics',
  message: ({ type, name, option }) =>
    `${code(option)} is for FIFO ${type}s, and ${code(name)} is not one.`,
  hint: ({ name, option }) => `Name it ${code(`'${name}.fifo'`)}, or remove ${code(option)}.`,
};

export const sameResource: CatalogueEntry<NamedResource & { readonly isFailed: boolean }> = {
  code: 'FW3411',
  severity: 'error',
  title: 'Two resources have the same name',
  message: ({ type, name, isFailed }) =>
    isFailed
      ? `${code(failedName(name))} is the name of the queue that receives the failed messages of ${code(name)}.`
      : `The ${type} ${code(name)} is declared more than once.`,
  hint: ({ isFailed }) =>
    isFailed ? 'Give this queue another name.' : 'Declare it once, and import it where it is used.',
};

export const sameVariable: CatalogueEntry<{
  readonly variable: string;
  readonly names: readonly [string, string];
}> = {
  code: 'FW3412',
  severity: 'error',
  title: 'Two resources need the same environment variable',
  message: ({ variable, names: [first, second] }) =>
    `${code(first)} and ${code(second)} would both use the environment variable ${code(variable)}.`,
  hint: () => 'Give one of them another name.',
};

export const unusedResource: CatalogueEntry<NamedResource & { readonly constant: string }> = {
  code: 'FW3413',
  severity: 'warning',
  title: 'A resource is never used',
  message: ({ type, name, constant }) =>
    `Nothing uses ${code(constant)}; a deploy still creates the ${type} ${code(name)}.`,
  hint: ({ type, constant }) =>
    type === 'table' || type === 'bucket'
      ? `Remove it, or use ${code(`${constant}.name`)} in an AWS call.`
      : `Remove it, or use ${code(`${constant}.${type === 'queue' ? 'url' : 'arn'}`)} in an AWS call.`,
};

export const otherResource: CatalogueEntry<{
  readonly option: string;
  readonly type: ResourceType;
  readonly maker: string;
}> = {
  code: 'FW3414',
  severity: 'error',
  title: 'An event source is a resource of the wrong type',
  message: ({ option, type, maker }) =>
    `${code(option)} must be a ${type}, but this is a ${code(maker)}.`,
  hint: ({ type }) =>
    `Pass a ${code(`${type.charAt(0).toUpperCase()}${type.slice(1)}`)}, a name or an ARN.`,
};

export const tableWithoutStream: CatalogueEntry<{ readonly name: string }> = {
  code: 'FW3415',
  severity: 'error',
  title: 'A function is connected to a table that has no stream',
  message: ({ name }) =>
    `The table ${code(name)} has no stream, so it sends no changes to a function.`,
  hint: ({ name }) => `Write ${code(`new Table('${name}', { …, stream: true })`)}.`,
};
