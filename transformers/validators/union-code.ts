// Generates the code that validates a value against a union.
import type { Type } from '../../compiler/declarations/declared-type.js';
import { tagOf } from '../../compiler/types/unions.js';
import {
  type CodeContext,
  IS_OBJECT,
  membersOf,
  type CodePlace,
  propertyCode,
  report,
  step,
  typeOf,
} from './code-parts.js';
import { expectedOf, expectedText } from './expected-text.js';
import { isScalar, type Scalar, scalarFailures } from './scalar-code.js';

type OfKind<Kind extends Type['kind']> = Extract<Type, { kind: Kind }>;

/** Tests only members with the value's JSON type: list, object or scalar. Problems inside the only such member are reported. */
export function unionCode(type: OfKind<'union'>, target: CodePlace, context: CodeContext): string {
  const { definitions } = context;
  const { value } = target;
  const members = membersOf(type, definitions);
  const resolved = members.map((member) => typeOf(member, definitions));
  const [only] = members;
  if (only && members.length === 1) return context.check(only, target, context);
  const others = members.filter((_, index) => resolved[index]?.kind !== 'null');
  if (others.length < members.length) {
    const expected = expectedOf(type, target, context);
    const rest = { ...type, of: others };
    return `if(${value}!==null){${context.check(rest, { ...target, expected }, context)}}`;
  }
  if (resolved.some(({ kind }) => kind === 'unknown'))
    return context.check({ kind: 'unknown' }, target, context);
  const lists = members.filter((_, index) =>
    ['list', 'tuple'].includes(resolved[index]?.kind ?? ''),
  );
  const objects = members.filter((_, index) => resolved[index]?.kind === 'object');
  const scalars = resolved.filter((member) => isScalar(member));
  const branches = [
    lists.length > 0 ? `if(Array.isArray(${value})){${choiceCode(lists, target, context)}}` : '',
    objects.length > 0
      ? `if(${context.constant(IS_OBJECT)}(${value})){${choiceCode(objects, target, context)}}`
      : '',
    scalarsCode({ type, scalars, isAlone: lists.length + objects.length === 0 }, target, context),
  ].filter((code) => code !== '');
  return branches.join('else ');
}

type Scalars = {
  readonly type: OfKind<'union'>;
  readonly scalars: readonly Scalar[];
  /** True if the union contains no lists and no objects. */
  readonly isAlone: boolean;
};

function scalarsCode(
  { type, scalars, isAlone }: Scalars,
  target: CodePlace,
  context: CodeContext,
): string {
  const { value } = target;
  const expected = expectedOf(type, target, context);
  const literals = scalars.flatMap((scalar) => (scalar.kind === 'literal' ? [scalar.value] : []));
  const others = scalars.filter(({ kind }) => kind !== 'literal');
  const wrong = [
    ...literalFailures(literals, value, context),
    ...others.map((scalar) => {
      const conditions = scalarFailures(scalar, value, context).map(([condition]) => condition);
      return conditions.length === 1 ? conditions.join('') : `(${conditions.join('||')})`;
    }),
  ].join('&&');
  const isPlain = others.every((scalar) => scalarFailures(scalar, value, context).length === 1);
  const isEnum = isAlone && others.length === 0;
  const rule = isEnum ? 'enum' : literals.length === 0 && isPlain ? 'type' : 'anyOf';
  const text = report(target, expected, { text: rule });
  return wrong === '' ? text : `if(${wrong})${text}`;
}

/** If a union has more literals than this, they are looked up in a Set. */
const MOST_COMPARED = 8;

function literalFailures(
  literals: readonly (string | number | boolean)[],
  value: string,
  context: CodeContext,
): readonly string[] {
  if (literals.length > MOST_COMPARED)
    return [`!${context.constant(`new Set(${JSON.stringify(literals)})`)}.has(${value})`];
  return literals.map((literal) => `${value}!==${JSON.stringify(literal)}`);
}

/** Returns the code for a choice between several lists or several objects. */
function choiceCode(members: readonly Type[], target: CodePlace, context: CodeContext): string {
  const { definitions } = context;
  const [only] = members;
  if (only && members.length === 1) return context.check(only, target, context);
  const tag = tagOf(members, definitions);
  if (tag) return tagCode(members, { ...target, tag: tag.name }, context);
  const attempt = context.constant(context.depth === '0' ? ATTEMPT : REMEMBERED_ATTEMPT);
  const inside = { ...context, depth: 'd+1' };
  const tries = members.map((member) => {
    const inner = context.fresh();
    const code = context.check(member, { value: inner, at: [] }, inside);
    return `!${context.constant(`${attempt}((${inner},p,d)=>{${code}})`)}(${target.value},${context.depth})`;
  });
  const expected = target.expected ?? expectedText({ kind: 'union', of: members }, definitions);
  return `if(${tries.join('&&')})${report(target, expected, { text: 'anyOf' })}`;
}

const ATTEMPT = 'f=>(v,d)=>{let k=true;f(v,()=>{k=false},d);return k}';

/**
 * Caches the result for each value. Without the cache, members of a recursive union would check the nested values repeatedly.
 * Other unions do not use it, because a WeakMap with a million values takes seconds.
 */
const REMEMBERED_ATTEMPT =
  'f=>{const w=new WeakMap;return(v,d)=>{let k=w.get(v);if(k===undefined){k=true;f(v,()=>{k=false},d);w.set(v,k)}return k}}';

/** Returns the code for a union with a tag: the tag's value selects the member. */
function tagCode(
  members: readonly Type[],
  target: CodePlace & { readonly tag: string },
  context: CodeContext,
): string {
  const { definitions } = context;
  const { tag: name } = target;
  const tag = context.fresh();
  const tagPlace = { value: tag, at: [...target.at, step(name)] };
  const literals: Type[] = [];
  const cases = members.map((member) => {
    const found = typeOf(member, definitions);
    const property =
      found.kind === 'object' ? found.properties.find((one) => one.name === name) : undefined;
    const values = property ? membersOf(property.type, definitions) : [];
    const labels = values.flatMap((value) => {
      const literal = typeOf(value, definitions);
      if (literal.kind !== 'literal') return [];
      literals.push(literal);
      return [`case ${JSON.stringify(literal.value)}:`];
    });
    return `${labels.join('')}{${context.check(member, target, context)}break}`;
  });
  const expected = expectedText({ kind: 'union', of: literals }, definitions);
  const wrong = report(tagPlace, expected, { text: 'enum' });
  return `const ${tag}=${propertyCode(target.value, name, context)};switch(${tag}){${cases.join('')}default:${wrong}}`;
}
