// `new Table('cities', { key: 'id' })`: a DynamoDB table.
import type { KeyAttribute, TableEntry } from '../../../runtime/contract/manifest.js';
import { type Diagnostic, about, diagnose } from '../../diagnostics/diagnostic.js';
import { compareTexts, valueFor } from '../../groups.js';
import {
  type Decoded,
  decodeItems,
  foundValue,
  type Decoder,
  sound,
} from '../../values/decoded.js';
import {
  decodeOptions,
  type DecodedOptions,
  type OptionsObject,
  type RequiredOption,
} from '../../values/options.js';
import type { Spanned, StaticEntry, StaticValue } from '../../values/static-value.js';
import * as texts from '../resource/catalogue.js';
import { flagOf, refuseValue, resourceKind, type ResourceKind } from '../resource/resource-kind.js';

type Attribute = Spanned<KeyAttribute>;
type Key = readonly Attribute[];
type Index = { readonly name: string; readonly key: Key };

type TableOptions = {
  readonly key: Key;
  readonly indexes?: readonly Index[];
  readonly expires?: Spanned<string>;
  readonly stream?: boolean;
};

const EXAMPLE = "new Table('cities', { key: 'id' })";

const TYPES = ['string', 'number', 'binary'] as const;

/** docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const LONGEST_ATTRIBUTE = 255;
const INDEX_NAME = /^[A-Za-z0-9_.-]{3,255}$/;

const KEY = {
  option: 'key',
  expected: "an attribute such as `'id'` or `{ id: 'number' }`, or a list of two",
};

function keyOption(owner: string, example: string): RequiredOption<Key> {
  return {
    decode: decodeKey,
    problems: [texts.resourceOptionValue, texts.missingResourceOption, texts.attributeTypes],
    schema: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: { $ref: '#/definitions/keyAttribute' },
    },
    missing: ({ at }) =>
      diagnose(texts.missingResourceOption, { owner, option: 'key', example }, { at }),
    meaning:
      "The partition key, such as `'id'`, or the partition and sort key, such as `['country', 'name']`. An attribute is a string, unless it is declared as `{ id: 'number' }` or `{ id: 'binary' }`.",
  };
}

function decodeKey(value: StaticValue): Decoded<Key> {
  if (value.kind !== 'list') {
    const { value: attribute, findings } = decodeAttribute(value);
    return { value: attribute && [attribute], findings };
  }
  if (value.items.length === 0 || value.items.length > 2) return refuseValue(value, KEY);
  const decoded = decodeItems(value, decodeAttribute);
  const [first, second] = decoded.value ?? [];
  const [, other] = value.items;
  if (!first || !other || first.value.name !== second?.value.name) return decoded;
  return refuseValue(other, { option: 'key', expected: 'of two different attributes' });
}

function decodeAttribute(value: StaticValue): Decoded<Attribute> {
  const isName = (name: string): boolean => name !== '' && name.length <= LONGEST_ATTRIBUTE;
  if (value.kind === 'string')
    return isName(value.value)
      ? sound({ value: { name: value.value, type: 'string' }, at: value.at })
      : refuseValue(value, KEY);
  const [entry, more] = value.kind === 'object' ? value.entries : [];
  if (!entry || more || !isName(entry.key.value)) return refuseValue(value, KEY);
  const given = entry.value;
  const type = TYPES.find((one) => given.kind === 'string' && given.value === one);
  if (type) return sound({ value: { name: entry.key.value, type }, at: value.at });
  const expected = "`'string'`, `'number'` or `'binary'`";
  return refuseValue(given, { option: entry.key.value, expected });
}

function decodeIndexes(value: StaticValue): Decoded<readonly Index[]> {
  if (value.kind !== 'object') {
    const hint = "Write `{ byCountry: { key: ['country', 'name'] } }`.";
    return refuseValue(value, { option: 'indexes', expected: 'an object of indexes', hint });
  }
  const { entries } = value;
  const indexes = entries.map(decodeIndex);
  const count = entries.length;
  return {
    value: indexes.flatMap((one) => one.value ?? []),
    findings: [
      ...(count > texts.MOST_INDEXES
        ? [diagnose(texts.tooManyIndexes, { count }, { at: value.at })]
        : []),
      ...indexes.flatMap(({ findings }) => findings),
    ],
  };
}

function decodeIndex({ key: { value: name, at }, value }: StaticEntry): Decoded<Index> {
  const owner = `indexes.${name}`;
  const example = `${name}: { key: 'country' }`;
  const object: OptionsObject<{ readonly key: Key }> = {
    table: { key: keyOption(owner, example) },
    unknownOption: about(texts.unknownResourceOption, { maker: owner }),
    wrongType: (given) =>
      diagnose(
        texts.resourceOptionValue,
        {
          option: owner,
          expected: 'an object with a key',
          found: foundValue(given),
          hint: `Write \`${example}\`.`,
        },
        { at: given.at },
      ),
  };
  const decoded = decodeOptions(value, object);
  const expected = 'named with 3 to 255 letters, digits, `_`, `-` and `.`';
  const findings = INDEX_NAME.test(name)
    ? []
    : refuseValue({ kind: 'string', value: name, at }, { option: 'indexes', expected }).findings;
  const { key } = decoded.value ?? {};
  return { value: key && { name, key }, findings: [...findings, ...decoded.findings] };
}

const EXPIRES: Decoder<Spanned<string>> = {
  decode: (value) =>
    value.kind === 'string' && value.value !== '' && value.value.length <= LONGEST_ATTRIBUTE
      ? sound({ value: value.value, at: value.at })
      : refuseValue(value, { option: 'expires', expected: 'the name of an attribute' }),
  problems: [texts.resourceOptionValue, texts.attributeTypes],
  schema: { type: 'string', minLength: 1, maxLength: LONGEST_ATTRIBUTE },
};

/** An attribute has one type in the whole table. The attribute for the time at which items expire must be a number. */
function checkTypes({ parts }: DecodedOptions<TableOptions>): readonly Diagnostic[] {
  const first = new Map<string, Attribute>();
  const indexes = parts.indexes.value ?? [];
  const attributes = [...(parts.key.value ?? []), ...indexes.flatMap(({ key }) => key)];
  const findings = attributes.flatMap((attribute) => {
    const { name, type } = attribute.value;
    const known = valueFor(first, name, () => attribute);
    if (known.value.type === type) return [];
    const data = { attribute: name, type, other: known.value.type, isExpiry: false };
    const related = [{ message: 'The other type is here.', at: known.at }];
    return [diagnose(texts.attributeTypes, data, { at: attribute.at, related })];
  });
  const { value: expires } = parts.expires;
  const key = expires && first.get(expires.value);
  if (!key || key.value.type === 'number') return findings;
  const { name: attribute, type: other } = key.value;
  const data = { attribute, type: 'number', other, isExpiry: true };
  const related = [{ message: 'The key is here.', at: key.at }];
  return [...findings, diagnose(texts.attributeTypes, data, { at: expires.at, related })];
}

