// The names of a function's parameters, read from its own source text: real decorators have no other way to bind
// captures by name. Defaults may hold anything: comments, strings, templates, brackets, regular expressions.

const NAME = /^\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(?:=|$)/u;
const BARE_ARROW = /^(?:async\s+)?([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*=>/u;
/** Comments and quoted strings; any other slash may start a regular expression. */
const NOISE = /\/\/.*|\/\*[^]*?\*\/|'(?:\\[^]|[^\\'])*'|"(?:\\[^]|[^\\"])*"/y;
const REGULAR_EXPRESSION = /\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\/[a-z]*/y;
/** After one of these a slash starts a regular expression, otherwise it divides. */
const BEFORE_EXPRESSION = /[=(,:?[{}&|!;+\-*%<>~^]\s*$/;

/** The names in order; undefined when a parameter has none, because it is destructured or a rest parameter. */
export function parameterNames(fn: (...values: never) => unknown): readonly string[] | undefined {
  const text = withoutNoise(Function.prototype.toString.call(fn)).trim();
  const bare = BARE_ARROW.exec(text)?.[1];
  if (bare !== undefined) return [bare];
  const names = parameterTexts(text).map((parameter) => NAME.exec(parameter)?.[1] ?? '');
  return names.includes('') ? undefined : names;
}

/** The parameters between the first parentheses that are not inside other brackets, such as those of a computed name. */
function parameterTexts(text: string): string[] {
  const parameters: string[] = [];
  let depth = 0;
  let start = -1;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if ('([{'.includes(character)) {
      if (depth === 0 && character === '(' && start < 0) start = index + 1;
      depth += 1;
    } else if (')]}'.includes(character)) {
      depth -= 1;
    }
    const isEnd = depth === 0 && start >= 0;
    if (isEnd || (depth === 1 && start >= 0 && character === ',')) {
      parameters.push(text.slice(start, index));
      start = index + 1;
    }
    if (isEnd) break;
  }
  // `()` and a trailing comma leave an empty last parameter.
  if (parameters.at(-1)?.trim() === '') parameters.pop();
  return parameters;
}

/** The text with every comment, string, template and regular expression replaced by a space. */
function withoutNoise(text: string): string {
  let code = '';
  let index = 0;
  while (index < text.length) {
    const end = endOfNoise(text, index, code);
    code += end > index ? ' ' : text.charAt(index);
    index = Math.max(end, index + 1);
  }
  return code;
}

/** The end of the comment, string, template or regular expression at `index`; `index` when there is none. */
function endOfNoise(text: string, index: number, codeBefore: string): number {
  if (text.startsWith('`', index)) return endOfTemplate(text, index + 1);
  NOISE.lastIndex = index;
  if (NOISE.test(text)) return NOISE.lastIndex;
  REGULAR_EXPRESSION.lastIndex = index;
  const isExpression = text.startsWith('/', index) && BEFORE_EXPRESSION.test(codeBefore);
  return isExpression && REGULAR_EXPRESSION.test(text) ? REGULAR_EXPRESSION.lastIndex : index;
}

/** The end of a template whose text starts at `index`; `${}` may hold nested templates. */
function endOfTemplate(text: string, index: number): number {
  while (index < text.length && !text.startsWith('`', index)) {
    if (text.startsWith('\\', index)) index += 2;
    else if (text.startsWith('${', index)) index = endOfSubstitution(text, index + 2);
    else index += 1;
  }
  return index + 1;
}

function endOfSubstitution(text: string, index: number): number {
  let depth = 1;
  let code = '{';
  while (index < text.length && depth > 0) {
    const end = endOfNoise(text, index, code);
    if (end > index) {
      code += ' ';
      index = end;
      continue;
    }
    const character = text.charAt(index);
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    code += character;
    index += 1;
  }
  return index;
}
