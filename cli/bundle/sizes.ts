// Computes the rows of the size table: where the bytes of a package come from.
import type { Metafile } from 'esbuild';
import { HELPERS, NAMESPACE } from '../../transformers/esbuild.js';
import { type PackageFile, fileSize } from './file-tree.js';

/** The origin of the bytes in a row. */
export type SizeKind = 'app' | 'framework' | 'package' | 'glue' | 'map' | 'library' | 'copied';

export type SizeRow = {
  readonly kind: SizeKind;
  /** The name of the package if the kind is `package` or `copied`; otherwise a description. */
  readonly name: string;
  readonly bytes: number;
};

type Output = Metafile['outputs'][string];

const NAMES: Readonly<Record<Exclude<SizeKind, 'package' | 'copied'>, string>> = {
  app: 'your code',
  framework: 'framework',
  glue: 'module glue',
  map: 'source map',
  library: 'frameworklib',
};

/** Returns the rows for the bundle and for the files next to it, largest first in each group. */
export function sizeRows(
  output: Output | undefined,
  files: readonly PackageFile[],
): readonly SizeRow[] {
  const rows = new Map<string, SizeRow>();
  const add = (kind: SizeKind, name: string, bytes: number): void => {
    const key = `${kind} ${name}`;
    rows.set(key, { kind, name, bytes: bytes + (rows.get(key)?.bytes ?? 0) });
  };
  const inputs = Object.entries(output?.inputs ?? {});
  for (const [path, { bytesInOutput }] of inputs) {
    const { kind, name } = originOf(path);
    add(kind, name, bytesInOutput);
  }
  for (const file of files) {
    const { kind, name } = fileOrigin(file.path);
    const counted =
      kind === 'glue' ? inputs.reduce((sum, [, input]) => sum + input.bytesInOutput, 0) : 0;
    add(kind, name, fileSize(file) - counted);
  }
  return [...rows.values()]
    .filter(({ bytes }) => bytes > 0)
    .sort(
      (a, b) => ORDER[a.kind] - ORDER[b.kind] || b.bytes - a.bytes || (a.name < b.name ? -1 : 1),
    );
}

const ORDER: Readonly<Record<SizeKind, number>> = {
  app: 0,
  framework: 1,
  package: 2,
  glue: 3,
  library: 4,
  copied: 5,
  map: 6,
};

type Origin = { readonly kind: SizeKind; readonly name: string };

function originOf(path: string): Origin {
  if (path === `${NAMESPACE}:entry`) return { kind: 'glue', name: NAMES.glue };
  if (path.startsWith(`${NAMESPACE}:${HELPERS}`)) return { kind: 'package', name: '@swc/helpers' };
  if (path.startsWith(`${NAMESPACE}:`)) return { kind: 'framework', name: NAMES.framework };
  const name = /^.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return name === undefined ? { kind: 'app', name: NAMES.app } : { kind: 'package', name };
}

/** Returns the origin of a file in the package. Bytes of index.mjs that come from no input are the glue between modules. */
function fileOrigin(path: string): Origin {
  if (path === 'index.mjs') return { kind: 'glue', name: NAMES.glue };
  if (path === 'index.mjs.map') return { kind: 'map', name: NAMES.map };
  const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return name === undefined ? { kind: 'library', name: NAMES.library } : { kind: 'copied', name };
}
