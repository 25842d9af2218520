// Moves declarations to a separate module, and imports them in various ways.
import type { Random } from '../../../test/support/random.js';

/** The files of one case; the first file contains `T`. */
export type TypeCase = Readonly<Record<string, string>>;

type Split = { readonly main: string; readonly type: string; readonly index: number };

type DeclaredLines = { readonly random: Random; readonly lines: readonly string[] };

/** Moves the declarations to another module and imports them in a random way. */
export function acrossModules(
  { random, lines }: DeclaredLines,
  { main, type, index }: Split,
): TypeCase {
  const names = lines.map((line) => /(?:interface|type|enum|const) (\w+)/.exec(line)?.[1] ?? '');
  const other = `other${String(index)}`;
  const exported = lines.map((line) => line.replace(/^(?=interface|type|enum|const)/gm, 'export '));
  const unique = [...new Set(names)].filter((name) => name !== '');
  if (unique.length === 0) return { [main]: `${lines.join('\n')}\nexport type T = ${type};\n` };
  const list = unique.join(', ');
  const text = `${exported.join('\n')}\n`;
  switch (random.below(5)) {
    case 0:
      return {
        [main]: `import type { ${list} } from './${other}.js';\nexport type T = ${type};\n`,
        [`${other}.ts`]: text,
      };
    case 1:
      return {
        [main]: `import { ${unique.map((name) => `type ${name}`).join(', ')} } from './${other}.js';\nexport type T = ${type};\n`,
        [`${other}.ts`]: `export * from './${other}b.js';\n`,
        [`${other}b.ts`]: text,
      };
    case 2: {
      const inner = unique.reduce(
        (changed, name) => changed.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `ns.${name}`),
        type,
      );
      return {
        [main]: `import type * as ns from './${other}.js';\nexport type T = ${inner};\n`,
        [`${other}.ts`]: text,
      };
    }
    case 3:
      return {
        [main]: `import type { ${unique.map((name) => `R${name} as ${name}`).join(', ')} } from './${other}.js';\nexport type T = ${type};\n`,
        [`${other}.ts`]: `export type { ${unique.map((name) => `${name} as R${name}`).join(', ')} } from './${other}b.js';\n`,
        [`${other}b.ts`]: text,
      };
    default:
      return {
        [main]: `import type { T as Inner } from './${other}.js';\nexport type T = Inner;\n`,
        [`${other}.ts`]: `${text}export type T = ${type};\n`,
      };
  }
}
