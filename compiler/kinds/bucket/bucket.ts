// `new Bucket('photos', { expireDays: 30 })`: an S3 bucket.
import type { BucketEntry, BucketMethod } from '../../../runtime/contract/manifest.js';
import { about, diagnose } from '../../diagnostics/diagnostic.js';
import {
  type Decoded,
  decodeItems,
  foundValue,
  type Decoder,
  sound,
} from '../../values/decoded.js';
import { decodeOptions, type OptionsObject, type RequiredOption } from '../../values/options.js';
import type { StaticValue } from '../../values/static-value.js';
import * as texts from '../resource/catalogue.js';
import {
  flagOf,
  refuseValue,
  resourceKind,
  type ResourceKind,
  wholeOf,
} from '../resource/resource-kind.js';

type Cors = NonNullable<BucketEntry['cors']>;
type BucketOptions = {
  readonly expireDays?: number;
  readonly versioning?: boolean;
  readonly cors?: Cors;
};

const METHODS: readonly BucketMethod[] = ['DELETE', 'GET', 'HEAD', 'POST', 'PUT'];

const CORS_EXAMPLE = "cors: { origins: ['https://example.com'], methods: ['GET', 'PUT'] }";

/** Decodes a list with at least one string; `fits` tells which strings are accepted. */
function listOf<T extends string>(
  option: string,
  expected: string,
  fits: (text: string) => text is T,
): Decoder<readonly T[]> {
  const said = { option, expected };
  const decodeItem = (item: StaticValue): Decoded<T> =>
    item.kind === 'string' && fits(item.value) ? sound(item.value) : refuseValue(item, said);
  return {
    decode: (value) =>
      value.kind === 'list' && value.items.length > 0
        ? decodeItems(value, decodeItem)
        : refuseValue(value, said),
    problems: [texts.resourceOptionValue],
    schema: { type: 'array', minItems: 1, items: { type: 'string' } },
  };
}

function required<T>(option: string, reading: Decoder<T>, meaning: string): RequiredOption<T> {
  const data = { owner: 'cors', option, example: CORS_EXAMPLE };
  return {
    ...reading,
    problems: [...reading.problems, texts.missingResourceOption],
    missing: ({ at }) => diagnose(texts.missingResourceOption, data, { at }),
    meaning,
  };
}

/** Tells whether a text has at most one star, as S3 requires: docs.aws.amazon.com/AmazonS3/latest/API/API_CORSRule.html */
function hasOneStar(text: string): boolean {
  return text.split('*').length <= 2;
}

const CORS: OptionsObject<Cors> = {
  table: {
    origins: required(
      'origins',
      listOf(
        'origins',
        "a list of origins such as `'https://example.com'`, `'https://*.example.com'` or `'*'`",
        (text): text is string =>
          hasOneStar(text) && (text === '*' || /^[a-z][a-z0-9+.-]*:\/\/[^\s/]+$/.test(text)),
      ),
      'The origins of pages that may access the bucket.',
    ),
    methods: required(
      'methods',
      {
        ...listOf(
          'methods',
          "a list of `'DELETE'`, `'GET'`, `'HEAD'`, `'POST'` or `'PUT'`",
          (text): text is BucketMethod => METHODS.some((method) => method === text),
        ),
        schema: { type: 'array', minItems: 1, items: { enum: METHODS } },
      },
      'The methods that these pages may use.',
    ),
    headers: {
      ...listOf(
        'headers',
        "a list of names of headers, such as `'content-type'` or `'*'`",
        (text): text is string => hasOneStar(text) && /^[\w!#$%&'*+.^`|~-]+$/.test(text),
      ),
      meaning: 'The request headers that these pages may send.',
    },
  },
  unknownOption: about(texts.unknownResourceOption, { maker: 'cors' }),
  wrongType: (value) =>
    diagnose(
      texts.resourceOptionValue,
      {
        option: 'cors',
        expected: 'an object',
        found: foundValue(value),
        hint: `Write \`${CORS_EXAMPLE}\`.`,
      },
      { at: value.at },
    ),
};

/** The maximum number of days that S3 accepts. */
const MOST_DAYS = 2_147_483_647;

export const BUCKET: ResourceKind = resourceKind<BucketOptions, BucketEntry>({
  type: 'bucket',
  example: "new Bucket('photos')",
  table: {
    expireDays: {
      ...wholeOf('expireDays', { from: 1, to: MOST_DAYS }),
      meaning:
        'The number of days after which an object is deleted. By default, objects are never deleted.',
    },
    versioning: {
      ...flagOf('versioning'),
      meaning: 'If true, earlier versions of objects are kept.',
    },
    cors: {
      decode: (value) => decodeOptions(value, CORS),
      problems: [
        texts.resourceOptionValue,
        texts.missingResourceOption,
        texts.unknownResourceOption,
      ],
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['origins', 'methods'],
        properties: {
          origins: CORS.table.origins.schema,
          methods: CORS.table.methods.schema,
          headers: CORS.table.headers.schema,
        },
      },
      meaning:
        'Which pages may access the bucket from a browser: `origins`, `methods` and `headers`.',
    },
  },
  describe: ({ versioning, ...rest }) => ({ ...rest, ...(versioning === true && { versioning }) }),
});
