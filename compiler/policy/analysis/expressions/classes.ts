// Evaluates classes: what their instances contain, and what they inherit.
import { keyName, membersOf, privateName, unwrap } from '../../../syntax/expressions.js';
import type {
  ClassMember,
  ClassNode,
  Decorator,
  Identifier,
  Statement,
  TsType,
} from '../../../syntax/tree.js';
import { evaluate, runBody } from '../analysis.js';
import { constant, add, connect, createNode, listen, read } from '../values/value-graph.js';
import {
  type Analysis,
  type Base,
  type Frame,
  type Node,
  type ClassParts,
  type ObjectToken,
  OPAQUE,
  type SdkExport,
  UNKNOWN,
} from '../model.js';
import { invoke } from '../calls/apply-call.js';
import { once } from '../../../groups.js';
import { callableOf, functionToken } from './functions.js';
import { writeMember } from '../members/member.js';
import { createObject, fieldOf, handOver, watchFields, variableNode } from '../values/object.js';
import { isHarmlessPackage, commandName } from '../sdk/sdk-names.js';
import { intern } from '../sdk/sdk-values.js';
import { noteMade, noteMember } from '../calls/call-graph.js';
import { noteUnknownInput } from '../sdk/sdk-calls.js';
import { noteView, viewFunction } from '../calls/layers.js';

export function classToken(analysis: Analysis, frame: Frame, node: ClassNode): ObjectToken {
  const known = analysis.classes.get(node);
  if (known) return known;
  const { queue } = analysis;
  const base = node.superClass ? evaluate(analysis, frame, node.superClass) : undefined;
  const inherited = base && createNode();
  const instance = createObject('instance', { base: inherited });
  const self = createNode();
  const classes = createNode();
  add(queue, self, instance);
  const made: ClassParts = {
    node,
    module: frame.module,
    instance,
    base,
    self,
    classes,
    constructs: undefined,
    hasViews: false,
    isMade: false,
  };
  const token = createObject('class', { base, made });
  analysis.classes.set(node, token);
  instance.madeBy = token;
  add(queue, classes, token);
  if (base && inherited) inherit(analysis, made, [base, inherited]);
  for (const name of assignedInConstructor(node)) instance.certain.add(name);
  for (const name of assignedInBlocks(node)) token.certain.add(name);
  const site: ClassSite = {
    token,
    made,
    frame,
    onInstance: { self, base: base && { made: base, members: inherited ?? base } },
    onClass: { self: classes, base: base && { made: base, members: base } },
  };
  read(queue, () => {
    for (const member of membersOf(node)) addMember(analysis, site, member);
    if (made.hasViews) noteMade(made);
    decorate(analysis, site, [node.decorators ?? [], constant(analysis, token)]);
  });
  return token;
}

type Owner = { readonly self: Node; readonly base: Base | undefined };

type ClassSite = {
  readonly token: ObjectToken;
  readonly made: ClassParts;
  readonly frame: Frame;
  readonly onInstance: Owner;
  readonly onClass: Owner;
};

/** Lets instances inherit the members of the base class, whose methods receive these instances as `this`. */
function inherit(
  analysis: Analysis,
  made: ClassParts,
  [base, inherited]: readonly [Node, Node],
): void {
  const { queue } = analysis;
  listen(base, (token) => {
    if (token.kind === 'object' && token.made) {
      add(queue, inherited, token.made.instance);
      connect(queue, made.self, token.made.self);
      connect(queue, made.classes, token.made.classes);
    } else if (token.kind === 'sdk') {
      if (commandName(token.package, token.name) !== undefined) noteOwnInput(analysis, made, token);
      const name = token.package === 'aws-sdk' ? `aws-sdk/${token.name}` : token.package;
      const client = intern(analysis, { kind: 'client', package: name, name: token.name });
      analysis.clients.add(client);
      add(queue, inherited, client);
      noteOwnSend(analysis, made);
    } else if (token.kind !== 'text' && token.kind !== 'other') {
      add(queue, inherited, UNKNOWN);
      // The methods of the base class may write fields and call methods of the subclass.
      const isKind =
        token.kind === 'builtin' || (token.kind === 'foreign' && isHarmlessBase(token));
      handOver(analysis, made.self, isKind ? 'lent' : 'escapes');
    }
  });
}

