import { expect, test } from 'vitest';
import { placeAt } from '../../test/support/hand-made-facts.js';
import { type Diagnostic, sortDiagnostics, nearestName } from './diagnostic.js';

function problem(code: string, at?: Diagnostic['at']): Diagnostic {
  return { code, severity: 'error', message: code, ...(at && { at }) };
}

test('diagnostics are sorted by file, place and code, those without a place first', () => {
  const other = { ...placeAt(0, 1), file: 'B.ts' };
  const sorted = sortDiagnostics([
    problem('FW2104', placeAt(9, 12)),
    problem('FW2103', placeAt(9, 10)),
    problem('FW2201', placeAt(3, 4)),
    problem('FW2301', other),
    problem('FW1001'),
  ]);
  expect(sorted.map(({ code, at }) => `${code} ${at?.file ?? '-'}:${at?.start ?? '-'}`)).toEqual([
    'FW1001 -:-',
    'FW2301 B.ts:0',
    'FW2201 app.ts:3',
    'FW2103 app.ts:9',
    'FW2104 app.ts:9',
  ]);
});

test('the same problem at the same place is reported once', () => {
  const once = problem('FW2801', placeAt(3, 4));
  expect(sortDiagnostics([once, { ...once }])).toEqual([once]);
});

const OPTIONS = ['methods', 'contentTypes', 'cors', 'apiKeyRequired', 'authorizer'];

test.each([
  ['content_types', 'contentTypes'],
  ['api_key_required', 'apiKeyRequired'],
  ['apiKeyRequried', 'apiKeyRequired'],
  ['method', 'methods'],
  ['Cors', 'cors'],
  ['authoriser', 'authorizer'],
])('%s is meant to be %s', (written, meant) => {
  expect(nearestName(written, OPTIONS)).toBe(meant);
});

test('letters in another order are near', () => {
  expect(nearestName('GTE', ['GET', 'PUT'])).toBe('GET');
});

test.each(['timeout', 'x', '', 'headers', 'name'])('%s is near no option', (written) => {
  expect(nearestName(written, OPTIONS)).toBeUndefined();
});

test('nothing is near when nothing is known', () => {
  expect(nearestName('a', [])).toBeUndefined();
});
