// Computed imports in modules that are not read: their modules are not known.
import { shortText } from '../../../facts/unknown-value.js';
import type { LoadedModule } from '../../../facts/module-graph.js';
import type { UnresolvedUse } from '../../sdk-use.js';
import type { Reader } from './module-reader.js';
import { visitCalls, type WrittenCall } from './written-calls.js';

/** `import(x)` and `require(x)` with anything but a text that is written out. */
const COMPUTED =
  /\b(?:require|import)\s*\(\s*(?!(?:\/\*[^*]*\*\/\s*)?(?:'[^'\n]*'|"[^"\n]*"|`[^`$]*`)\s*[,)])/;

/** Whether the text of a module may compute what it imports. */
export function mayComputeImport(text: string): boolean {
  return COMPUTED.test(text);
}

export function computedImportsIn(reader: Reader, module: LoadedModule): readonly UnresolvedUse[] {
  if (!mayComputeImport(module.record.source.text)) return [];
  const found: UnresolvedUse[] = [];
  const whole = reader.whole(module);
  visitCalls(reader.programs.get(module.path), (call) => {
    if (!isComputedImport(call)) return;
    const at = whole.record.source.spanOf(call.span);
    found.push({ kind: 'computed-import', text: shortText(whole, call.span), at });
  });
  return found;
}

function isComputedImport({ callee, arguments: [first] }: WrittenCall): boolean {
  const isLoader =
    callee.type === 'Import' || (callee.type === 'Identifier' && callee.value === 'require');
  const specifier = first?.expression;
  if (!isLoader || !specifier || specifier.type === 'StringLiteral') return false;
  return specifier.type !== 'TemplateLiteral' || specifier.expressions.length > 0;
}
