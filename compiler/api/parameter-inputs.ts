// The inputs that a view declares by its parameters: path parameters with types, `body`, `query` and `headers`.
import type { LoadedModule } from '../facts/module-graph.js';
import type { Param, Pattern, TsType } from '../syntax/tree.js';
import type { Type, ViewInput, ViewInputs } from '../declarations/declared-type.js';
import type { ViewFunction } from './returned-answers.js';

export type ReadInput = (module: LoadedModule, node: TsType) => Type | undefined;

/** The inputs; undefined when there are none. A path parameter named `body`, for example, is the path parameter. */
export function parameterInputs(
  { module, node }: ViewFunction,
  captures: readonly string[],
  read: ReadInput,
): ViewInputs | undefined {
  const inputs = node.params.flatMap((parameter) => inputOf(module, parameter, read));
  const find = (name: string): ViewInput | undefined =>
    captures.includes(name) ? undefined : inputs.find((input) => input.name === name);
  const [body, query, headers] = [find('body'), find('query'), find('headers')];
  const typed = inputs.filter(
    ({ name, type }) => captures.includes(name) && (type.kind !== 'text' || type.rules),
  );
  if (typed.length === 0 && !body && !query && !headers) return undefined;
  return {
    captures: typed,
    ...(body && { body }),
    ...(query && { query }),
    ...(headers && { headers }),
  };
}

function inputOf(
  module: LoadedModule,
  parameter: Param | Pattern,
  read: ReadInput,
): readonly ViewInput[] {
  const pattern = parameter.type === 'Parameter' ? parameter.pat : parameter;
  const hasDefault = pattern.type === 'AssignmentPattern';
  const name = hasDefault ? pattern.left : pattern;
  if (name.type !== 'Identifier' || !('typeAnnotation' in name)) return [];
  const { typeAnnotation: annotation } = name as {
    typeAnnotation?: { typeAnnotation: TsType } | null;
  }; // because swc's types leave it out of some patterns
  if (!annotation) return [];
  const { typeAnnotation } = annotation;
  const type = read(module, typeAnnotation);
  if (!type) return [];
  const isOptional = hasDefault || name.optional;
  const at = module.record.source.spanOf(typeAnnotation.span);
  return [{ name: name.value, type, isOptional, at }];
}
