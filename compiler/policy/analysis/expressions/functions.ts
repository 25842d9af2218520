// Evaluates functions: parameters, bodies and return values.
import { annotationOf, NOWHERE, patternOf } from '../../../syntax/expressions.js';
import type {
  Expression,
  FunctionBody,
  Param,
  Pattern,
  Span,
  TreeNode,
  TsType,
} from '../../../syntax/tree.js';
import { evaluate, runBody } from '../analysis.js';
import { constant, add, connect, createNode, read } from '../values/value-graph.js';
import {
  type Analysis,
  type Base,
  type Frame,
  type Node,
  UNKNOWN,
  type Callable,
  type FunctionToken,
} from '../model.js';
import { assign } from './assignments.js';
import { createObject, ownOf } from '../values/object.js';

/** Any of swc's representations of a function. */
type FunctionTree = {
  readonly span?: Span;
  readonly params?: readonly (Param | Pattern)[];
  readonly body?: FunctionBody | Expression | TreeNode | null;
  readonly type?: string;
  readonly generator?: boolean;
  readonly returnType?: { readonly typeAnnotation: TsType } | null;
};

type FunctionSite = {
  readonly node: FunctionTree | Callable;
  readonly self?: Node;
  readonly keepsSelf?: boolean;
  readonly base?: Base | undefined;
};

export function callableOf(node: FunctionTree, span: Span): Callable {
  return {
    parameters: node.params ?? [],
    body: (node.body ?? undefined) as Callable['body'], // because swc now calls a function's body FunctionBody
    isArrow: node.type === 'ArrowFunctionExpression',
    isGenerator: node.generator === true,
    span,
  };
}

/** Returns the token of a function. The token is created once, and the body is read at that time. */
export function functionToken(
  analysis: Analysis,
  frame: Frame,
  { node, self, keepsSelf = false, base }: FunctionSite,
): FunctionToken {
  const known = analysis.functions.get(node);
  if (known) return known;
  const callable = 'isArrow' in node ? node : callableOf(node, node.span ?? NOWHERE);
  const { parameters } = callable;
  const last = parameters.at(-1);
  const restPattern = last && patternOf(last).type === 'RestElement' ? last : undefined;
  const fixed = restPattern ? parameters.slice(0, -1) : parameters;
  const token: FunctionToken = {
    kind: 'function',
    module: frame.module,
    callable,
    parent: frame.inside,
    parameters: fixed.map(() => createNode()),
    rest: restPattern && createObject('list'),
    self: callable.isArrow ? frame.self : selfOf(analysis, self, keepsSelf),
    keepsSelf: keepsSelf || callable.isArrow,
    returns: createNode(),
    own: undefined,
    isCalled: false,
    hasEscaped: false,
    isLent: false,
    isHidden: false,
  };
  analysis.functions.set(node, token);
  if (!callable.isArrow && !self) add(analysis.queue, token.self, UNKNOWN);
  const inner: Frame = {
    module: frame.module,
    inside: token,
    self: token.self,
    base: callable.isArrow ? frame.base : base,
    ...(frame.within && { within: frame.within }),
  };
  bindParameters(analysis, inner, token);
  const type = 'returnType' in node ? node.returnType?.typeAnnotation : undefined;
  if (type) analysis.annotated.push({ node: token.returns, type, module: frame.module });
  read(analysis.queue, () => runFunction(analysis, inner, token));
  return token;
}

/** Returns the node of `this`. A method of a class gets its own, because each method may be called with a different `this`. */
function selfOf({ queue }: Analysis, self: Node | undefined, keepsSelf: boolean): Node {
  if (self && !keepsSelf) return self;
  const own = createNode();
  if (self) connect(queue, self, own);
  return own;
}

function bindParameters(analysis: Analysis, inner: Frame, token: FunctionToken): void {
  const { callable, parameters, rest } = token;
  callable.parameters.forEach((parameter, index) => {
    const pattern = patternOf(parameter);
    const value = parameters[index];
    if (value) assign(analysis, inner, { target: pattern, value });
    else if (rest && pattern.type === 'RestElement') {
      assign(analysis, inner, { target: pattern.argument, value: constant(analysis, rest) });
      const type = annotationOf(pattern);
      if (type?.type === 'TsArrayType') {
        analysis.annotated.push({ node: rest.any, type: type.elemType, module: inner.module });
      }
    }
  });
}

function runFunction(analysis: Analysis, inner: Frame, token: FunctionToken): void {
  const { body, isGenerator } = token.callable;
  if (!body) return;
  // The items of `own` are the values that a generator yields; its other properties are the same as for any function.
  if (isGenerator) add(analysis.queue, token.returns, ownOf(token));
  if (body.type === 'FunctionBody' || body.type === ('BlockStatement' as string)) {
    runBody(analysis, inner, (body as FunctionBody).stmts); // because swc now calls a function's body FunctionBody
    return;
  }
  connect(analysis.queue, evaluate(analysis, inner, body), token.returns);
}
