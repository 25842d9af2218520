// The manifest and the gateway know an authorizer by its name, so one name stands for one authorizer.
import { IAM_AUTHORIZER, type AuthorizerEntry } from '../../../runtime/contract/manifest.js';
import {
  authorizerNameTaken,
  reservedAuthorizerName,
} from '../../diagnostics/catalogue/authorizers.js';
import { diagnose } from '../../diagnostics/diagnose.js';
import type { Diagnostic, SourceSpan } from '../../diagnostics/diagnostic.js';
import { readDefinition } from '../../facts/authorizers.js';
import type { AppFacts } from '../../declarations/app-facts.js';
import { readAuthorizer } from '../../facts/route-options.js';
import { madeAuthorizers } from './made-authorizers.js';

type Named = { readonly app: number; readonly entry: AuthorizerEntry; readonly at: SourceSpan };

export function checkAuthorizerNames(facts: AppFacts): Diagnostic[] {
  const firsts = new Map<string, Named>();
  const found: Diagnostic[] = [];
  for (const item of readNamed(facts)) {
    const key = `${item.app} ${item.entry.name}`;
    const first = firsts.get(key);
    if (item.entry.kind !== 'iam' && item.entry.name === IAM_AUTHORIZER)
      found.push(reportReserved(item));
    else if (!first) firsts.set(key, item);
    else if (textOf(first.entry) !== textOf(item.entry)) found.push(reportTaken(item, first));
  }
  return found;
}

function readNamed(facts: AppFacts): Named[] {
  const defined = facts.authorizers.flatMap((declaration) => {
    const entry = readDefinition(declaration);
    return entry ? [{ app: declaration.app, entry, at: declaration.name.at }] : [];
  });
  const given = madeAuthorizers(facts).flatMap(({ app, instance }) => {
    const entry = readAuthorizer(instance);
    return entry ? [{ app, entry, at: instance.at }] : [];
  });
  return [...defined, ...given];
}

function textOf(entry: AuthorizerEntry): string {
  switch (entry.kind) {
    case 'iam':
      return entry.kind;
    case 'userPool':
      return JSON.stringify([
        entry.kind,
        entry.header.toLowerCase(),
        entry.providerArns.toSorted(),
      ]);
    case 'custom':
      return JSON.stringify([entry.kind, entry.header.toLowerCase(), entry.authorizerUri]);
  }
}

function reportReserved({ entry, at }: Named): Diagnostic {
  return diagnose(reservedAuthorizerName, { name: entry.name }, { at });
}

function reportTaken({ entry, at }: Named, first: Named): Diagnostic {
  return diagnose(
    authorizerNameTaken,
    { name: entry.name },
    { at, related: [{ message: 'The first authorizer of that name is made here.', at: first.at }] },
  );
}
