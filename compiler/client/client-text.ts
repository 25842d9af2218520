// Generates the client: one TypeScript file with the types of an application's routes and a small `fetch` client.
import { isJsonType, JSON_TYPE } from '../../runtime/contract/media-types.js';
import type {
  Answer,
  AnswerBody,
  ApiDescription,
  ErrorAnswer,
  Operation,
  Parameter,
} from '../api/api-description.js';
import type { Type, TypeDefinitions } from '../declarations/declared-type.js';
import { capitalized, underlinedName } from '../free-names.js';
import type { SecurityScheme } from '../kinds/middleware/provider-security.js';
import { compareTexts } from '../text-order.js';
import { clientRuntime, TEXT_TYPE } from './client-runtime.js';
import { STREAM_NAMES, type StreamReading } from './stream-runtime.js';
import {
  commentText,
  definitionText,
  literalText,
  propertyName,
  typeText,
  type NameOf,
} from './type-text.js';

/** Returns the text of the file; the same description always generates the same bytes. */
export function clientText(api: ApiDescription): string {
  const nameOf = clientNames(api);
  const definitions = [...new Map([...api.names].map(([key, name]) => [name, key])).values()]
    .flatMap((key) => {
      const definition = api.definitions.get(key);
      return definition ? [{ name: nameOf(key), definition }] : [];
    })
    .toSorted((left, right) => compareTexts(left.name, right.name))
    .map(({ name, definition }) => definitionText(definition, name, nameOf));
  const { schemes = NO_SCHEMES } = api;
  const values = api.operations.flatMap((operation) => {
    const own = ownFailures(operation).filter(({ errors }) => errors.length === 0);
    if (own.length === 0) return [];
    const statuses = own.map(({ status }) => (status === 'default' ? '0' : String(status)));
    const route = literalText(`${operation.method} ${operation.path}`);
    return [`  ${route}: [${statuses.join(', ')}],\n`];
  });
  const bodyTypes = api.operations.flatMap(({ method, path, body }) => {
    const [first = JSON_TYPE] = body?.mediaTypes ?? [];
    const isJson = body?.mediaTypes.includes(JSON_TYPE) ?? true;
    return isJson ? [] : [`  ${literalText(`${method} ${path}`)}: ${literalText(first)},\n`];
  });
  const streams = api.operations.flatMap((operation) => {
    const streamed = streamsOf(operation, api.definitions);
    const route = literalText(`${operation.method} ${operation.path}`);
    const entries = [...streamed].map(([name, reading]) => `${literalText(name)}: '${reading}'`);
    return streamed.size > 0
      ? [{ streamed, line: `  ${route}: { ${entries.join(', ')} },\n` }]
      : [];
  });
  const readings = new Set(streams.flatMap(({ streamed }) => [...streamed.values()]));
  return [
    `// The client of ${api.title.replaceAll(/[\n\r\u2028\u2029]/g, ' ')}. Made by \`framework client\`: do not edit it, run the command again.\n`,
    '/* eslint-disable */\n',
    ...definitions,
    `/** The input and the responses of each route, by method and path. */\nexport interface Routes {\n${api.operations
      .map((operation) => routeText(operation, nameOf))
      .join('')}}\n`,
    clientRuntime({ hasAuth: schemes.size > 0, streams: readings }),
    ...authTexts(api),
    `/** The content types of bodies that are not JSON. */\nconst BODY_TYPES: Readonly<Record<string, string>> = {${linesText(bodyTypes)}};\n`,
    `/** The statuses whose bodies are values of the application and no errors with a \`Code\`; 0 is any. */\nconst VALUES: Readonly<Record<string, readonly number[]>> = {${linesText(values)}};\n`,
    ...(streams.length > 0
      ? [
          `/** How a body is read as a stream, by its status and content type. */\nconst STREAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {${linesText(streams.map(({ line }) => line))}};\n`,
        ]
      : []),
  ].join('\n');
}

/** Returns the streams of an operation, by status and media type: `200 text/event-stream`. */
function streamsOf(
  { method, answers }: Operation,
  definitions: TypeDefinitions,
): ReadonlyMap<string, StreamReading> {
  const found = new Map<string, StreamReading>();
  if (method === 'HEAD') return found;
  for (const { status, bodies } of answers)
    for (const body of bodies)
      if (body.stream)
        found.set(`${String(status)} ${body.mediaType}`, streamReading(body, definitions));
  return found;
}

