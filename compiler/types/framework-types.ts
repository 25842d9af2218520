// Evaluates the types of this package, such as `Text`, `Int`, `Num` and `List` with their rules, and Node.js streams.
import { FRAMEWORK } from '../modules/resolve-specifier.js';
import { once } from '../groups.js';
import type { FoundPackage } from './find-type.js';
import { meaning, NUMBER, TEXT, type Meaning, type MeaningOf } from './meaning.js';
import type { Refusal } from './refusals.js';
import { wrongRule, type RuleValues } from './rules.js';
import { placeInScope, refuseNode, type Referring } from './scope.js';
import type { ListRules, TextRules } from '../declarations/declared-type.js';
import type { TypeNode } from './type-node.js';

export function frameworkType(found: FoundPackage, reference: Referring): Meaning | undefined {
  if (found.specifier !== FRAMEWORK)
    return NODE_STREAM.test(`${found.specifier}:${found.name}`)
      ? returnedMeaning('stream', found, reference)
      : undefined;
  switch (found.name) {
    case 'Response':
      return returnedMeaning('response', found, reference);
    case 'ServerSentEvent':
      return returnedMeaning('event', found, reference);
    case 'Text':
      return withRules(found, reference, (values) => textType(values));
    case 'Int':
      return withRules(found, reference, (values) => numberType({ ...values, isInteger: true }));
    case 'Num':
      return withRules(found, reference, (values) => numberType(values));
    case 'List':
      return withRules(found, reference, (values) => listType(values, reference));
    default:
      return undefined;
  }
}

const NODE_STREAM =
  /^(?:node:)?(?:stream|fs|http|stream\/web|zlib):(?:default\.)?(?:Readable|Duplex|Transform|PassThrough|Stream|ReadStream|ReadableStream|IncomingMessage)$/;

function returnedMeaning(
  what: 'stream' | 'event' | 'response',
  { name }: FoundPackage,
  { args, scope, node }: Referring,
): Meaning {
  const given = args?.params ?? [];
  const of = given.map((argument) => once(() => scope.world.evaluate(argument, scope)));
  return meaning({ kind: 'foreign', what, name, of, at: placeInScope(scope, node) });
}

function withRules(
  { name }: FoundPackage,
  { args, scope }: Referring,
  make: (values: RuleValues) => Meaning,
): Meaning {
  const rules = args?.params[name === 'List' ? 1 : 0];
  if (!rules) return make({});
  let values = writtenValues(rules);
  if (!values) {
    const type = scope.world.evaluate(rules, scope);
    if (type.kind === 'refused') return type;
    values = type.kind === 'object' ? readValues(type) : undefined;
  }
  if (!values) return refuseNode(scope, rules, RULES);
  const wrong = wrongRule(name, values);
  if (wrong) return refuseNode(scope, rules, wrong);
  return make(values);
}

const RULES: Refusal = {
  why: 'a rule must be a literal string, number, `true` or `false`',
  instead: 'Write the rules explicitly, for example `{ minLength: 1 }`.',
};

/** Reads rules whose values are literals, as nearly all are. This fast path does not evaluate the values as types. */
function writtenValues(node: TypeNode): RuleValues | undefined {
  if (node.type !== 'TsTypeLiteral') return undefined;
  const values: Record<string, string | number | boolean> = {};
  for (const member of node.members) {
    if (member.type !== 'TsPropertySignature' || member.computed) return undefined;
    const { key } = member;
    const type = member.typeAnnotation?.typeAnnotation;
    if (key.type !== 'Identifier' || type?.type !== 'TsLiteralType') return undefined;
    const { literal } = type;
    if (literal.type === 'TemplateLiteral' || literal.type === 'BigIntLiteral') return undefined;
    values[key.value] = literal.value;
  }
  return values;
}

function readValues({ properties }: MeaningOf<'object'>): RuleValues | undefined {
  const values: Record<string, string | number | boolean> = {};
  for (const [name, property] of properties) {
    const type = property.type();
    if (type.kind !== 'literal') return undefined;
    values[name] = type.value;
  }
  return values;
}

function textType({ pattern, ...others }: RuleValues): Meaning {
  if (pattern === undefined && Object.keys(others).length === 0) return TEXT;
  const patterns = pattern === undefined ? {} : { patterns: [String(pattern)] };
  const rules = { ...others, ...patterns } as TextRules; // because wrongRule accepts no other rules
  return meaning({ kind: 'text', rules });
}

function numberType(values: RuleValues): Meaning {
  if (Object.keys(values).length === 0) return NUMBER;
  return meaning({ kind: 'number', rules: values }); // because wrongRule accepts no other rules
}

function listType(values: RuleValues, { args, scope, node }: Referring): Meaning {
  const [first] = args?.params ?? [];
  if (!first)
    return refuseNode(scope, node, {
      why: 'it does not declare the type of its items',
      instead: 'Write the type of the items first: `List<string, { maxItems: 9 }>`.',
    });
  const { uniqueItems, ...others } = values;
  const isUnique = uniqueItems === true && { uniqueItems };
  const rules = { ...others, ...isUnique } as ListRules; // because wrongRule accepts no other rules
  return meaning({
    kind: 'list',
    of: once(() => scope.world.evaluate(first, scope)),
    at: placeInScope(scope, node),
    ...(Object.keys(rules).length > 0 && { rules }),
  });
}
