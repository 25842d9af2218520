// FW62: problems with commands that access a deployed function.
import { code, codeList, type CatalogueEntry } from '../../../compiler/diagnostics/diagnostic.js';

export const functionNotDeployed: CatalogueEntry<{
  readonly function: string;
  readonly region: string;
  /** The command that deploys the stage. */
  readonly command: string;
  /** The deployed functions, as values of `--name`; empty if there are none. */
  readonly known: readonly string[];
  readonly nearest: string | undefined;
}> = {
  code: 'FW6230',
  severity: 'error',
  title: 'The function is not deployed',
  message: ({ function: name, region }) => `There is no function ${code(name)} in ${code(region)}.`,
  hint: ({ command, known, nearest }) =>
    known.length > 0
      ? `${nearest === undefined ? '' : `Did you mean ${code(nearest)}? `}The functions of the stage are ${codeList(known)}; ${code(command)} deploys new functions.`
      : `Run ${code(command)}; if it is deployed elsewhere, add \`--region\` or \`--profile\`.`,
};
