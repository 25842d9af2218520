// What is known about inputs. A wrong value here would remove a permission that the application needs.
import { describe, expect, test } from 'vitest';
import { bucket, KNOWN } from '../programs/input-shapes.fixture.js';
import { UNKNOWN_INPUTS } from '../programs/unknown-inputs.fixture.js';
import { show } from '../programs/small-app.fixture.js';

const FILES = `
-- config.json --
{ "bucket": "from-json" }
-- names.ts --
export const photos = 'photos';
export const names = { notes: 'notes' };
`;

const ENVIRONMENTS = [{ BUCKET: 'one', PARTLY: 'x' }, { BUCKET: 'two' }];

describe.each([
  ['known', KNOWN],
  ['not known', UNKNOWN_INPUTS],
])('%s', (_group, shapes) => {
  test.each(shapes)('%s', (_shape, program, expression, known) => {
    const source = bucket(
      program.replace('c ? ', ''),
      expression.replace('c ?', 'Math.random() ?'),
    );
    const found = show(source + FILES, ENVIRONMENTS)
      .split('\n')
      .at(-1);
    expect(found?.replace('()', '({ Bucket: ? })')).toBe(
      `s3 method ListObjects({ Bucket: ${known} })`,
    );
  });
});
