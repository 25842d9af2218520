// Random types of every form that we can read, written as small modules. Each module exports `T`.
import type { Random } from '../../../test/support/random.js';
import { acrossModules, type TypeCase } from './split-modules.fixture.js';

const NAMES = ['a', 'b', 'c', 'd', 'e'] as const;
const TEXTS = ['x', 'y', 'zz', 'a', 'b'] as const;

/** The declarations so far, grouped by how they can be used. */
type Scope = {
  readonly random: Random;
  /** Types of any kind. */
  readonly any: string[];
  readonly objects: string[];
  /** Unions of strings. */
  readonly texts: string[];
  /** Generic types with one parameter. */
  readonly generic: string[];
  readonly lines: string[];
  count: number;
};

export function randomCase(random: Random, index: number): TypeCase {
  const scope: Scope = {
    random,
    any: [],
    objects: [],
    texts: [],
    generic: [],
    lines: [],
    count: 0,
  };
  const declarations = 1 + random.below(5);
  for (let made = 0; made < declarations; made++) declare(scope);
  const main = `case${String(index)}.ts`;
  const type = anyType(scope, 3);
  if (random.chance(0.75))
    return { [main]: `${scope.lines.join('\n')}\nexport type T = ${type};\n` };
  return acrossModules(scope, { main, type, index });
}

function declare(scope: Scope): void {
  const { random, lines } = scope;
  const name = `D${String(scope.count++)}`;
  switch (random.below(11)) {
    case 0:
    case 1: {
      const base = random.chance(0.4) ? scope.objects.at(-1) : undefined;
      const body = members(scope, 2, name);
      lines.push(`interface ${name}${base === undefined ? '' : ` extends ${base}`} ${body}`);
      if (random.chance(0.2)) lines.push(`interface ${name} { m${name}?: ${anyType(scope, 1)} }`);
      scope.objects.push(name);
      break;
    }
    case 2:
      lines.push(`type ${name} = ${members(scope, 2, name)};`);
      scope.objects.push(name);
      break;
    case 3:
      lines.push(`type ${name} = ${textUnion(scope)};`);
      scope.texts.push(name);
      break;
    case 4:
      lines.push(
        `enum ${name} { A${random.chance(0.5) ? ` = ${String(random.below(3))}` : ''}, B, C = ${String(5 + random.below(3))} }`,
      );
      scope.any.push(name, `${name}.A`);
      break;
    case 5:
      lines.push(
        `const v${name} = { a: 'x', b: ${random.pick(['1', '-2', 'true', 'null'])}, c: ['x', ${random.pick(['1', '"y"'])}] } as const;`,
      );
      lines.push(`type ${name} = typeof v${name};`);
      scope.any.push(`(typeof v${name})['c'][number]`);
      scope.objects.push(name);
      break;
    case 6:
      declareGeneric(scope, name);
      break;
    case 7:
      lines.push(`type ${name} = ${objectType(scope, 2)};`);
      scope.objects.push(name);
      break;
    case 8:
      lines.push(
        `type ${name} = { kind: 'x'; ${NAMES[0]}: ${anyType(scope, 1)}; next?: ${name} } | { kind: 'y'; b?: ${anyType(scope, 1)} };`,
      );
      scope.any.push(name);
      break;
    default:
      lines.push(`type ${name} = ${anyType(scope, 2)};`);
      break;
  }
  scope.any.push(name);
  if (scope.generic.includes(name)) scope.any.pop();
}

function declareGeneric(scope: Scope, name: string): void {
  const { random, lines } = scope;
  const type = (): string => anyType(scope, 1);
  const body = random.pick([
    () => `interface ${name}<P = ${type()}> { a: P; b?: P[]; c?: ${name}<P> | null }`,
    () => `type ${name}<P = ${type()}> = { [K in keyof P]: P[K] | null };`,
    () => `type ${name}<P = ${type()}> = { readonly [K in keyof P]-?: P[K] };`,
    () => `type ${name}<P = ${type()}> = { [K in keyof P]?: ${name}<P[K]> };`,
    () => `type ${name}<P = ${type()}> = { [K in keyof P as \`x_\${string & K}\`]: P[K] };`,
    () =>
      `type ${name}<P = ${type()}> = { [K in keyof P as K extends 'a' | 'b' ? never : K]: P[K] };`,
    () =>
      `type ${name}<P = ${type()}> = P extends (infer U)[] ? U : P extends string ? 'text' : P;`,
    () => `type ${name}<P = ${type()}> = P extends { a: infer U } ? U : never;`,
    () => `type ${name}<P = ${type()}> = P extends [infer H, ...infer R] ? [R, H] : P;`,
    () => `type ${name}<P = ${type()}> = P extends \`\${infer H}_\${infer R}\` ? H | R : P;`,
    () => `type ${name}<P = ${type()}> = P extends ${type()} ? P : null;`,
    () => `type ${name}<P = ${type()}> = [P] extends [${type()}] ? { yes: P } : { no: P };`,
    () => `type ${name}<P = ${type()}> = { value: P } | { error: string };`,
    () => `type ${name}<P = ${type()}> = P & { extra: 1 };`,
  ])();
  lines.push(body);
  scope.generic.push(name);
}

function textUnion({ random }: Scope): string {
  const texts = random.some(TEXTS, 0.5);
  return (texts.length > 0 ? texts : ['x']).map((text) => `'${text}'`).join(' | ');
}

