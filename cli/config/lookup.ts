// The lookup and merge rules of the configuration (spec 2.6): a function over its stage over the top level.
import type { KeyPath } from './config-file.js';
import type { RawConfig, RawFunction } from './raw-config.js';

/** A mapping of the file that settings are looked up in, and where it stands. */
export type Layer = { readonly path: KeyPath; readonly settings: RawFunction };

/**
 * The mappings that hold settings of a function, the strongest first; without a name, those of the stage.
 * `lambda_functions` may stand at the top level like every stage key, and is then weaker than the stage's own.
 */
export function layersOf(raw: RawConfig, stage: string, name?: string): Layer[] {
  const own = entryOf(raw.stages, stage);
  const layers: [KeyPath, RawFunction | undefined][] = [
    [['stages', stage], own],
    [[], raw],
  ];
  if (name !== undefined) {
    layers.unshift(
      [['stages', stage, 'lambda_functions', name], entryOf(own?.lambda_functions, name)],
      [['lambda_functions', name], entryOf(raw.lambda_functions, name)],
    );
  }
  return layers.flatMap(([path, settings]) => (settings ? [{ path, settings }] : []));
}

/** The value of a key in the strongest layer that has it, and its place; undefined when none has. */
export function lookUp<Key extends keyof RawFunction>(
  layers: readonly Layer[],
  key: Key,
): { readonly value: NonNullable<RawFunction[Key]>; readonly path: KeyPath } | undefined {
  for (const { path, settings } of layers) {
    const value = settings[key];
    if (value !== undefined) return { value, path: [...path, key] };
  }
  return undefined;
}

/** Merges a mapping of all layers; the stronger layer wins on equal names. */
export function merge(
  layers: readonly Layer[],
  key: 'environment_variables' | 'tags',
): Readonly<Record<string, string>> {
  const weakestFirst = layers.map(({ settings }) => settings[key] ?? {}).toReversed();
  return Object.fromEntries(weakestFirst.flatMap((entries) => Object.entries(entries)));
}

/** An entry of a mapping whose names the user chooses: `constructor` is a name like any other. */
export function entryOf<T>(
  mapping: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined {
  return mapping && Object.hasOwn(mapping, name) ? mapping[name] : undefined;
}
