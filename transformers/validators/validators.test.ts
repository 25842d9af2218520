// The code of validators against ajv on the JSON Schema of the same types, and what it says of single mistakes.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { jsonSchemaOf } from '../../compiler/types/json-schema.js';
import { bodyChecker } from './checked.fixture.js';
import {
  createRandom,
  type RandomTypes,
  randomTypes,
  randomValue,
} from './random-types.fixture.js';

const LONG = process.env['FRAMEWORK_LONG_TESTS'] !== undefined;

it('agrees with ajv on random types and values', () => {
  const random = createRandom(20260);
  const counts = { valid: 0, wrong: 0 };
  for (let round = 0; round < (LONG ? 4000 : 40); round++) {
    const types = randomTypes(random);
    const check = bodyChecker(types.type, types.definitions);
    const isValid = ajvOf(types);
    for (let turn = 0; turn < 50; turn++) {
      const value = fromJson(randomValue(random, types.type, types));
      const expected = isValid(value);
      counts[expected ? 'valid' : 'wrong'] += 1;
      const problems = check(value);
      if (expected !== (problems.length === 0))
        expect.fail(
          JSON.stringify({
            ...types,
            definitions: [...types.definitions],
            value,
            problems,
            expected,
          }),
        );
    }
  }
  expect(counts.valid).toBeGreaterThan(300);
  expect(counts.wrong).toBeGreaterThan(300);
});

/** As a request has it: `-0`, `undefined` and prototypes do not come through JSON. */
function fromJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function ajvOf({ type, definitions }: RandomTypes): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });
  const options = { refOf: (key: string): string => `#/$defs/${key}`, definitions };
  const defs = [...definitions].map(([key, one]) => [key, jsonSchemaOf(one.type, options)]);
  const validate = ajv.compile({
    ...jsonSchemaOf(type, options),
    $defs: Object.fromEntries(defs) as object, // because Object.fromEntries gives any
  });
  return (value) => validate(value);
}
