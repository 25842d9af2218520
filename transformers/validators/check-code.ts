// Generates the code that validates a value: statements that call `p` for each problem. They read only the value's own
// properties and never modify the value.
import type { IndexSignature, Property, Type } from '../../compiler/declarations/declared-type.js';
import {
  type CodeContext,
  IS_OBJECT,
  keyStep,
  membersOf,
  type CodePlace,
  pointerCode,
  propertyCode,
  report,
  step,
  typeOf,
} from './code-parts.js';
import { expectedOf } from './expected-text.js';
import { isScalar, type Scalar, scalarFailures } from './scalar-code.js';
import { unionCode } from './union-code.js';

type OfKind<Kind extends Type['kind']> = Extract<Type, { kind: Kind }>;

/** Returns statements that report the problems with a value. An absent optional value is not checked. */
export function checkCode(type: Type, target: CodePlace, context: CodeContext): string {
  const { value, isOptional = false } = target;
  const code = presentCode(type, target, context);
  if (!isOptional || code === '') return code;
  return `if(${value}!==undefined){${code}}`;
}

/** Returns the statements without the test for an absent optional value. */
export function presentCode(type: Type, given: CodePlace, context: CodeContext): string {
  const message = given.message ?? messageOf(type, context);
  const target = message === undefined ? given : { ...given, message };
  const { value, isOptional = false } = target;
  switch (type.kind) {
    case 'named':
      return namedCode(type, target, context);
    case 'union':
      return unionCode(type, target, context);
    case 'object':
      return objectCode(type, target, context);
    case 'list':
      return listCode(type, target, context);
    case 'tuple':
      return tupleCode(type, target, context);
    case 'never':
    case 'undefined':
      return report(target, expectedOf(type, target, context), { text: 'not' });
    case 'null':
    case 'boolean':
    case 'text':
    case 'number':
    case 'literal':
      return scalarCode(type, target, context);
    default:
      // Even a value of the type `any` must be present. Dates occur only in responses; bytes and schema values are read only as
      // whole inputs.
      return isOptional
        ? ''
        : `if(${value}===undefined)${report(target, expectedOf(type, target, context), { text: 'required' })}`;
  }
}

/** Returns the `message` for a type. A union has a message if its members have exactly one distinct message. */
function messageOf(type: Type, { definitions, hasMessages }: CodeContext): string | undefined {
  if (!hasMessages) return undefined;
  const members = membersOf(type, definitions).map((member) => typeOf(member, definitions));
  const found = members.flatMap((member) => ('rules' in member && member.rules.message) || []);
  return new Set(found).size === 1 ? found[0] : undefined;
}

function scalarCode(type: Scalar, target: CodePlace, context: CodeContext): string {
  const failures = scalarFailures(type, target.value, context);
  const expected = expectedOf(type, target, context);
  const last = failures.at(-1);
  if (!last) return '';
  // One condition tests whether the value is valid. The code determines which rule is broken only if the value is invalid.
  const earlier = failures
    .slice(0, -1)
    .map(([condition, rule]) => `${condition}?${JSON.stringify(rule)}:`);
  const code = [...earlier, JSON.stringify(last[1])].join('');
  const wrong = failures.map(([condition]) => condition).join('||');
  return `if(${wrong})${report(target, expected, { code })}`;
}

function namedCode(type: OfKind<'named'>, target: CodePlace, context: CodeContext): string {
  const called = context.functionOf(type.key);
  if (!called) return presentCode(typeOf(type, context.definitions), target, context);
  const { value } = target;
  const inner = innerReport(target, context);
  return `${called.name}(${value},${inner}${called.isRecursive ? `,${context.depth}` : ''});`;
}

/** A problem with the value itself gets the message for the value's location. */
function innerReport({ at, message }: CodePlace, { hasMessages }: CodeContext): string {
  const pointer = at.length === 0 ? 'a' : `${pointerCode(at)}+a`;
  if (message !== undefined)
    return `(a,e,r,v,m)=>p(${pointer},e,r,v,a===""?${JSON.stringify(message)}:m)`;
  if (at.length === 0) return 'p';
  return hasMessages ? `(a,e,r,v,m)=>p(${pointer},e,r,v,m)` : `(a,e,r,v)=>p(${pointer},e,r,v)`;
}

function objectCode(
  { properties, indexes = [] }: OfKind<'object'>,
  target: CodePlace,
  context: CodeContext,
): string {
  const { tag } = target;
  const own = properties.filter(({ name }) => name !== tag);
  const inside =
    context
      .runsOf(target, own)
      .map((run) =>
        run.name === undefined
          ? membersCode(run.properties, target, context)
          : `${run.name}(${target.value},p);`,
      )
      .join('') + indexCode({ properties, indexes }, target, context);
  if (tag !== undefined) return inside;
  const isObject = context.constant(IS_OBJECT);
  const wrong = report(target, target.expected ?? 'object', { text: 'type' });
  return inside === ''
    ? `if(!${isObject}(${target.value}))${wrong}`
    : `if(${isObject}(${target.value})){${inside}}else ${wrong}`;
}

/** Returns the checks for an object's properties, one after another. */
export function membersCode(
  properties: readonly Property[],
  target: CodePlace,
  context: CodeContext,
): string {
  return properties.map((property) => memberCode(property, target, context)).join('');
}

function memberCode(
  property: Property,
  { value: owner, at }: CodePlace,
  context: CodeContext,
): string {
  const { name, type, isOptional } = property;
  const value = context.fresh();
  const mayBeAbsent = isOptional || membersOf(type, context.definitions).length === 0;
  const message = context.hasMessages ? property.documentation?.message : undefined;
  const target = {
    value,
    at: [...at, step(name)],
    isOptional: mayBeAbsent,
    ...(message !== undefined && { message }),
  };
  const code = checkCode(type, target, context);
  return code === '' ? '' : `const ${value}=${propertyCode(owner, name, context)};${code}`;
}

