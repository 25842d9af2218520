// The statements of the hand-written base policy, complete and with an identifier each.
import type { PolicyDocument, PolicyStatement } from '../policy-document.js';

/** The statements in the order of the file. */
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
