// The error classes that become responses: those of the framework and their subclasses (specification 7).
import { ERROR_STATUSES } from '../../runtime/contract/error-statuses.js';
import { traceExpression } from '../facts/entity.js';
import type { LoadedModule } from '../facts/module-graph.js';
import type { Program } from '../facts/program.js';
import { FRAMEWORK } from '../modules/resolve-specifier.js';
import { keyName, unwrap } from '../syntax/expressions.js';
import type { Argument, ClassNode, Expression } from '../syntax/tree.js';
import { walk } from '../syntax/tree-walk.js';
import { WRONG_INPUT } from './other-answers.js';

export type ErrorClass = {
  /** The class name, which is the `Code` of the response. */
  readonly code: string;
  /** Undefined when the first argument is the status. */
  readonly status: number | undefined;
  /** True for an error whose response has `Problems`. */
  readonly hasProblems?: true;
  /** True for `HTTPError` and its subclasses, whose constructors take an optional status, the message, and details. */
  readonly isGeneral: boolean;
  /** The arguments that the constructor passes to `super(...)` instead of its own. */
  readonly handedOn: HandedOn | undefined;
};

export type HandedOn = {
  readonly module: LoadedModule;
  readonly arguments: readonly Argument[];
};

export type ErrorClasses = {
  /** The error class that an expression names; undefined when it is not an error class that becomes a response. */
  readonly classOf: (module: LoadedModule, expression: Expression) => ErrorClass | undefined;
};

const STATUSES: Readonly<Record<string, number>> = ERROR_STATUSES;

/** The class whose constructor takes the status. */
const HTTP_ERROR = 'HTTPError';

/** The class whose `Code` is that of its base. */
const INVALID_INPUT = 'InvalidInputError';

/** The maximum number of classes followed through `extends`, which ends a cycle. */
const LONGEST_CHAIN = 20;

export function createErrorClasses(program: Program): ErrorClasses {
  const known = new Map<ClassNode, ErrorClass | undefined>();
  const classOf = (
    module: LoadedModule,
    expression: Expression,
    depth: number,
  ): ErrorClass | undefined => {
    const entity = traceExpression(program, module, expression);
    if (entity.kind === 'package') {
      return entity.specifier === FRAMEWORK ? builtInClass(entity.name) : undefined;
    }
    if (entity.kind !== 'class' || depth > LONGEST_CHAIN) return undefined;
    const { node } = entity;
    if (known.has(node)) return known.get(node);
    const base = node.superClass && classOf(entity.module, node.superClass, depth + 1);
    const own = base && subclass(entity, base);
    known.set(node, own);
    return own;
  };
  return { classOf: (module, expression) => classOf(module, expression, 0) };
}

function builtInClass(code: string): ErrorClass | undefined {
  if (code === HTTP_ERROR) return { code, status: undefined, isGeneral: true, handedOn: undefined };
  if (code === INVALID_INPUT)
    return {
      code: WRONG_INPUT.code,
      status: WRONG_INPUT.status,
      hasProblems: true,
      isGeneral: false,
      handedOn: undefined,
    };
  const status = STATUSES[code];
  if (status === undefined) return undefined;
  return { code, status, isGeneral: false, handedOn: undefined };
}

type ClassPlace = { readonly module: LoadedModule; readonly node: ClassNode };

/** A subclass responds with its own name as the code. Its status is its own `statusCode`, or else that of its base class. */
function subclass({ module, node }: ClassPlace, base: ErrorClass): ErrorClass {
  const passed = superArguments(node);
  const handedOn = passed ? { module, arguments: passed } : base.handedOn;
  const [first] = base.status === undefined && passed ? passed : [];
  const status = ownStatus(node) ?? (first && numberOf(first.expression)) ?? base.status;
  // An error with problems has the name of its base class, as at run time.
  const code = (base.hasProblems ? undefined : node.identifier?.value) ?? base.code;
  const problems = base.hasProblems && { hasProblems: base.hasProblems };
  return { code, status, ...problems, isGeneral: base.isGeneral, handedOn };
}

/** The status in `static readonly statusCode = 418`. */
function ownStatus({ body }: ClassNode): number | undefined {
  for (const member of body) {
    if (member.type !== 'ClassProperty' || !member.isStatic) continue;
    if (keyName(member.key) === 'statusCode' && member.value) return numberOf(member.value);
  }
  return undefined;
}

function numberOf(expression: Expression): number | undefined {
  const inner = unwrap(expression);
  return inner.type === 'NumericLiteral' ? inner.value : undefined;
}

function superArguments({ body }: ClassNode): readonly Argument[] | undefined {
  const constructor = body.find((member) => member.type === 'Constructor' && member.body);
  let found: readonly Argument[] | undefined;
  walk(constructor, (node) => {
    if (node.type !== 'CallExpression') return true;
    const call = node as unknown as { callee: { type: string }; arguments: readonly Argument[] }; // because of its type
    if (call.callee.type === 'Super') found = call.arguments;
    return true;
  });
  return found;
}
