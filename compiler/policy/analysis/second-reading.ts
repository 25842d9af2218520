// Whether all has to be read after all: something of the SDK may have come to the modules that were not read, or what came
// out of them stands where knowing it would make the policy narrower.
import type { UnresolvedUse } from '../sdk-use.js';
import type { Analysis, InputNode } from './analysis.js';
import { isNarrow, type Node } from './flow.js';
import { UNREAD, type FunctionToken, type ObjectToken, type Token } from './token.js';

/** Something of the SDK may have come to the modules that were not read. */
export function mayReachUnread({ crossing, queue, unresolved }: Analysis): boolean {
  const { hasEscaped, isAsked } = crossing;
  const isNamed = unresolved.some(({ kind }) => kind === 'computed-operation');
  if (hasEscaped || isAsked || (isNamed && queue.mixesUnread)) return true;
  return queue.overflow.size > 0 || isNarrow(queue);
}

/** The policy may be narrower, or a warning less, when all is read. */
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
    // An object that is handed over has members that are known, and others.
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

/** A function that is handed over may be called for every function of the cloud, as far as can be seen. */
function separatesLess({ views, crossing, calls, uses }: Analysis): boolean {
  if (new Set([...(views?.values() ?? [])].flat()).size < 2) return false;
  const reached = new Set<FunctionToken | undefined>(crossing.functions);
  for (const token of reached) for (const next of calls.get(token) ?? []) reached.add(next);
  return uses.some(({ place }) => place.inside !== undefined && reached.has(place.inside));
}
