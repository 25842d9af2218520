// Finds what a class that extends Framework or Blueprint changes: options that its constructor passes on, and routes and settings
// in its members. The compiler reads only the arguments of `new`, so an authorizer that the class adds would be lost.
import type { ReadProblem } from '../declarations/app-facts.js';
import { keyName, patternOf, propertyName } from '../syntax/expressions.js';
import { isOfType, walk, type AnyNode } from '../syntax/tree-walk.js';
import type { ClassMember, ClassNode, MemberExpression, Span } from '../syntax/tree.js';
import { classChain, traceExpression } from './entity.js';
import { shortText } from './environment.js';
import type { LoadedModule, Located } from './module-graph.js';
import type { AppSite, Program } from './program.js';
import { isDeclaringMember } from './receivers.js';

/** Returns the problems in the classes of applications and blueprints. Each class is reported once. */
export function changedClasses(
  program: Program,
  sites: readonly AppSite[],
): readonly ReadProblem[] {
  const classes = new Map<ClassNode, ReadProblem[]>();
  for (const { module, node, isBlueprint } of sites) {
    const base = isBlueprint ? 'Blueprint' : 'Framework';
    for (const entity of classChain(program, traceExpression(program, module, node.callee))) {
      if (entity.kind !== 'class') break;
      classes.set(entity.node, problemsOf(entity, base));
    }
  }
  return [...classes.values()].flat();
}

function problemsOf(
  { module, node }: Located<ClassNode>,
  base: 'Framework' | 'Blueprint',
): ReadProblem[] {
  const applied = new Set<AnyNode>(
    module.record.uses.flatMap((use) => (use.kind === 'apply' ? [use.call.callee] : [])),
  );
  return node.body
    .flatMap((member) => changesIn(module, member))
    .filter((change) => !applied.has(change)) // because FW2018 reports `this.route('/x')(view)`
    .map(({ span }) => ({
      kind: 'changed-class',
      base,
      text: shortText(module, span),
      at: module.record.source.spanOf(span),
    }));
}

type Change = AnyNode & { readonly span: Span };

function changesIn(module: LoadedModule, member: ClassMember): readonly Change[] {
  if ('isStatic' in member && member.isStatic) return [];
  const changes: Change[] = [];
  if ('key' in member && member.key.type !== 'PrivateName' && isFollowed(keyName(member.key)))
    changes.push(member.key);
  const passed = passedOn(member);
  const visit = (node: AnyNode): boolean => {
    if (isOfType(node, 'FunctionBody') && node.isSkipped) {
      walk(module.record.readBody(node.span), visit);
      return false;
    }
    if (isOfType(node, 'CallExpression') && node.callee.type === 'Super') {
      const given = node.arguments.map(({ spread, expression }) =>
        expression.type === 'Identifier' ? `${spread ? '...' : ''}${expression.value}` : OTHER,
      );
      if (!isSameStart(given, passed)) changes.push(node);
    }
    if (isOfType(node, 'SuperPropExpression') && isFollowed(keyName(node.property)))
      changes.push(node);
    if (isOwn(node) && propertyName(node) !== 'debug' && isFollowed(propertyName(node)))
      changes.push(node);
    // Reading `this.debug` changes nothing.
    if (isOfType(node, 'AssignmentExpression') && isOwn(node.left)) {
      if (propertyName(node.left) === 'debug') changes.push(node.left);
    }
    return true;
  };
  walk(member, visit);
  return changes;
}

/** Matches a member of the instance: `this.debug`. */
function isOwn(node: AnyNode): node is AnyNode & MemberExpression {
  return isOfType(node, 'MemberExpression') && node.object.type === 'ThisExpression';
}

/** Tells whether a constructor passes on its first parameters. It may have further parameters of its own. */
function isSameStart(given: readonly string[], passed: readonly string[]): boolean {
  if (given.length === 0) return passed.length === 0;
  return given.every((name, index) => name !== OTHER && name === passed[index]);
}

/** Returns the parameters of a constructor as it passes them on unchanged: `super(name, ...options)`. */
function passedOn(member: ClassMember): readonly string[] {
  if (member.type !== 'Constructor') return [];
  return member.params.map((parameter) => {
    const written = patternOf(parameter.type === 'Parameter' ? parameter : parameter.param);
    // Empty options mean the same as none.
    const isEmpty =
      written.type === 'AssignmentPattern' &&
      written.right.type === 'ObjectExpression' &&
      written.right.properties.length === 0;
    const pattern = isEmpty ? written.left : written;
    if (pattern.type === 'Identifier') return pattern.value;
    const rest = pattern.type === 'RestElement' ? pattern.argument : undefined;
    return rest?.type === 'Identifier' ? `...${rest.value}` : OTHER;
  });
}

/** Stands for an argument or parameter that is not a name. */
const OTHER = '?';

const SETTINGS: ReadonlySet<string> = new Set(['api', 'debug', 'defineAuthorizer', 'register']);

/** Tells whether the compiler follows a member of the application. */
function isFollowed(name: string | undefined): boolean {
  return name !== undefined && (isDeclaringMember(name) || SETTINGS.has(name));
}
