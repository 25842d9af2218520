import { expect, test } from 'vitest';
import { readSendForm } from './send-form.js';

const FORM = { method: 'PUT', target: '/a%20b?c=%C3%A9', headers: [['X-A', ' b ']] };

const read = (form: unknown): unknown => readSendForm(JSON.stringify(form));

test('a form is read, and what it does not say is nothing', () => {
  expect(read(FORM)).toEqual({
    form: { ...FORM, headers: [['X-A', 'b']], isSigned: false, hasKey: false },
  });
  const whole = { ...FORM, body: { base64: 'AA==' }, isSigned: true, hasKey: true, claims: {} };
  expect(read(whole)).toMatchObject({ form: { ...whole, headers: [['X-A', 'b']] } });
});

test.each([
  ['a list', [], 'The form is not a JSON object.'],
  ['a method that is none', { ...FORM, method: 'GET /x' }, 'The method is not an HTTP method.'],
  ['another host', { ...FORM, target: 'http://x/' }, /must begin with a slash/],
  ['a character of no path', { ...FORM, target: '/a b' }, /must begin with a slash/],
  ['a line in the path', { ...FORM, target: '/a\r\nX: y' }, /must begin with a slash/],
  ['a line in a header', { ...FORM, headers: [['X-A', 'b\nX-B: c']] }, /The value of X-A/],
  ['a name that is none', { ...FORM, headers: [['X A', 'b']] }, /`X A` is not a valid header name/],
  ['half a header', { ...FORM, headers: [['X-A']] }, 'A header cannot have two values.'],
  ['a body that is none', { ...FORM, body: {} }, 'The body is neither text nor base64.'],
  ['claims that are none', { ...FORM, claims: [] }, 'The claims are not a JSON object.'],
])('%s is refused', (_, form, problem) => {
  expect(read(form)).toEqual({
    problem: typeof problem === 'string' ? problem : (expect.stringMatching(problem) as unknown),
  });
});

test('a text that is not JSON is refused', () => {
  expect(readSendForm('{')).toEqual({ problem: 'The form is not a JSON object.' });
});