function streamReading({ stream, type }: AnswerBody, definitions: TypeDefinitions): StreamReading {
  if (stream === 'ndjson') return 'lines';
  if (stream !== 'sse') return stream ?? 'bytes';
  // `sse` sends text unchanged, and any other value as JSON.
  const kinds = new Set(dataKinds(type, definitions));
  if (kinds.size > 1) return 'anyEvents';
  return kinds.has('text') ? 'textEvents' : 'events';
}

function dataKinds(type: Type, definitions: TypeDefinitions): readonly ('text' | 'json')[] {
  switch (type.kind) {
    case 'union':
      return type.of.flatMap((member) => dataKinds(member, definitions));
    case 'named': {
      const { type: named } = definitions.get(type.key) ?? {};
      return named ? dataKinds(named, definitions) : ['json'];
    }
    case 'unknown':
      return ['text', 'json'];
    case 'text':
      return ['text'];
    case 'literal':
      return [typeof type.value === 'string' ? 'text' : 'json'];
    default:
      return ['json'];
  }
}

const NO_SCHEMES: NonNullable<ApiDescription['schemes']> = new Map();

/** Returns the code for the credentials that `createClient` accepts, and for which route sends which credential. */
function authTexts({ schemes = NO_SCHEMES, operations }: ApiDescription): readonly string[] {
  if (schemes.size === 0) return [];
  const members = [...schemes].map(([name, scheme]) => {
    const { description } = scheme;
    const comment = commentText(
      typeof description === 'string' ? { summary: description } : undefined,
      '  ',
    );
    const value = credentialPlace(scheme)[1] === 'Basic' ? 'BasicCredential' : 'string';
    return `${comment}  ${propertyName(name)}?: Credential<${value}>;\n`;
  });
  const places = [...schemes].map(([name, scheme]) => {
    const [place, key] = credentialPlace(scheme).map(literalText);
    return `  ${propertyName(name)}: [${place ?? ''}, ${key ?? ''}],\n`;
  });
  const routes = operations.flatMap(({ method, path, security = [] }) => {
    const names = security.map(({ name }) => literalText(name)).join(', ');
    return names === '' ? [] : [`  ${literalText(`${method} ${path}`)}: [${names}],\n`];
  });
  return [
    `export interface Auth {\n${members.join('')}}\n`,
    `/** Where each scheme is sent. */\nconst SCHEMES: Readonly<Record<keyof Auth, readonly [place: string, key: string]>> = {${linesText(places)}};\n`,
    `const SECURITY: Readonly<Record<string, readonly (keyof Auth)[]>> = {${linesText(routes)}};\n`,
  ];
}

/** Where a credential goes: the name of a header, query parameter or cookie, or `authorization` and its scheme (`Bearer`). */
function credentialPlace(scheme: SecurityScheme): readonly [place: string, key: string] {
  if (scheme.type === 'apiKey') return [String(scheme['in']), String(scheme['name'])];
  const word = scheme.type === 'http' ? String(scheme['scheme']) : 'bearer';
  return ['authorization', capitalized(word)];
}

