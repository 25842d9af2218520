// Sets a test's values for providers (docs/guide/providers.md). A provider is identified by its location in the source, because
// the test's thread and the application's thread each have their own object.
import { AsyncLocalStorage } from 'node:async_hooks';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A value for a provider. `place` is the file of the provider and its index among the providers in that file. */
export type ProvidedValue = readonly [place: string, value: unknown];

/** The data that the runtime stores about each provider; see `note` in runtime/provider.ts. */
type Noted = { readonly provider: NotedProvider; readonly made: Error };
type NotedProvider = {
  run: (request: unknown, next: () => unknown) => unknown;
  readonly with: (value: unknown, run: () => unknown) => unknown;
};

const NOTED = Symbol.for('framework.providers');

/** Returns all providers of this thread. If a test runner loads a module again, its providers appear again. */
function notedProviders(): readonly Noted[] {
  const noted: unknown = Reflect.get(globalThis, NOTED);
  return Array.isArray(noted) ? (noted as readonly Noted[]) : []; // because only the runtime writes there
}

/** Returns the location where a provider is created; undefined for any other object. */
export function placeOfProvider(provider: object): string | undefined {
  return providerLocations(notedProviders()).get(provider);
}

function providerLocations(noted: readonly Noted[]): ReadonlyMap<object, string> {
  const spots = noted.flatMap(({ provider, made }) => {
    const spot = spotOf(made);
    return spot ? [{ provider, ...spot }] : [];
  });
  return new Map(
    spots.map(({ provider, file, position }) => {
      const positions = spots.filter((spot) => spot.file === file).map((spot) => spot.position);
      const before = new Set(positions.filter((other) => other < position));
      return [provider, `${file}#${String(before.size)}`];
    }),
  );
}

/** The number of runtime frames in the stack: `note`, the constructor and `middleware.provide`. */
const FRAMES_OF_THE_RUNTIME = 3;

function spotOf({
  stack = '',
}: Error): { readonly file: string; readonly position: number } | undefined {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const found = /(?:\(|at )((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/]).*?)(?:\?.*)?:(\d+):(\d+)\)?$/.exec(
    frames[FRAMES_OF_THE_RUNTIME] ?? '',
  );
  if (!found) return undefined;
  const [, path = '', line = '', column = ''] = found;
  return { file: realPath(path), position: Number(line) * 1e6 + Number(column) };
}

function realPath(path: string): string {
  const file = path.startsWith('file:') ? fileURLToPath(path) : path;
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

const given = new AsyncLocalStorage<ReadonlyMap<object, unknown>>();
const replaced = new WeakSet<object>();

/** Calls a function while providers have the given values. Throws if the application does not have such a provider. */
export function withProvided<R>(values: readonly ProvidedValue[], run: () => R): R {
  if (values.length === 0) return run();
  const noted = notedProviders();
  const places = providerLocations(noted);
  const wanted = new Map(values);
  for (const location of wanted.keys()) {
    if ([...places.values()].includes(location)) continue;
    throw new Error(
      `The application has no provider that is created in ${location.replace(/#\d+$/, '')}: \`client.with\` takes a provider that the test imports from the source of the application.`,
    );
  }
  const fakes = new Map<object, unknown>();
  for (const { provider } of noted) {
    const location = places.get(provider);
    if (location === undefined || !wanted.has(location)) continue;
    fakes.set(provider, wanted.get(location));
    replace(provider);
  }
  return given.run(fakes, run);
}

/** Makes a provider use the test's value if there is one. */
function replace(provider: NotedProvider): void {
  if (replaced.has(provider)) return;
  replaced.add(provider);
  const own = provider.run.bind(provider);
  provider.run = (request, next) => {
    const fakes = given.getStore();
    return fakes?.has(provider) === true
      ? provider.with(fakes.get(provider), next)
      : own(request, next);
  };
}
