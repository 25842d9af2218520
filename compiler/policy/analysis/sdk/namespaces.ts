// Namespaces whose members are read by names that are not known, or by code that is not followed.
import type { Analysis, Frame } from '../analysis.js';
import type { Span } from '../../../syntax/tree.js';
import { listen } from '../values/value-graph.js';
import { watchFields } from '../values/object.js';
import type { Token } from '../values/token.js';
import { refer, noteComputed } from './sdk-values.js';

/** Remembers where a namespace is used, because that location is reported when its members are lost. */
export function nameNamespace(
  { named }: Analysis,
  token: Token,
  at: { readonly place: Frame; readonly at: Span },
): void {
  const isNamespace =
    token.kind === 'sdk' ? token.name === '*' : token.kind === 'object' && token.find;
  if (isNamespace && !named.has(token)) named.set(token, at);
}

/** Any export of a namespace may be used from here: those of a package are reported, those of a module are uses. */
export function noteNamespace(analysis: Analysis, token: Token): void {
  const at = analysis.named.get(token);
  if (!at) return;
  if (token.kind === 'sdk') noteComputed(analysis, token.package, at);
  if (token.kind !== 'object' || analysis.opened.has(token)) return;
  analysis.opened.add(token);
  watchFields(token, (_name, field) => {
    listen(field, (member) => {
      if (member.kind !== 'sdk') return;
      if (member.name === '*') noteNamespace(analysis, member);
      else refer(analysis, member, { ...at, call: undefined });
    });
  });
}
