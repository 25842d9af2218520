import { expect, it } from 'vitest';
import { ERROR_STATUSES } from './contract/http.js';
import * as errors from './errors.js';

it('the classes are those of the specification, with their statuses', () => {
  const statuses = Object.values(errors).map((error) => [error.name, error.statusCode]);
  expect(Object.fromEntries(statuses)).toEqual(ERROR_STATUSES);
});

it('the other classes derive from FrameworkViewError', () => {
  for (const error of Object.values(errors))
    expect(new error('text')).toBeInstanceOf(errors.FrameworkViewError);
});

it('an error is named after its class, also in its stack', () => {
  class CityNotFoundError extends errors.NotFoundError {}
  const error = new CityNotFoundError('no such city');
  expect(error.name).toBe('CityNotFoundError');
  expect(String(error)).toBe('CityNotFoundError: no such city');
});

it('the stack of an error names the place that raised it, and no more', () => {
  const limit = Error.stackTraceLimit;
  const { stack } = new errors.NotFoundError('no such city');
  expect(stack?.split('\n')).toEqual([
    'NotFoundError: no such city',
    expect.stringContaining('errors.test.ts'),
  ]);
  expect(Error.stackTraceLimit).toBe(limit);
});