export const TABLE: ResourceKind = resourceKind<TableOptions, TableEntry>({
  type: 'table',
  example: EXAMPLE,
  needsOptions: true,
  table: {
    key: keyOption('Table', EXAMPLE),
    indexes: {
      decode: decodeIndexes,
      problems: [
        texts.resourceOptionValue,
        texts.missingResourceOption,
        texts.tooManyIndexes,
        texts.unknownResourceOption,
      ],
      schema: {
        description: 'Sorted by name.',
        type: 'array',
        maxItems: texts.MOST_INDEXES,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['name', 'key'],
          properties: {
            name: { type: 'string', pattern: INDEX_NAME.source },
            key: keyOption('', '').schema,
          },
        },
      },
      meaning:
        'Up to 20 global secondary indexes by name, each with its own `key`. They project all attributes.',
    },
    expires: {
      ...EXPIRES,
      meaning:
        'The attribute that contains the time at which an item expires, in seconds since 1970. DynamoDB deletes the item some time after that.',
    },
    stream: {
      ...flagOf('stream'),
      meaning:
        'If true, the table has a stream of changes, each with the old and the new item, which a function can receive.',
    },
  },
  check: checkTypes,
  describe: ({ key, indexes = [], expires, stream }) => ({
    key: key.map(({ value }) => value),
    indexes: indexes
      .map((index) => ({ name: index.name, key: index.key.map(({ value }) => value) }))
      .toSorted((left, right) => compareTexts(left.name, right.name)),
    ...(expires && { expires: expires.value }),
    ...(stream === true && { stream }),
  }),
  always: ['key', 'indexes'],
});
