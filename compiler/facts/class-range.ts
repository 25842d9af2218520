// Where a class begins: at its keyword, behind its decorators and modifiers.
import type { SourceText } from '../syntax/source-text.js';
import type { ClassSite } from './module-record.js';
import type { ClassBinding } from './view-bindings.js';

/** White space, comments, and the words that may stand before `class`. */
const BEFORE_KEYWORD =
  /(?:\s|\/\/[^\n\r]*|\/\*[^]*?\*\/|\b(?:export|default|abstract|declare)\b)*/y;

/** The class from its keyword to its closing brace; the name only of a declaration, which can be referred to. */
export function classRange(source: SourceText, site: ClassSite): ClassBinding['class'] {
  const { node, isDeclaration } = site;
  const behindDecorators = Math.max(
    source.offsetOf(node.span.start),
    ...(node.decorators ?? []).map(({ span }) => source.offsetOf(span.end)),
  );
  BEFORE_KEYWORD.lastIndex = behindDecorators;
  BEFORE_KEYWORD.test(source.text);
  return {
    start: Math.max(behindDecorators, BEFORE_KEYWORD.lastIndex),
    end: source.offsetOf(node.span.end),
    name: isDeclaration ? node.identifier?.value : undefined,
  };
}
