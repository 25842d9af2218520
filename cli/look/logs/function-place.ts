// Determines the names of a function from its key, and creates the diagnostic for a function that is not deployed.
import {
  type Diagnostic,
  nearestName,
  diagnose,
  code,
  codeList,
  type CatalogueEntry,
} from '../../../compiler/diagnostics/diagnostic.js';
import type { Cloud } from '../../cloud/cloud.js';
import { baseName, functionNameOf } from '../../config/cloud-names.js';
import { API_HANDLER } from '../../config/stage-config.js';

export type FunctionPlace = {
  readonly base: string;
  /** The key of the function in `lambda_functions`. */
  readonly key: string;
  readonly functionName: string;
  /** The command that deploys the stage. */
  readonly deployCommand: string;
};

/** Accepts the keys in `lambda_functions`, including `api_handler`. */
export function functionPlace(
  { app, stage }: { readonly app: string; readonly stage: string },
  key: string,
): FunctionPlace {
  const base = baseName(app, stage);
  const deployCommand = stage === 'dev' ? 'framework deploy' : `framework deploy --stage ${stage}`;
  return { base, key, functionName: functionNameOf(base, key), deployCommand };
}

export async function describeMissing(cloud: Cloud, target: FunctionPlace): Promise<Diagnostic> {
  const { base, key, functionName, deployCommand } = target;
  const names = await cloud.lambda.listFunctions(base);
  const known = names.flatMap((name) => {
    if (name === base) return [API_HANDLER];
    return name.startsWith(`${base}-`) ? [name.slice(base.length + 1)] : [];
  });
  const nearest = nearestName(key, known);
  const named = { function: functionName, region: cloud.region, command: deployCommand };
  return diagnose(functionNotDeployed, { ...named, known, nearest });
}

/** Checks the name, because AWS rejects an impossible one with a long message. */
export function isFunctionName({ functionName }: FunctionPlace): boolean {
  return /^[\w-]{1,64}$/.test(functionName);
}

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
      : `Run ${code(command)}; if the function is deployed elsewhere, add \`--region\` or \`--profile\`.`,
};
