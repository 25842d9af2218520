// The schemas of error responses: a component for each `Code`, one for the gateway's own errors, and one for the problems with
// invalid input. A component is renamed if a type of the application has the same name.
import type { Answer, ApiDescription, ErrorAnswer } from '../api/api-description.js';
import { underlinedName } from '../free-names.js';
import { compareTexts } from '../text-order.js';
import { asciiName } from '../types/schema-names.js';
import {
  jsonSchemaOf,
  type Json,
  type JsonSchema,
  type SchemaOptions,
} from '../types/json-schema.js';

export type ErrorComponents = {
  readonly schemas: readonly (readonly [name: string, schema: JsonSchema])[];
  /** Returns the possible schemas for the error body of a response; empty if the response is not an error. */
  readonly schemaOf: (answer: Answer) => readonly JsonSchema[];
};

const TEXT: JsonSchema = { type: 'string' };

export function errorComponents(
  { operations, names }: Pick<ApiDescription, 'operations' | 'names'>,
  options: SchemaOptions,
): ErrorComponents {
  const taken = new Set(names.values());
  const nameOf = (wished: string): string => underlinedName(asciiName(wished), taken);
  const ref = (wished: string): JsonSchema => ({ $ref: `#/components/schemas/${nameOf(wished)}` });
  const answers = operations.flatMap((operation) => operation.answers);
  const errors = answers.flatMap((answer) => answer.errors);
  const withProblems = new Set(errors.filter(isInput).map(({ code }) => code));
  const schemas: [string, JsonSchema][] = [...new Set(errors.map(({ code }) => code))].map(
    (code) => [
      nameOf(code),
      errorSchema(code, withProblems.has(code) ? { Problems: problemList(ref(PROBLEM)) } : {}),
    ],
  );
  if (withProblems.size > 0) schemas.push([nameOf(PROBLEM), PROBLEM_SCHEMA]);
  if (answers.some(({ messages }) => messages.length > 0)) {
    schemas.push([nameOf(GATEWAY_ERROR), GATEWAY_SCHEMA]);
  }
  return {
    schemas,
    schemaOf: (answer) => [
      ...codesOf(answer.errors).map(([code, details]) =>
        details.length === 0
          ? ref(code)
          : errorSchema(code, {
              Details: jsonSchemaOf(
                details.length === 1 && details[0] ? details[0] : { kind: 'union', of: details },
                options,
              ),
            }),
      ),
      ...(answer.messages.length > 0 ? [ref(GATEWAY_ERROR)] : []),
    ],
  };
}

const PROBLEM = 'Problem';
const GATEWAY_ERROR = 'GatewayError';

function isInput({ hasProblems }: ErrorAnswer): boolean {
  return hasProblems === true;
}

type Details = NonNullable<ErrorAnswer['details']>;

/** Returns each error code once, sorted, with the types of its details. */
function codesOf(
  errors: readonly ErrorAnswer[],
): readonly (readonly [string, readonly Details[]])[] {
  const codes = new Map<string, Map<string, Details>>();
  for (const { code, details } of errors) {
    const known = codes.get(code) ?? new Map<string, Details>();
    codes.set(code, known);
    if (details) known.set(JSON.stringify(details), details);
  }
  return [...codes]
    .toSorted(([left], [right]) => compareTexts(left, right))
    .map(([code, details]) => [code, [...details.values()]]);
}

function errorSchema(code: string, more: Readonly<Record<string, Json>>): JsonSchema {
  return {
    type: 'object',
    properties: { Code: { type: 'string', const: code }, Message: TEXT, ...more },
    required: ['Code', 'Message'],
  };
}

function problemList(items: JsonSchema): JsonSchema {
  return { type: 'array', items, description: 'The problems of the input, at most 20.' };
}

const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    at: {
      type: 'string',
      description: 'JSON pointer that begins with /body, /query, /headers or /path',
    },
    expected: { type: 'string', description: 'The expected value' },
    rule: { type: 'string', description: 'The JSON Schema keyword that is violated' },
    message: { type: 'string', description: 'The message that the type declares' },
  },
  required: ['at', 'expected', 'rule'],
};

/** The gateway names the member `message`, or `Message` if an authorizer denied the request. */
const GATEWAY_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { message: TEXT, Message: TEXT },
};
