// Specification 2.4 and 4.5: CORS.
import { type ConformanceCase, type ConformanceSection, given } from '../case.js';

const ANY = { 'Access-Control-Allow-Origin': '*' };
const NO_CORS = {
  'Access-Control-Allow-Origin': null,
  'Access-Control-Allow-Headers': null,
  'Access-Control-Allow-Methods': null,
};
const CONFIG = {
  'Access-Control-Allow-Origin': 'https://one.example',
  'Access-Control-Allow-Headers': 'X-Special,Content-Type',
  'Access-Control-Expose-Headers': 'X-Word,X-Number',
  'Access-Control-Max-Age': '600',
  'Access-Control-Allow-Credentials': 'true',
};

const OF_APP = {
  'Access-Control-Allow-Origin': 'https://one.example',
  'Access-Control-Max-Age': '600',
};
const OF_ROUTE = { ...ANY, 'Access-Control-Max-Age': null };

/** The effect of `app.api.cors` on each route. */
const SHARED = [
  ['a route without CORS has that of the application', '/', OF_APP],
  ['a route that turns CORS off has none of the application', '/closed', NO_CORS],
  ['the CORS of a route wins over that of the application', '/open', OF_ROUTE],
  ['a route of a blueprint without CORS has that of the application', '/inner/item', OF_APP],
  ['the CORS of a blueprint wins over that of the application', '/outer/item', OF_ROUTE],
  ['a blueprint that turns CORS off has none of the application', '/none/item', NO_CORS],
] as const;

export const CORS: ConformanceSection = {
  section: '2.4 CORSConfig and 4.5 CORS behaviour',
  cases: [
    given('every response carries Access-Control-Allow-Origin: *', '/cors', {
      headers: ANY,
      json: { cors: true },
    }),
    given('error responses carry it too', '/cors/error', {
      status: 404,
      headers: ANY,
      json: { Code: 'NotFoundError', Message: 'with CORS' },
    }),
    given('the response to an unhandled error carries it too', '/cors/unhandled', {
      status: 500,
      headers: ANY,
    }),
    given(
      'the response to an unsupported media type carries it too',
      { path: '/cors', headers: { 'Content-Type': 'text/plain' } },
      { status: 415, headers: ANY },
    ),
    given('the response to a binary response that is not accepted carries it too', '/cors/binary', {
      status: 400,
      headers: ANY,
    }),
    given('a CORS header that a view sets itself replaces that of the route', '/cors/own-origin', {
      headers: { 'Access-Control-Allow-Origin': 'https://one.example' },
    }),
    given('an empty list of exposed headers is no header', '/cors/exposes-nothing', {
      headers: { ...ANY, 'Access-Control-Expose-Headers': null },
    }),
    given(
      'an empty list of exposed headers is no header of the response to a preflight',
      { path: '/cors/exposes-nothing', method: 'OPTIONS' },
      { headers: { ...ANY, 'Access-Control-Expose-Headers': null } },
    ),
    given(
      'an OPTIONS method is added to the route automatically',
      { path: '/cors', method: 'OPTIONS' },
      {
        headers: {
          ...ANY,
          'Access-Control-Allow-Methods': 'GET,OPTIONS',
          'Access-Control-Allow-Headers':
            'Content-Type,X-Cloud-Date,Authorization,X-Api-Key,X-Cloud-Security-Token',
        },
        bytes: [],
      },
    ),
    given(
      "the preflight lists the route's methods followed by OPTIONS",
      { path: '/cors/put', method: 'OPTIONS' },
      { headers: { 'Access-Control-Allow-Methods': 'PUT,OPTIONS' }, bytes: [] },
    ),
    given('with a CORSConfig the headers come from its arguments', '/cors/config', {
      headers: CONFIG,
      json: { cors: 'config' },
    }),
    given(
      'with a CORSConfig the headers of the preflight come from its arguments',
      { path: '/cors/config', method: 'OPTIONS' },
      { headers: { ...CONFIG, 'Access-Control-Allow-Methods': 'GET,POST,OPTIONS' }, bytes: [] },
    ),
    given('CORS is enabled per view; there is no global switch', '/cors/none', {
      headers: NO_CORS,
      json: { cors: false },
    }),
    given(
      'without CORS there is no OPTIONS method',
      { path: '/cors/none', method: 'OPTIONS' },
      { status: 403, json: { message: 'Missing Authentication Token' } },
    ),
    given(
      'for several origins the application declares its own OPTIONS handler',
      { path: '/cors/several', method: 'OPTIONS', headers: { Origin: 'https://two.example' } },
      { headers: { 'Access-Control-Allow-Origin': 'https://two.example' }, bytes: [] },
    ),
    given(
      'its own OPTIONS handler returns no header for an origin that it does not know',
      { path: '/cors/several', method: 'OPTIONS', headers: { Origin: 'https://three.example' } },
      { headers: { 'Access-Control-Allow-Origin': null }, bytes: [] },
    ),
    ...SHARED.map(([title, path, headers]): ConformanceCase =>
      given(title, { path }, { headers }, 'shared-cors-app'),
    ),
    given(
      'a preflight is answered with the CORS of the application',
      { path: '/inner/item', method: 'OPTIONS' },
      { headers: { ...OF_APP, 'Access-Control-Allow-Methods': 'GET,OPTIONS' }, bytes: [] },
      'shared-cors-app',
    ),
  ],
};
