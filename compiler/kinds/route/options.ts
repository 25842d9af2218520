// The options of `app.route` (specification 4.1).
import type { AuthorizerEntry, RouteEntry } from '../../../runtime/contract/manifest.js';
import { JSON_TYPE } from '../../../runtime/contract/media-types.js';
import {
  DEFAULT_METHODS,
  HTTP_METHODS,
  isHttpMethod,
  type HttpMethod,
} from '../../../runtime/contract/http.js';
import { type Diagnostic, type Fix, nearestName, diagnose } from '../../diagnostics/diagnostic.js';
import {
  decodeItems,
  flag,
  foundValue,
  refuse,
  rejected,
  wrongType,
  type Decoded,
} from '../../values/decoded.js';
import type { OptionsObject } from '../../values/options.js';
import {
  type StaticList,
  type StaticText,
  type StaticValue,
  removeItem,
  replaceText,
  replaceSource,
} from '../../values/static-value.js';
import { invalidMediaType, mediaTypeType } from '../app/catalogue.js';
import { decodeMediaTypes } from '../app/app.js';
import { AUTHORIZER_NAME_OPTION, AUTHORIZER_OPTION } from '../authorizer/authorizer.js';
import { ROUTE_SCOPES } from '../authorizer/options.js';
import { differingCors, optionsWithCors } from '../cors/catalogue.js';
import { CORS_OPTION } from '../cors/cors.js';
import { type DeclaredFormat, formatOption } from '../format/format.js';
import { type Listed, middlewareOption } from '../middleware/middleware.js';
import * as texts from './catalogue.js';
import { streamsType } from './stream-catalogue.js';

/** The types are those of the manifest properties with the same names. */
export type RouteOptions = Omit<
  RouteEntry,
  'path' | 'view' | 'class' | 'parameters' | 'authorizer' | 'inputs' | 'stream' | 'at'
> & {
  readonly authorizer: AuthorizerEntry | null;
  readonly authorizerName: string | null;
  readonly middleware: readonly Listed[];
  readonly errors?: DeclaredFormat;
  readonly streams: boolean;
};

export const ROUTE_OPTIONS: OptionsObject<RouteOptions> = {
  table: {
    methods: {
      decode: decodeMethods,
      problems: [
        texts.methodsType,
        texts.methodsEmpty,
        texts.methodType,
        texts.unknownMethod,
        texts.methodCase,
        texts.duplicateMethod,
        texts.overlappingMethods,
        optionsWithCors,
      ],
      schema: {
        description: 'In the order the source lists them.',
        type: 'array',
        items: { enum: HTTP_METHODS },
        minItems: 1,
        uniqueItems: true,
      },
      absent: DEFAULT_METHODS,
      meaning: 'The HTTP methods that the view handles; defaults to GET.',
    },
    contentTypes: {
      decode: decodeContentTypes,
      problems: [
        texts.contentTypesType,
        texts.contentTypesEmpty,
        mediaTypeType,
        invalidMediaType,
        texts.mixedContentTypes,
      ],
      schema: {
        description: 'Accepted request media types, lower case, without parameters.',
        type: 'array',
        items: { $ref: '#/definitions/mediaType' },
        minItems: 1,
        uniqueItems: true,
      },
      absent: [JSON_TYPE],
      meaning:
        'The media types that requests may have, all binary or all non-binary; defaults to `application/json`.',
    },
    cors: { ...CORS_OPTION, problems: [...CORS_OPTION.problems, optionsWithCors, differingCors] },
    apiKeyRequired: {
      ...flag(texts.apiKeyRequiredType),
      absent: false,
      meaning: 'If true, only requests with a valid `X-Api-Key` header are admitted.',
    },
    authorizer: AUTHORIZER_OPTION,
    scopes: ROUTE_SCOPES,
    authorizerName: AUTHORIZER_NAME_OPTION,
    middleware: middlewareOption(
      'http',
      "Middleware around the view. It runs inside the application's middleware.",
    ),
    streams: {
      ...flag(streamsType),
      absent: false,
      meaning:
        'True for a streaming view if its return type does not show that it streams, for example because the stream comes from an untyped package.',
    },
    errors: formatOption(
      "The format of the view's error bodies. Members that are omitted come from the format of the blueprint or the application.",
    ),
  },
  unknownOption: texts.unknownRouteOption,
  wrongType: (value) =>
    diagnose(texts.routeOptionsType, { found: foundValue(value) }, { at: value.at }),
};

/** Decodes a list of HTTP methods in upper case, without duplicates. */
function decodeMethods(value: StaticValue): Decoded<readonly HttpMethod[]> {
  const { at } = value;
  if (value.kind !== 'list') {
    const { given, fix } = listOf(value, (text) => text.toUpperCase());
    return refuse(value, (found) =>
      diagnose(texts.methodsType, { found, value: given }, { at, fix }),
    );
  }
  if (value.items.length > 0) {
    return decodeItems(value, (item, index) => decodeMethod(item, index, value));
  }
  return { value: [], findings: [diagnose(texts.methodsEmpty, {}, { at })] };
}

/** Returns the string given instead of a list, and a fix that makes it a list; both undefined for any other value. */
function listOf(
  value: StaticValue,
  write: (text: string) => string,
): { readonly given: string | undefined; readonly fix: Fix | undefined } {
  if (value.kind !== 'string') return { given: undefined, fix: undefined };
  const text = `['${write(value.value)}']`;
  return { given: value.value, fix: replaceSource(value.at, { title: 'Write a list', text }) };
}

function decodeMethod(item: StaticValue, index: number, list: StaticList): Decoded<HttpMethod> {
  if (item.kind !== 'string') return wrongType(texts.methodType, item);
  const { value, at } = item;
  if (isHttpMethod(value)) return { value, findings: reportDuplicate(item, index, list) };
  const upperCase = value.toUpperCase();
  if (isHttpMethod(upperCase)) {
    const fix = replaceText(item, upperCase, 'Write it in upper case');
    return rejected(diagnose(texts.methodCase, { method: value }, { at, fix }));
  }
  const suggestion = nearestName(value, HTTP_METHODS);
  const data = { method: value, suggestion, known: HTTP_METHODS };
  return rejected(diagnose(texts.unknownMethod, data, { at, fix: replaceText(item, suggestion) }));
}

function reportDuplicate(item: StaticText, index: number, list: StaticList): readonly Diagnostic[] {
  const first = list.items
    .slice(0, index)
    .find((other) => other.kind === 'string' && other.value === item.value);
  if (!first) return [];
  const related = [{ message: 'It is listed here first.', at: first.at }];
  const location = { at: item.at, related, fix: removeItem(list, index) };
  return [diagnose(texts.duplicateMethod, { method: item.value }, location)];
}

function decodeContentTypes(value: StaticValue): Decoded<readonly string[]> {
  const { at } = value;
  if (value.kind !== 'list') {
    const { given, fix } = listOf(value, (text) => text);
    return refuse(value, (found) =>
      diagnose(texts.contentTypesType, { found, value: given }, { at, fix }),
    );
  }
  if (value.items.length > 0) return decodeMediaTypes(value, 'contentTypes');
  return { value: [], findings: [diagnose(texts.contentTypesEmpty, {}, { at })] };
}
