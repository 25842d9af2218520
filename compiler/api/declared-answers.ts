// Splits a declared return type into its parts: the type in a promise, the body types of `Response<T>`, errors, and the
// types that are sent as JSON.
import { globalName, isOurs, traceExpression } from '../facts/entity.js';
import type { LoadedModule } from '../facts/module-graph.js';
import type { Program } from '../facts/program.js';
import type { Identifier, TsType } from '../syntax/tree.js';
import type { ErrorClasses } from './error-classes.js';

export type ReturnTypeParts = {
  /** The types that are sent as JSON. */
  readonly values: readonly TsType[];
  /** The body type of each `Response<T>`; undefined for a `Response` without one. */
  readonly responses: readonly (TsType | undefined)[];
};

export function returnTypeParts(
  program: Program,
  { classOf }: ErrorClasses,
  [module, annotation]: readonly [LoadedModule, TsType],
): ReturnTypeParts {
  const values: TsType[] = [];
  const responses: (TsType | undefined)[] = [];
  const open = [annotation];
  for (let node = open.shift(); node; node = open.shift()) {
    switch (node.type) {
      case 'TsParenthesizedType':
        open.unshift(node.typeAnnotation);
        continue;
      case 'TsUnionType':
        open.unshift(...node.types);
        continue;
      case 'TsTypeReference': {
        const { typeName, typeParams } = node;
        if (typeName.type !== 'Identifier') break;
        const [first] = typeParams?.params ?? [];
        if (first && isPromise(module, typeName)) {
          open.unshift(first);
          continue;
        }
        if (isOurs(traceExpression(program, module, typeName), 'Response')) {
          responses.push(first);
          continue;
        }
        if (classOf(module, typeName)) continue;
        break;
      }
      case 'TsKeywordType':
        if (node.kind === 'never') continue;
        break;
      default:
    }
    values.push(node);
  }
  return { values, responses };
}

function isPromise(module: LoadedModule, name: Identifier): boolean {
  return /^Promise(?:Like)?$/.test(globalName(module, name) ?? '');
}
