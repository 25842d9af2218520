// What a plan takes away for good: a whole API with its address, and functions that are deployed. A forgotten import does
// that as well as a wish, so a deploy wants to be told (docs/decisions/deletions.md).
import { baseName } from '../../config/cloud-names.js';
import type { Plan } from './plan.js';

export type Deletion = { readonly kind: 'API' | 'function'; readonly name: string };

/** The API first. A role is made again when it is needed, and what another deploy has left twice is nobody's loss. */
export function deletionsOf({ app, stage, api, functions }: Plan): readonly Deletion[] {
  return [
    ...(api?.action === 'delete' ? [{ kind: 'API', name: baseName(app, stage) } as const] : []),
    ...functions.flatMap((change): Deletion[] =>
      change.action === 'delete' ? [{ kind: 'function', name: change.name }] : [],
    ),
  ];
}

/** `the API shop-dev, whose address is then gone for good, and the function shop-dev`. `show`: how a name is written. */
export function deletionsText(
  deletions: readonly Deletion[],
  show: (name: string) => string,
): string {
  const namesOf = (kind: Deletion['kind']): readonly string[] =>
    deletions.filter((one) => one.kind === kind).map(({ name }) => show(name));
  const [api] = namesOf('API');
  const functions = namesOf('function');
  const plural = functions.length === 1 ? '' : 's';
  return [
    ...(api === undefined ? [] : [`the API ${api}, whose address is then gone for good`]),
    ...(functions.length === 0 ? [] : [`the function${plural} ${functions.join(', ')}`]),
  ].join(', and ');
}
