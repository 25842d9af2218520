// The example type-checks with the declarations of the build.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isTurn, sampleOf } from '../support/sample.js';
import { RELEASES, typeErrors } from '../support/type-program.js';

const EXAMPLE = join(import.meta.dirname, '../../example-app');

const releases = sampleOf('releases for the example', RELEASES, 6);

test.runIf(isTurn('releases', 0, 2)).each(releases)(
  'the example type-checks with its own tsconfig, TypeScript %s',
  async (one) => {
    expect(await typeErrors(one, EXAMPLE)).toBe('');
  },
);
