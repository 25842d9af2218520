// Returns the whole guide in one compressed response, for which `service.ts` makes JSON a binary type.
import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { Response } from 'framework';
import { app } from '../service.js';
import { findCities } from '../frameworklib/catalogue.js';

const compress = promisify(gzip);

export const dump = app.route('/dump')(async (): Promise<Response<unknown>> => {
  const body = await compress(JSON.stringify(await findCities()));
  return new Response(body, 200, {
    'Content-Type': 'application/json',
    'Content-Encoding': 'gzip',
  });
});
