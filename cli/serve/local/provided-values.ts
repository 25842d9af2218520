// Values that a test gives in the place of providers (docs/guide/providers.md). A provider is told by the place that makes
// it, because the test and the application, each in its thread, have one of their own.
import { AsyncLocalStorage } from 'node:async_hooks';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A value for the provider made at a place: the file, and how many are made before it there. */
export type ProvidedValue = readonly [place: string, value: unknown];

/** What the runtime notes of each provider, see `Provider.$note`. */
type Noted = { readonly provider: NotedProvider; readonly made: Error };
type NotedProvider = {
  run: (request: unknown, next: () => unknown) => unknown;
  readonly with: (value: unknown, run: () => unknown) => unknown;
};

const NOTED = Symbol.for('framework.providers');

/** Every provider of this thread; one that a test runner loads again is there again. */
function notedProviders(): readonly Noted[] {
  const noted: unknown = Reflect.get(globalThis, NOTED);
  return Array.isArray(noted) ? (noted as readonly Noted[]) : []; // because only the runtime writes there
}

/** The place that makes a provider; undefined for something else. */
export function placeOfProvider(provider: object): string | undefined {
  return placesOf(notedProviders()).get(provider);
}

/** The place of each provider: its file with its rank among all that are made there. */
function placesOf(noted: readonly Noted[]): ReadonlyMap<object, string> {
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

/** `$note`, the constructor and the two makers stand between the error and the source. */
const FRAMES_OF_THE_RUNTIME = 4;

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

/** Runs a function in which providers have other values than their own. Throws when the application has no such provider. */
export function withProvided<R>(values: readonly ProvidedValue[], run: () => R): R {
  if (values.length === 0) return run();
  const noted = notedProviders();
  const places = placesOf(noted);
  const wanted = new Map(values);
  for (const place of wanted.keys()) {
    if ([...places.values()].includes(place)) continue;
    throw new Error(
      `The application has no provider that is made in ${place.replace(/#\d+$/, '')}: \`client.with\` takes one that the test imports from the source of the application.`,
    );
  }
  const fakes = new Map<object, unknown>();
  for (const { provider } of noted) {
    const place = places.get(provider);
    if (place === undefined || !wanted.has(place)) continue;
    fakes.set(provider, wanted.get(place));
    replace(provider);
  }
  return given.run(fakes, run);
}

/** Puts the value of the test, where there is one, before what the provider does. */
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