/** All methods of a client send their commands through `send`, so a subclass that overrides it may change every input. */
function noteOwnSend(analysis: Analysis, { self }: ClassParts): void {
  listen(self, (token) => {
    if (token.kind !== 'object') return;
    watchFields(token, (name, field) => {
      if (name === 'send') listen(field, () => (analysis.mayChangeInputs = true));
    });
  });
}

/** The input of a command is unknown if a subclass uses `input` itself or passes the command to other code. */
function noteOwnInput(analysis: Analysis, { self }: ClassParts, command: SdkExport): void {
  const note = once(() => noteUnknownInput(analysis, command));
  listen(self, (token) => {
    if (token.kind !== 'object') {
      note();
      return;
    }
    watchFields(token, (name) => {
      if (name === 'input') note();
    });
    listen(token.any, note);
  });
}

/** Tells whether a base class never modifies the members of its subclasses: emitters and streams only use their own fields. */
function isHarmlessBase({ package: name }: { readonly package: string }): boolean {
  return isHarmlessPackage(name) || /^(?:node:)?events$/.test(name);
}

function addMember(analysis: Analysis, site: ClassSite, member: ClassMember): void {
  switch (member.type) {
    case 'Constructor':
      if (member.body) addConstructor(analysis, site, member);
      return;
    case 'ClassMethod':
    case 'PrivateMethod':
      if (member.function.body) addMethod(analysis, site, member);
      return;
    case 'ClassProperty':
    case 'PrivateProperty':
    case 'AutoAccessor':
      addProperty(analysis, site, member);
      return;
    case 'StaticBlock':
      runBody(analysis, { ...site.frame, ...site.onClass }, member.body.stmts);
      return;
    default:
  }
}

type Constructor = Extract<ClassMember, { readonly type: 'Constructor' }>;

function addConstructor(
  analysis: Analysis,
  { made, frame, onInstance }: ClassSite,
  node: Constructor,
): void {
  const params = node.params.map((parameter) =>
    parameter.type === 'TsParameterProperty' ? parameter.param : parameter,
  );
  const callable = callableOf({ params, body: node.body ?? null }, node.span);
  const token = functionToken(analysis, frame, { node: callable, ...onInstance, keepsSelf: true });
  made.constructs = token;
  const { instance } = made;
  for (const parameter of node.params) {
    for (const decorator of parameter.decorators ?? []) {
      evaluate(analysis, frame, decorator.expression);
      handOver(analysis, onInstance.self, 'escapes'); // because a dependency injection container creates the instance
    }
    if (parameter.type !== 'TsParameterProperty') continue;
    const name = parameterName(parameter.param);
    const variable = name && variableNode(analysis, frame.module, name);
    if (!name || !variable) continue;
    connect(analysis.queue, variable, fieldOf(instance, name.value));
    instance.certain.add(name.value);
  }
}

type Parameter = Extract<Constructor['params'][number], { readonly type: 'TsParameterProperty' }>;

function parameterName(parameter: Parameter['param']): Identifier | undefined {
  if (parameter.type === 'Identifier') return parameter;
  return parameter.left.type === 'Identifier' ? parameter.left : undefined;
}

type Method = Extract<ClassMember, { readonly type: 'ClassMethod' | 'PrivateMethod' }>;

function addMethod(analysis: Analysis, site: ClassSite, node: Method): void {
  const { queue } = analysis;
  const { frame } = site;
  const owner = node.isStatic ? site.onClass : site.onInstance;
  const token = functionToken(analysis, frame, {
    node: { ...node.function, span: node.span },
    ...owner,
    keepsSelf: true,
  });
  if (node.kind === 'setter') {
    token.isCalled = true;
    for (const parameter of token.parameters) add(queue, parameter, UNKNOWN);
    return;
  }
  if (node.kind === 'getter') token.isCalled = true;
  const value = node.kind === 'getter' ? token.returns : constant(analysis, token);
  store(analysis, site, { member: node, value, isCertain: true });
  const parameters = node.function.params.flatMap((parameter) => parameter.decorators ?? []);
  const decorators = [...(node.function.decorators ?? []), ...parameters];
  decorate(analysis, site, [decorators, constant(analysis, token)]);
}

