// The statements of the policy that is written by hand, as the document holds them: complete, and each with its identifier.
import type { PolicyDocument, PolicyStatement } from '../policy-document.js';

/** In the order of the file, which may mean something to its reader. */
export function baseStatements(base: PolicyDocument | undefined): readonly PolicyStatement[] {
  const used = new Set(base?.Statement.map(({ Sid }) => Sid));
  return (base?.Statement ?? []).map((statement, index) => {
    if (statement.Sid !== '') return statement;
    let Sid = `Base${index + 1}`;
    while (used.has(Sid)) Sid += 'b';
    used.add(Sid);
    return { ...statement, Sid };
  });
}
