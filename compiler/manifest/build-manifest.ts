// Builds the manifest from facts without errors: plain, sorted JSON that is always the same for the same source, whatever the
// order of its files. Each kind of declaration builds its part; the schemas of inputs are added here.
import type {
  Manifest,
  JsonSchema,
  RouteEntry,
  RouteInputs,
} from '../../runtime/contract/manifest.js';
import type { AppFacts } from '../declarations/app-facts.js';
import { KINDS } from '../kinds/registry.js';
import type { Type, ViewInputs } from '../declarations/declared-type.js';
import { boundInputs } from '../kinds/route/inputs.js';
import { routesOf } from '../kinds/route/route.js';
import { jsonSchemaOf, type SchemaOptions } from '../types/json-schema.js';
import { namedSchemas } from '../types/schema-names.js';
import { once } from '../groups.js';

/** Builds the manifest. The facts must have passed `checkApp` without errors; anything else is a bug and throws. */
export function buildManifest(facts: AppFacts): Manifest {
  const parts = KINDS.flatMap(({ manifest }) =>
    manifest ? [[manifest.name, manifest.build(facts)] as const] : [],
  ).filter(([, part]) => part !== undefined);
  const manifest = { version: 1, ...Object.fromEntries(parts) } as Manifest; // because the kinds build all its parts, as its schema requires
  return withInputs(manifest, facts);
}

export function serializeManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** Adds the schemas of inputs. A schema is created on first use, because most readers of a manifest do not need it. */
function withInputs(manifest: Manifest, facts: AppFacts): Manifest {
  const { types: definitions } = facts;
  const inputs = new Map<string, ViewInputs>();
  for (const route of routesOf(facts)) {
    const { path, decoded } = route;
    const bound = boundInputs(route, definitions);
    if (!bound || path.kind !== 'string') continue;
    inputs.set(keyOf(path.value, decoded.value?.methods), bound.inputs);
  }
  if (inputs.size === 0) return manifest;
  const schemas = once(() => namedSchemas([...inputs.values()].flatMap(typesOf), definitions));
  const routes = manifest.routes.map((entry): RouteEntry => {
    const { at, ...rest } = entry;
    const own = inputs.get(keyOf(entry.path, entry.methods));
    if (!own) return entry;
    return {
      ...rest,
      get inputs() {
        return routeInputs(own, schemas().options);
      },
      at,
    };
  });
  return {
    ...manifest,
    routes,
    get schemas() {
      return schemas().named;
    },
  };
}

/** Returns the key of a route. It is unique, because no two routes share both a path and a method. */
function keyOf(path: string, methods: readonly string[] = []): string {
  return `${path} ${methods.join()}`;
}

function typesOf({ captures, body, query, headers }: ViewInputs): readonly Type[] {
  return [...captures, body, query, headers].flatMap((input) => (input ? [input.type] : []));
}

function routeInputs(
  { captures, body, query, headers }: ViewInputs,
  options: SchemaOptions,
): RouteInputs {
  const schemaOf = (type: Type): JsonSchema => jsonSchemaOf(type, options);
  return {
    ...(captures.length > 0 && {
      captures: Object.fromEntries(captures.map(({ name, type }) => [name, schemaOf(type)])),
    }),
    ...(query && { query: schemaOf(query.type) }),
    ...(headers && { headers: schemaOf(headers.type) }),
    ...(body && { body: schemaOf(body.type) }),
    ...(body?.isOptional && { isBodyOptional: true }),
  };
}
