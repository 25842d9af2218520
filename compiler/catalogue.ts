// The catalogue of diagnostics: every problem the compiler can report, by code. The texts live here, the code that finds
// a problem only names the entry; `docs/errors/` has a page for each.
import type { CatalogueEntry } from './diagnostics/catalogue-entry.js';
import * as app from './diagnostics/catalogue/app.js';
import * as authorizers from './diagnostics/catalogue/authorizers.js';
import * as contentTypes from './diagnostics/catalogue/content-types.js';
import * as cors from './diagnostics/catalogue/cors.js';
import * as functions from './diagnostics/catalogue/functions.js';
import * as methods from './diagnostics/catalogue/methods.js';
import * as parameters from './diagnostics/catalogue/parameters.js';
import * as path from './diagnostics/catalogue/path.js';
import * as project from './diagnostics/catalogue/project.js';
import * as staticValues from './values/static-value-catalogue.js';

const RANGES: readonly Readonly<Record<string, CatalogueEntry<never>>>[] = [
  project,
  app,
  path,
  methods,
  parameters,
  contentTypes,
  cors,
  authorizers,
  functions,
  staticValues,
];

/** Every entry, range by range. */
export const COMPILER_CATALOGUE: readonly CatalogueEntry<never>[] = RANGES.flatMap((range) =>
  Object.values(range),
);
