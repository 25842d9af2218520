// The catalogue of diagnostics: every problem that the compiler can report. Each text is stored next to the code that finds the
// problem; `docs/errors/` has a page for each.
import type { CatalogueEntry } from './diagnostics/diagnostic.js';
import * as readProblems from './facts/problem-catalogue.js';
import { KINDS } from './kinds/registry.js';
import * as views from './kinds/view/catalogue.js';
import { unnamedSchema, unreadType } from './types/catalogue.js';
import * as staticValues from './values/static-value-catalogue.js';

export const COMPILER_CATALOGUE: readonly CatalogueEntry<never>[] = [
  ...[readProblems, views, staticValues].flatMap((range) =>
    Object.values<CatalogueEntry<never>>(range),
  ),
  unreadType,
  unnamedSchema,
  ...KINDS.flatMap(({ catalogue }) => catalogue),
];
