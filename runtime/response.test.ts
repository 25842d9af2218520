import { expect, it } from 'vitest';
import { Response } from './response.js';

it.each([299.5, 99, 199, 600, NaN])('refuses the status %j', (statusCode) => {
  expect(() => new Response('', statusCode).$draft({})).toThrow(
    `The status code of a Response is a whole number from 200 to 599, not ${statusCode}.`,
  );
});
