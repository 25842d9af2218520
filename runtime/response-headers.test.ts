import { expect, it } from 'vitest';
import { mergeHeaders } from './response-headers.js';

const DEFAULTS = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' };

it('a header replaces a default of any case, and keeps its spelling', () => {
  expect(mergeHeaders(DEFAULTS, { 'content-TYPE': 'text/html' })).toEqual({
    headers: { ...DEFAULTS, 'Content-Type': 'text/html' },
  });
});

it('of two spellings of a header the last one counts', () => {
  expect(mergeHeaders({}, { 'X-Word': 'one', 'x-word': 'two' })).toEqual({
    headers: { 'X-Word': 'two' },
  });
});

it('lists become repeated headers, and a list may replace a default', () => {
  expect(mergeHeaders(DEFAULTS, { 'access-control-allow-origin': ['a', 'b'] })).toEqual({
    headers: { 'Content-Type': 'application/json' },
    multiValueHeaders: { 'Access-Control-Allow-Origin': ['a', 'b'] },
  });
});

it('null and undefined leave a header out, also a default', () => {
  const given = { 'content-type': null, 'X-Word': undefined };
  expect(mergeHeaders(DEFAULTS, given)).toEqual({
    headers: { 'Access-Control-Allow-Origin': '*' },
  });
});

it.each([
  ['X-Word', 'one\r\ntwo'],
  ['X-Word', 'one\ntwo'],
  ['X-Word', 'one\rtwo'],
  ['X-Word', 'nul\0'],
  ['X-Word', 'line\n'],
  ['X-Word', 'snow \u2603'],
  ['X Word', 'a name with a space'],
  ['X-Word\r\nX-Other', 'a name with a line break'],
  ['', 'no name'],
])('refuses the header %j with the value %j', (name, value) => {
  expect(() => mergeHeaders({}, { [name]: value })).toThrow(TypeError);
  expect(() => mergeHeaders({}, { [name]: ['fine', value] })).toThrow(TypeError);
});

it('says which header cannot be sent', () => {
  expect(() => mergeHeaders({}, { 'X-Word': 'a\nb' })).toThrowErrorMatchingInlineSnapshot(
    `[TypeError: The response header "X-Word: a\\nb" cannot be sent: a header is Latin-1 text on one line, and its name has no spaces.]`,
  );
});

it.each([['plain'], ['caf\u00e9'], [''], ['tab\tinside'], ['a=1; Path=/']])('sends %j', (value) => {
  expect(mergeHeaders({}, { 'X-Word': value }).headers).toEqual({ 'X-Word': value });
});
