// Builds manifests for tests from the few route fields that matter in a test.
import type {
  AuthorizerEntry,
  FunctionEntry,
  Manifest,
  RouteEntry,
} from '../../../runtime/contract/manifest.js';
import { captureNames } from '../../../runtime/contract/paths.js';

export type RouteSketch = Pick<RouteEntry, 'path'> & Partial<RouteEntry>;

type Extras = {
  readonly authorizers?: readonly AuthorizerEntry[];
  readonly functions?: readonly string[];
};

export function manifestOf(routes: readonly RouteSketch[], extras: Extras = {}): Manifest {
  const at = { file: 'app.ts', line: 1, column: 1 };
  return {
    version: 1,
    app: { name: 'fixture', debug: false, binaryTypes: [], at },
    routes: routes.map((route, index) => ({
      methods: ['GET'],
      view: `view${index}`,
      parameters: captureNames(route.path),
      contentTypes: ['application/json'],
      cors: false,
      apiKeyRequired: false,
      authorizer: null,
      at,
      ...route,
    })),
    functions: (extras.functions ?? []).map((name): FunctionEntry => ({ name, view: name, at })),
    authorizers: extras.authorizers ?? [],
  };
}