function primitive(scope: Scope): string {
  const { random } = scope;
  return random.pick([
    'string',
    'number',
    'boolean',
    'null',
    `'${random.pick(TEXTS)}'`,
    String(random.below(4)),
    String(-random.below(4)),
    'true',
    textUnion(scope),
    'unknown',
    'never',
    'undefined',
  ] as const);
}

function members(scope: Scope, depth: number, self?: string): string {
  const { random } = scope;
  const names = random.some(NAMES, 0.5);
  const parts = names.map((name) => {
    const type =
      self !== undefined && random.chance(0.15)
        ? random.pick([`${self} | null`, `${self}[]`] as const)
        : anyType(scope, depth - 1);
    const modifier = random.chance(0.1) ? 'readonly ' : '';
    return `${modifier}${name}${random.chance(0.35) ? '?' : ''}: ${type}`;
  });
  if (parts.length === 0) parts.push(`z: ${primitive(scope)}`);
  if (random.chance(0.06)) return `{ [name: string]: ${anyType(scope, depth - 1)} }`;
  if (random.chance(0.05)) parts.push(`[name: \`x_\${string}\`]: ${anyType(scope, depth - 1)}`);
  if (random.chance(0.03)) parts.push('save(): void');
  return `{ ${parts.join('; ')} }`;
}

function keysFor(scope: Scope): string {
  const { random } = scope;
  const names = random.some(NAMES, 0.4);
  return names.length > 0 ? names.map((name) => `'${name}'`).join(' | ') : `'a'`;
}

function objectType(scope: Scope, depth: number): string {
  const { random } = scope;
  const inner = (): string => (depth > 0 ? objectType(scope, depth - 1) : members(scope, 0));
  const named = scope.objects[random.below(scope.objects.length)];
  if (named !== undefined && random.chance(0.4)) return named;
  switch (random.below(12)) {
    case 0:
      return `Partial<${inner()}>`;
    case 1:
      return `Required<${inner()}>`;
    case 2:
      return `Omit<${inner()}, ${keysFor(scope)}>`;
    case 3:
      return `Pick<${named ?? '{ a: 1; b?: 2 }'}, keyof ${named ?? '{ a: 1 }'} & ${keysFor(scope)}>`;
    case 4:
      return `Readonly<${inner()}>`;
    case 5:
      return `Record<${random.pick([keysFor(scope), 'string', textUnion(scope)] as const)}, ${anyType(scope, depth - 1)}>`;
    case 6:
      return `(${inner()} & ${inner()})`;
    case 7:
      return `{ [K in ${keysFor(scope)}]${random.pick(['', '?', '-?'] as const)}: ${anyType(scope, depth - 1)} }`;
    case 8:
      return `{ [K in keyof ${inner()}]${random.pick(['', '?', '-?', '+?'] as const)}: ${anyType(scope, depth - 1)} }`;
    case 9:
      return `{ [K in ${keysFor(scope)} as \`\${K}_${random.pick(TEXTS)}\`]: K }`;
    default:
      return members(scope, depth);
  }
}

function anyType(scope: Scope, depth: number): string {
  const { random } = scope;
  const inner = (): string => anyType(scope, depth - 1);
  const named = scope.any[random.below(scope.any.length)];
  if (named !== undefined && random.chance(0.25)) return named;
  if (depth <= 0) return primitive(scope);
  switch (random.below(20)) {
    case 0:
    case 1:
      return `(${inner()} | ${inner()})`;
    case 2:
      return `(${inner()} & ${inner()})`;
    case 3:
      return random.pick([
        `Array<${inner()}>`,
        `(${inner()})[]`,
        `readonly (${inner()})[]`,
      ] as const);
    case 4:
      return tupleType(scope, depth);
    case 5:
      return `keyof ${objectType(scope, depth - 1)}`;
    case 6: {
      const object = objectType(scope, depth - 1);
      return `(${object})[keyof (${object})]`;
    }
    case 7:
      return `\`${random.pick(['', 'p_'] as const)}\${${random.pick(['string', 'number', textUnion(scope), 'boolean'] as const)}}${random.pick(['', '_s', `-\${${textUnion(scope)}}`, '-${string}'] as const)}\``;
    case 8:
      return `${random.pick(['Exclude', 'Extract'] as const)}<${inner()}, ${inner()}>`;
    case 9:
      return `NonNullable<${inner()}>`;
    case 10:
      return `(${inner()} extends ${inner()} ? ${inner()} : ${inner()})`;
    case 11:
    case 12: {
      const generic = scope.generic[random.below(scope.generic.length)];
      if (generic === undefined) return inner();
      return random.chance(0.15) ? generic : `${generic}<${inner()}>`;
    }
    case 13:
      return `${random.pick(['Uppercase', 'Capitalize'] as const)}<${textUnion(scope)}>`;
    case 14:
      return primitive(scope);
    default:
      return objectType(scope, depth - 1);
  }
}

function tupleType(scope: Scope, depth: number): string {
  const { random } = scope;
  const items = Array.from({ length: random.below(3) }, () => anyType(scope, depth - 1));
  const optional = random.chance(0.2) ? [`(${anyType(scope, 0)})?`] : [];
  const rest = random.chance(0.25) ? [`...(${anyType(scope, 0)})[]`] : [];
  return `[${[...items, ...optional, ...rest].join(', ')}]`;
}
