// The error classes that are converted to responses: the framework's own and their subclasses (specification 7).
import { ERROR_STATUSES } from '../../runtime/contract/http.js';
import { classChain, staticProperty, traceExpression } from '../facts/entity.js';
import { evaluateConstant } from '../facts/evaluate-definition.js';
import type { LoadedModule, Located } from '../facts/module-graph.js';
import type { Program } from '../facts/program.js';
import { FRAMEWORK } from '../modules/resolve-specifier.js';
import type { Argument, ClassNode, Expression } from '../syntax/tree.js';
import { isOfType, walk } from '../syntax/tree-walk.js';
import type { AuthorizerEntry } from '../../runtime/contract/manifest.js';
import type { ErrorAnswer } from './api-description.js';

export type ErrorClass = {
  /** The class name, which is the `Code` of the response. */
  readonly code: string;
  /** The status of the response; undefined if it is the first argument of the constructor. */
  readonly status: number | undefined;
  /** True for an error whose response contains `Problems`. */
  readonly hasProblems?: true;
  /** True for `HTTPError` and its subclasses, whose constructors take an optional status, the message, and details. */
  readonly isGeneral?: boolean | undefined;
  /** The arguments that the constructor passes to `super(...)`, if they differ from its own arguments. */
  readonly handedOn?: SuperArguments | undefined;
};

export type SuperArguments = {
  readonly module: LoadedModule;
  readonly arguments: readonly Argument[];
};

/** Returns undefined for anything but an error class that is converted to a response. */
export type ErrorFinder = (module: LoadedModule, expression: Expression) => ErrorClass | undefined;

export const STATUSES: Readonly<Record<string, number>> = ERROR_STATUSES;

const HTTP_ERROR = 'HTTPError';

/** The ancestor whose `Code` its subclasses use in responses instead of their own names. */
const INVALID_INPUT = 'InvalidInputError';

export function createErrorFinder(program: Program): ErrorFinder {
  return (module, expression) => {
    const chain = classChain(program, traceExpression(program, module, expression));
    const base = chain.at(-1);
    const isBuiltIn = base?.kind === 'package' && base.specifier === FRAMEWORK;
    return chain.reduceRight<ErrorClass | undefined>(
      (known, one) => (known && one.kind === 'class' ? subclass(program, one, known) : known),
      isBuiltIn ? builtInClass(base.name) : undefined,
    );
  };
}

function builtInClass(code: string): ErrorClass | undefined {
  if (code === HTTP_ERROR) return { code, status: undefined, isGeneral: true };
  if (code === INVALID_INPUT) return WRONG_INPUT;
  const status = STATUSES[code];
  return status === undefined ? undefined : { code, status };
}

/** The status of a subclass is its own `statusCode`, the one that it passes to `super(...)`, or that of its base class. */
function subclass(
  program: Program,
  { module, node }: Located<ClassNode>,
  base: ErrorClass,
): ErrorClass {
  const passed = superArguments(node);
  const handedOn = passed ? { module, arguments: passed } : base.handedOn;
  const [first] = base.status === undefined && passed ? passed : [];
  const own = staticProperty(node, 'statusCode');
  const [status = base.status] = [own, first?.expression].flatMap((expression) => {
    const value = expression && evaluateConstant(program, module, expression);
    return value?.kind === 'number' ? [value.value] : [];
  });
  // A subclass of an error with problems keeps the code of its base class, as at run time.
  const code = (base.hasProblems ? undefined : node.identifier?.value) ?? base.code;
  const problems = base.hasProblems && { hasProblems: base.hasProblems };
  return { code, status, ...problems, isGeneral: base.isGeneral, handedOn };
}

function superArguments({ body }: ClassNode): readonly Argument[] | undefined {
  const constructor = body.find((member) => member.type === 'Constructor' && member.body);
  let found: readonly Argument[] | undefined;
  walk(constructor, (node) => {
    if (isOfType(node, 'CallExpression') && node.callee.type === 'Super') found = node.arguments;
    return true;
  });
  return found;
}

// Responses that are sent without calling the view: by the gateway, and by the runtime for invalid input
// (docs/decisions/gateway-answers.md).

export type GatewayAnswer = { readonly status: number; readonly message: string };

type Guarded = {
  readonly authorizer: AuthorizerEntry | undefined;
  readonly apiKeyRequired: boolean;
  readonly hasBody: boolean;
};

export function gatewayAnswers(guarded: Guarded): readonly GatewayAnswer[] {
  const { authorizer, apiKeyRequired, hasBody } = guarded;
  const kind = authorizer?.kind;
  return [
    ...(kind === 'userPool' || kind === 'custom' ? [UNAUTHORIZED] : []),
    ...(kind === 'iam' ? [UNSIGNED] : []),
    ...(kind === 'custom' ? [DENIED] : []),
    ...(apiKeyRequired ? [FORBIDDEN, TOO_MANY] : []),
    ...(hasBody ? [TOO_LONG, UNSUPPORTED] : []),
  ];
}

const UNAUTHORIZED: GatewayAnswer = { status: 401, message: 'Unauthorized' };
const UNSIGNED: GatewayAnswer = { status: 403, message: 'Missing Authentication Token' };
const DENIED: GatewayAnswer = {
  status: 403,
  message: 'User is not authorized to access this resource',
};
const FORBIDDEN: GatewayAnswer = { status: 403, message: 'Forbidden' };
const TOO_MANY: GatewayAnswer = { status: 429, message: 'Too Many Requests' };
const TOO_LONG: GatewayAnswer = { status: 413, message: 'Request Too Long' };
const UNSUPPORTED: GatewayAnswer = { status: 415, message: 'Unsupported Media Type: {type}' };

const BAD_REQUEST = 'BadRequestError';

export const WRONG_INPUT: ErrorAnswer & { readonly hasProblems: true } = {
  status: ERROR_STATUSES[BAD_REQUEST],
  code: BAD_REQUEST,
  message: '',
  hasProblems: true,
};

export const MALFORMED_JSON: ErrorAnswer = {
  status: ERROR_STATUSES[BAD_REQUEST],
  code: BAD_REQUEST,
  message: 'Error Parsing JSON',
};

/** The reason phrases of statuses (RFC 9110 section 15). */
const REASONS: Readonly<Record<string, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  418: "I'm a teapot",
  422: 'Unprocessable Content',
  423: 'Locked',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  default: 'Any other status',
};

export function reasonOf(status: number | string): string {
  return REASONS[String(status)] ?? `Status ${String(status)}`;
}
