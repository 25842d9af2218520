// Decides whether all modules have to be read: when a value of the SDK may have reached a module that was not read, or when
// one of its values would make the policy narrower if it were known.
import type { UnresolvedUse } from '../../sdk-use.js';
import type { Analysis, InputNode } from '../analysis.js';
import { isNarrow, type Node } from '../values/value-graph.js';
import { UNREAD, type FunctionToken, type ObjectToken, type Token } from '../values/token.js';

/** True when a value of the SDK may have reached a module that was not read. */
export function mayReachUnread({ crossing, queue, unresolved }: Analysis): boolean {
  const { hasEscaped, isAsked } = crossing;
  const isNamed = unresolved.some(({ kind }) => kind === 'computed-operation');
  if (hasEscaped || isAsked || (isNamed && queue.mixesUnread)) return true;
  return queue.overflow.size > 0 || isNarrow(queue);
}

/** True when the policy may become narrower, or lose a warning, if all modules are read. */
export function tellsLess(analysis: Analysis): boolean {
  const { unresolved, uses } = analysis;
  if (unresolved.some(({ kind }) => MAY_BE_KNOWN.has(kind))) return true;
  const isOpen = uses.some(({ inputs }) => inputs.some((input) => isFromUnread(analysis, input)));
  return isOpen || separatesLess(analysis);
}

const MAY_BE_KNOWN: ReadonlySet<UnresolvedUse['kind']> = new Set([
  'guessed-receiver',
  'computed-operation',
]);

/** Entries that name no resource. */
const CONTENT =
  /^(?:Key|Item|Body|Message|MessageBody|Payload|Value|Metadata|Data|Detail|Limit|ExclusiveStartKey|SecretString|Plaintext|CiphertextBlob|Content(?!$)\w*|\w*Expression|ExpressionAttribute\w+)$/;

function isFromUnread({ queue }: Analysis, input: InputNode): boolean {
  const seen = new Set<ObjectToken>();
  const isOpen = ({ tokens }: Node): boolean => {
    const isExact = tokens.length === 1 && tokens.every(({ kind }) => kind !== 'unknown');
    // The object has known and unknown members.
    const isPartly = tokens.length > 1 && tokens.some(({ kind }) => kind === 'unknown');
    return isPartly || (queue.mixesUnread && !isExact) || tokens.some(isOpenToken);
  };
  const isOpenToken = (token: Token): boolean => {
    if (token === UNREAD) return true;
    if (token.kind === 'text') return queue.mixesUnread && token.pattern.includes(undefined);
    if (token.kind !== 'object' || seen.has(token)) return false;
    seen.add(token);
    if (token.hasEscaped || isOpen(token.any) || isOpen(token.open)) return true;
    return [...token.fields].some(([name, field]) => !CONTENT.test(name) && isOpen(field));
  };
  return input.kind === 'value' ? isOpen(input.node) : input.nodes.some(isOpen);
}

/** A function that was handed over counts as called by every function of the cloud. */
function separatesLess({ views, crossing, calls, uses }: Analysis): boolean {
  if (new Set([...(views?.values() ?? [])].flat()).size < 2) return false;
  const reached = new Set<FunctionToken | undefined>(crossing.functions);
  for (const token of reached) for (const next of calls.get(token) ?? []) reached.add(next);
  return uses.some(({ place }) => place.inside !== undefined && reached.has(place.inside));
}
