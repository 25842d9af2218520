// All types that are difficult to read.
import { HARD_CONDITIONS } from './hard-conditions.fixture.js';
import { HARD_DECLARATIONS } from './hard-declarations.fixture.js';
import { HARD_OBJECTS } from './hard-objects.fixture.js';
import type { HardType } from './hard-type.fixture.js';
import { HARD_VALUES } from './hard-values.fixture.js';
import { WORLD_CONDITIONS } from './world-conditions.fixture.js';
import { WORLD_PAYLOADS } from './world-payloads.fixture.js';
import { HARD_FILTERS } from './hard-filters.fixture.js';
import { WORLD_TYPES } from './world-types.fixture.js';

export const HARD_TYPES: readonly HardType[] = [
  ...HARD_OBJECTS,
  ...HARD_DECLARATIONS,
  ...HARD_CONDITIONS,
  ...HARD_VALUES,
  ...WORLD_PAYLOADS,
  ...HARD_FILTERS,
  ...WORLD_TYPES,
  ...WORLD_CONDITIONS,
];