function linesText(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

/** Names that the client's own code declares. */
const TAKEN: ReadonlySet<string> = new Set(
  [
    'ApiError InputProblem InputError GatewayError Route Routes HeaderValues ClientOptions CallOptions Input',
    'Success Failure Answer Client Values AnyInput Encoded Record Promise Uint8Array URL URLSearchParams',
    'Auth Credential BasicCredential Digit NumberOf ErrorStatus GatewayStatus OtherStatus Exclude AbortSignal RequestInit Readonly String Object Array JSON TypeError RegExp Headers Response',
  ]
    .join(' ')
    .split(' '),
);

const KEYWORD =
  /^(?:any|as|async|await|bigint|boolean|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|never|new|null|number|object|package|private|protected|public|return|static|string|super|switch|symbol|this|throw|true|try|type|typeof|undefined|unknown|var|void|while|with|yield)$/;

/** Names the components. A name that the client's own code declares gets the suffix `Type`. */
function clientNames({ names, definitions, operations }: ApiDescription): NameOf {
  const all = new Set(names.values());
  const isStreaming = operations.some((operation) => streamsOf(operation, definitions).size > 0);
  const taken = isStreaming ? new Set([...TAKEN, ...STREAM_NAMES]) : TAKEN;
  const free = (name: string): string =>
    taken.has(name) || KEYWORD.test(name) ? underlinedName(`${name}Type`, all) : name;
  const nameOf: NameOf = (key) => {
    const name = names.get(key);
    if (name !== undefined) return free(name);
    const definition = definitions.get(key);
    return definition ? typeText(definition.type, nameOf) : 'unknown';
  };
  return nameOf;
}

const INDENT = '    ';
/** Above this length, a list of parameters is printed with one parameter per line. */
const SHORT = 70;

function routeText(operation: Operation, nameOf: NameOf): string {
  const { method, path, documentation, answers } = operation;
  const name = `${method} ${path}`;
  const parts = { nameOf, isHead: method === 'HEAD' };
  const successes = answers.filter(({ status }) => status === 'default' || status < 400);
  const failures = answers.filter(
    ({ status, errors }) => status !== 'default' && status >= 400 && errors.length > 0,
  );
  return [
    commentText(documentation, '  '),
    `  ${literalText(name)}: {\n`,
    `${INDENT}input: ${inputText(operation, nameOf)};\n`,
    `${INDENT}answers: ${answersText(successes, parts)};\n`,
    eventsText(successes, parts),
    `${INDENT}failures: ${answersText(ownFailures(operation), parts)};\n`,
    `${INDENT}errors: ${errorsText(failures, nameOf)};\n`,
    '  };\n',
  ].join('');
}

/** Returns the responses with an error status and a body that the application defines: `new Response(failure, 422)`. */
function ownFailures({ answers }: Operation): readonly Answer[] {
  return answers.filter(
    ({ status, bodies, errors, messages }) =>
      status === 'default' ||
      (status >= 400 && (bodies.length > 0 || errors.length + messages.length === 0)),
  );
}

function inputText({ captures, query, headers, body }: Operation, nameOf: NameOf): string {
  const inner = `${INDENT}  `;
  const parts = [
    ...(captures.length > 0 ? [`path: ${parametersText(captures, nameOf, inner)}`] : []),
    ...(query.length > 0
      ? [`query${markOf(query)}: ${parametersText(query, nameOf, inner)}${orUndefined(query)}`]
      : []),
    headersText(headers, nameOf),
    ...(body ? [bodyText(body, nameOf)] : []),
  ];
  return `{\n${parts.map((part) => `${inner}${part};\n`).join('')}${INDENT}}`;
}

/** Returns the mark for an optional part. A part is optional if all its parameters are. */
function markOf(parameters: readonly Parameter[]): string {
  return parameters.every(({ isOptional }) => isOptional) ? '?' : '';
}

function orUndefined(parameters: readonly Parameter[]): string {
  return markOf(parameters) === '?' ? ' | undefined' : '';
}

function parametersText(parameters: readonly Parameter[], nameOf: NameOf, indent: string): string {
  const texts = parameters.map((parameter) => parameterText(parameter, nameOf, `${indent}  `));
  const line = `{ ${texts.join('; ')} }`;
  const hasComments = parameters.some(({ documentation }) => commentText(documentation, '') !== '');
  if (!hasComments && !line.includes('\n') && line.length < SHORT) return line;
  const lines = parameters.map((parameter) => {
    const comment = commentText(parameter.documentation, `${indent}  `);
    return `${comment}${indent}  ${parameterText(parameter, nameOf, `${indent}  `)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function parameterText(
  { name, type, isOptional }: Parameter,
  nameOf: NameOf,
  indent: string,
): string {
  const text = typeText(type, nameOf, indent);
  return isOptional
    ? `${propertyName(name)}?: ${text} | undefined`
    : `${propertyName(name)}: ${text}`;
}

/** Headers that are not declared may be sent too. */
function headersText(headers: readonly Parameter[], nameOf: NameOf): string {
  if (headers.length === 0) return 'headers?: HeaderValues | undefined';
  const inner = `${INDENT}  `;
  const lines = headers.map((parameter) => {
    const comment = commentText(parameter.documentation, `${inner}  `);
    return `${comment}${inner}  ${parameterText(parameter, nameOf, `${inner}  `)};\n`;
  });
  const isOptional = markOf(headers) === '?';
  return `headers${isOptional ? '?' : ''}: {\n${lines.join('')}${inner}  [name: string]: unknown;\n${inner}}${isOptional ? ' | undefined' : ''}`;
}

function bodyText(
  { type, isOptional, mediaTypes }: NonNullable<Operation['body']>,
  nameOf: NameOf,
): string {
  const isJson = mediaTypes.includes(JSON_TYPE);
  const text =
    !isJson && (type.kind === 'bytes' || type.kind === 'unknown')
      ? 'Uint8Array | ArrayBuffer | Blob | string'
      : typeText(type, nameOf, `${INDENT}  `);
  if (!isOptional) return `body: ${text}`;
  return text === 'unknown' ? 'body?: unknown' : `body?: ${text} | undefined`;
}

type AnswerParts = { readonly nameOf: NameOf; readonly isHead: boolean };

function answersText(answers: readonly Answer[], parts: AnswerParts): string {
  const inner = `${INDENT}  `;
  const texts = answers.map((answer) => [String(answer.status), valueText(answer, parts)] as const);
  // A computed status can be any status that is not listed.
  const isOpen = answers.some(({ status }) => status === 'default');
  if (isOpen) {
    const all = [...new Set(texts.map(([, text]) => text))].join(' | ');
    return `{ [status: number]: ${all} }`;
  }
  if (texts.length === 0) return 'Record<never, never>';
  return `{\n${texts.map(([status, text]) => `${inner}${status}: ${text};\n`).join('')}${INDENT}}`;
}

/** Returns the event data type of each status whose only responses are server-sent events. */
function eventsText(answers: readonly Answer[], { nameOf, isHead }: AnswerParts): string {
  const inner = `${INDENT}  `;
  const lines = answers.flatMap(({ status, bodies: [body, other] }) => {
    if (body?.stream !== 'sse' || other || isHead) return [];
    const name = status === 'default' ? '[status: number]' : String(status);
    return [`${inner}${name}: ${typeText(body.type, nameOf, inner)};\n`];
  });
  return lines.length === 0 ? '' : `${INDENT}events: {\n${lines.join('')}${INDENT}};\n`;
}

function valueText({ bodies }: Answer, { nameOf, isHead }: AnswerParts): string {
  if (isHead || bodies.length === 0) return 'undefined';
  const texts = bodies.map(({ mediaType, type, stream }) => {
    const text = typeText(type, nameOf, `${INDENT}  `);
    if (stream === 'any') return 'unknown';
    if (stream) return `AsyncIterable<${text}>`;
    return isJsonType(mediaType) ? text : rawText(mediaType);
  });
  const unique = [...new Set(texts)];
  return unique.includes('unknown') ? 'unknown' : unique.join(' | ');
}

/** Returns the type that the client reads for a body that is not JSON. */
function rawText(mediaType: string): string {
  if (mediaType.includes('*')) return 'unknown';
  return TEXT_TYPE.test(mediaType) ? 'string' : 'Uint8Array';
}

function errorsText(answers: readonly Answer[], nameOf: NameOf): string {
  if (answers.length === 0) return 'Record<never, never>';
  const inner = `${INDENT}  `;
  const lines = answers.map(({ status, errors }) => {
    const texts = [...new Set(errors.map((error) => errorText(error, nameOf)))];
    // Invalid input and malformed JSON share one error type.
    const some = texts.includes(INPUT_ERROR)
      ? texts.filter((text) => text !== "ApiError<'BadRequestError'>")
      : texts;
    return `${inner}${String(status)}: ${some.toSorted().join(' | ')};\n`;
  });
  return `{\n${lines.join('')}${INDENT}}`;
}

const INPUT_ERROR = 'InputError';

function errorText({ code, hasProblems, details }: ErrorAnswer, nameOf: NameOf): string {
  if (hasProblems) return INPUT_ERROR;
  const base = `ApiError<${literalText(code)}>`;
  if (!details) return base;
  return `(${base} & { Details: ${typeText(details satisfies Type, nameOf, `${INDENT}  `)} })`;
}