/** Returns the checks for undeclared properties, which index signatures describe. */
function indexCode(
  { properties, indexes }: Required<Pick<OfKind<'object'>, 'properties' | 'indexes'>>,
  { value: owner, at }: CodePlace,
  context: CodeContext,
): string {
  if (indexes.length === 0) return '';
  const key = context.fresh();
  const value = context.fresh();
  const target = { value, at: [...at, keyStep(key, context)] };
  const patterned = indexes.filter(({ patterns }) => patterns.length > 0);
  const matches = (index: IndexSignature): string =>
    index.patterns
      .map((pattern) => `${context.constant(String(new RegExp(pattern, 'u')))}.test(${key})`)
      .join('&&');
  const checks = patterned.map((index) => {
    const code = checkCode(index.type, target, context);
    return code === '' ? '' : `if(${matches(index)}){${code}}`;
  });
  const other = indexes.find(({ patterns }) => patterns.length === 0);
  const code = other ? checkCode(other.type, target, context) : '';
  if (code !== '') {
    const names = properties.map(({ name }) => `${key}!==${JSON.stringify(name)}`);
    const others = patterned.map((index) => `!(${matches(index)})`);
    const conditions = [...names, ...others].join('&&');
    checks.push(conditions === '' ? code : `if(${conditions}){${code}}`);
  }
  const inside = checks.join('');
  if (inside === '') return '';
  return `for(const ${key} of Object.keys(${owner})){const ${value}=${owner}[${key}];${inside}}`;
}

function listCode(type: OfKind<'list'>, target: CodePlace, context: CodeContext): string {
  const { value } = target;
  const { uniqueItems } = type.rules ?? {};
  const expected = expectedOf(type, target, context);
  const isUnique = membersOf(type.of, context.definitions).every((member) =>
    isScalar(typeOf(member, context.definitions)),
  )
    ? 'v=>new Set(v).size===v.length'
    : ARE_DIFFERENT;
  const inside = [
    lengthCode(type, target, expected),
    uniqueItems
      ? `if(!${context.constant(isUnique)}(${value}))${report(target, expected, { text: 'uniqueItems' })}`
      : '',
    itemsCode(type.of, { ...target, from: 0 }, context),
  ].join('');
  return arrayCode(target, expected, inside);
}

/** Checks the number of items. A list cannot be both too short and too long, so one condition tests both limits. */
function lengthCode(
  { rules: { minItems = 0, maxItems } = {} }: OfKind<'list'>,
  target: CodePlace,
  expected: string,
): string {
  const { value } = target;
  const tooFew = `${value}.length<${minItems}`;
  const tooMany = `${value}.length>${maxItems}`;
  if (maxItems === undefined)
    return minItems > 0 ? `if(${tooFew})${report(target, expected, { text: 'minItems' })}` : '';
  if (minItems === 0) return `if(${tooMany})${report(target, expected, { text: 'maxItems' })}`;
  const code = `${tooFew}?"minItems":"maxItems"`;
  return `if(${tooFew}||${tooMany})${report(target, expected, { code })}`;
}

/**
 * Compares items by a text for each, which takes time proportional to their size. The order of properties does not matter.
 * JSON.stringify cannot create the texts, because it writes `1e400` as null. Values that are nested too deeply for the stack
 * count as equal.
 */
const ARE_DIFFERENT =
  'v=>{if(v.length<2)return true;const w=(o,p)=>{if(typeof o!="object"||o===null)p.push(typeof o=="string"?JSON.stringify(o):""+o);else if(Array.isArray(o)){p.push("[");for(const i of o)w(i,p);p.push("]")}else{p.push("{");for(const n of Object.keys(o).sort()){p.push(JSON.stringify(n));w(o[n],p)}p.push("}")}return p};try{return new Set(v.map(i=>w(i,[]).join())).size===v.length}catch{return false}}';

function itemsCode(
  type: Type,
  { value: owner, at, from }: CodePlace & { readonly from: number },
  context: CodeContext,
): string {
  const index = context.fresh();
  const value = context.fresh();
  const code = checkCode(type, { value, at: [...at, '/', { code: index }] }, context);
  if (code === '') return '';
  return `for(let ${index}=${from};${index}<${owner}.length;${index}++){const ${value}=${owner}[${index}];${code}}`;
}

function tupleCode(type: OfKind<'tuple'>, target: CodePlace, context: CodeContext): string {
  const { items, rest } = type;
  const { value: owner, at } = target;
  const expected = expectedOf(type, target, context);
  const required = items.filter(({ isOptional }) => !isOptional).length;
  const inside = [
    required > 0
      ? `if(${owner}.length<${required})${report(target, expected, { text: 'minItems' })}`
      : '',
    rest
      ? itemsCode(rest, { ...target, from: items.length }, context)
      : `if(${owner}.length>${items.length})${report(target, expected, { text: 'maxItems' })}`,
    ...items.map((item, index) => {
      const value = context.fresh();
      const inner = { value, at: [...at, `/${index}`], isOptional: true };
      const code = checkCode(item.type, inner, context);
      return code === '' ? '' : `const ${value}=${owner}[${index}];${code}`;
    }),
  ].join('');
  return arrayCode(target, expected, inside);
}

function arrayCode(target: CodePlace, expected: string, inside: string): string {
  const wrong = report(target, expected, { text: 'type' });
  return inside === ''
    ? `if(!Array.isArray(${target.value}))${wrong}`
    : `if(Array.isArray(${target.value})){${inside}}else ${wrong}`;
}