type Property = Extract<
  ClassMember,
  { readonly type: 'ClassProperty' | 'PrivateProperty' | 'AutoAccessor' }
>;

function addProperty(analysis: Analysis, site: ClassSite, node: Property): void {
  const owner = node.isStatic ? site.onClass : site.onInstance;
  const value = createNode();
  if (node.value) {
    const inner: Frame = { ...site.frame, ...owner };
    connect(analysis.queue, evaluate(analysis, inner, node.value), value);
  }
  const field = store(analysis, site, { member: node, value, isCertain: Boolean(node.value) });
  const annotation = 'typeAnnotation' in node ? (node.typeAnnotation as Annotation) : undefined; // because swc's types omit it for accessors
  const type = annotation?.typeAnnotation;
  if (type && field) {
    analysis.annotated.push({ node: field, type, module: site.frame.module });
  }
  decorate(analysis, site, [node.decorators ?? [], value]);
}

type Annotation = { readonly typeAnnotation: TsType } | null | undefined;

type Stored = {
  readonly member: Method | Property;
  readonly value: Node;
  readonly isCertain: boolean;
};

function store(
  analysis: Analysis,
  { token, made, frame }: ClassSite,
  { member, value, isCertain }: Stored,
): Node | undefined {
  const object = member.isStatic ? token : made.instance;
  const { key } = member;
  const name = key.type === 'PrivateName' ? privateName(key) : keyName(key);
  noteMember(name, value);
  if (name === undefined) {
    const computed =
      key.type === 'Computed' ? evaluate(analysis, frame, key.expression) : createNode();
    writeMember(analysis, constant(analysis, object), { key: computed, value });
    return undefined;
  }
  const field = fieldOf(object, name);
  connect(analysis.queue, value, field);
  if (isCertain) object.certain.add(name);
  return field;
}

/** Applies decorators. Those of this package only register a method; others may replace or change what they decorate. */
function decorate(
  analysis: Analysis,
  { made, frame }: ClassSite,
  [decorators, value]: readonly [readonly Decorator[], Node],
): void {
  for (const { expression } of decorators) {
    const decorator = evaluate(analysis, frame, expression);
    const name = viewFunction(analysis, frame, expression);
    if (name !== undefined) {
      noteView(analysis, value, name);
      made.hasViews = true;
      continue;
    }
    invoke(analysis, decorator, { args: [value, constant(analysis, OPAQUE)], frame });
    listen(decorator, (token) => {
      if (token.kind === 'foreign' && isHarmlessPackage(token.package)) return;
      if (token.kind === 'object') return;
      handOver(analysis, value, 'escapes');
      handOver(analysis, made.self, 'escapes');
    });
  }
}

// The fields that every instance certainly has because the constructor always assigns them.

function assignedInConstructor(node: ClassNode): readonly string[] {
  for (const member of membersOf(node)) {
    if (member.type === 'Constructor' && member.body) {
      return member.body.stmts.flatMap((statement) => assignedField(statement));
    }
  }
  return [];
}

function assignedInBlocks(node: ClassNode): readonly string[] {
  const own = node.type === 'ClassDeclaration' ? node.identifier.value : undefined;
  return membersOf(node).flatMap((member) =>
    member.type === 'StaticBlock'
      ? member.body.stmts.flatMap((statement) => assignedField(statement, own))
      : [],
  );
}

/** Returns the member that a statement assigns to `this`, or to the class named `own`; empty for any other statement. */
function assignedField(statement: Statement, own?: string): readonly string[] {
  if (statement.type !== 'ExpressionStatement') return [];
  const assignment = unwrap(statement.expression);
  if (assignment.type !== 'AssignmentExpression' || assignment.operator !== '=') return [];
  const { left } = assignment;
  if (left.type !== 'MemberExpression') return [];
  const { object } = left;
  const isOwn = object.type === 'Identifier' && object.value === own;
  if (object.type !== 'ThisExpression' && !isOwn) return [];
  const { property } = left;
  if (property.type === 'PrivateName') return [privateName(property)];
  return property.type === 'Identifier' ? [property.value] : [];
}
