// The catalogue of diagnostics: every problem the compiler can report, by code. The texts live here, the code that finds
// a problem only names the entry; `docs/errors/` has a page for each.
import type { CatalogueEntry } from './catalogue-entry.js';
import * as app from './catalogue/app.js';
import * as authorizers from './catalogue/authorizers.js';
import * as contentTypes from './catalogue/content-types.js';
import * as cors from './catalogue/cors.js';
import * as functions from './catalogue/functions.js';
import * as methods from './catalogue/methods.js';
import * as parameters from './catalogue/parameters.js';
import * as path from './catalogue/path.js';
import * as project from './catalogue/project.js';
import * as staticValues from './catalogue/static-values.js';

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
