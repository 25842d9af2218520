// Specification 2.4 and 4.5: CORS.
import type { ConformanceCase, ConformanceSection } from '../case.js';

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
    {
      title: 'every response carries Access-Control-Allow-Origin: *',
      request: { path: '/cors' },
      answer: { headers: ANY, json: { cors: true } },
    },
    {
      title: 'error responses carry it too',
      request: { path: '/cors/error' },
      answer: {
        status: 404,
        headers: ANY,
        json: { Code: 'NotFoundError', Message: 'with CORS' },
      },
    },
    {
      title: 'the response to an unhandled error carries it too',
      request: { path: '/cors/unhandled' },
      answer: { status: 500, headers: ANY },
    },
    {
      title: 'the response to an unsupported media type carries it too',
      request: { path: '/cors', headers: { 'Content-Type': 'text/plain' } },
      answer: { status: 415, headers: ANY },
    },
    {
      title: 'the response to a binary response that is not accepted carries it too',
      request: { path: '/cors/binary' },
      answer: { status: 400, headers: ANY },
    },
    {
      title: 'a CORS header that a view sets itself replaces that of the route',
      request: { path: '/cors/own-origin' },
      answer: { headers: { 'Access-Control-Allow-Origin': 'https://one.example' } },
    },
    {
      title: 'an empty list of exposed headers is no header',
      request: { path: '/cors/exposes-nothing' },
      answer: { headers: { ...ANY, 'Access-Control-Expose-Headers': null } },
    },
    {
      title: 'an empty list of exposed headers is no header of the response to a preflight',
      request: { path: '/cors/exposes-nothing', method: 'OPTIONS' },
      answer: { headers: { ...ANY, 'Access-Control-Expose-Headers': null } },
    },
    {
      title: 'an OPTIONS method is added to the route automatically',
      request: { path: '/cors', method: 'OPTIONS' },
      answer: {
        headers: {
          ...ANY,
          'Access-Control-Allow-Methods': 'GET,OPTIONS',
          'Access-Control-Allow-Headers':
            'Content-Type,X-Cloud-Date,Authorization,X-Api-Key,X-Cloud-Security-Token',
        },
        bytes: [],
      },
    },
    {
      title: "the preflight lists the route's methods followed by OPTIONS",
      request: { path: '/cors/put', method: 'OPTIONS' },
      answer: { headers: { 'Access-Control-Allow-Methods': 'PUT,OPTIONS' }, bytes: [] },
    },
    {
      title: 'with a CORSConfig the headers come from its arguments',
      request: { path: '/cors/config' },
      answer: { headers: CONFIG, json: { cors: 'config' } },
    },
    {
      title: 'with a CORSConfig the headers of the preflight come from its arguments',
      request: { path: '/cors/config', method: 'OPTIONS' },
      answer: {
        headers: { ...CONFIG, 'Access-Control-Allow-Methods': 'GET,POST,OPTIONS' },
        bytes: [],
      },
    },
    {
      title: 'CORS is enabled per view; there is no global switch',
      request: { path: '/cors/none' },
      answer: { headers: NO_CORS, json: { cors: false } },
    },
    {
      title: 'without CORS there is no OPTIONS method',
      request: { path: '/cors/none', method: 'OPTIONS' },
      answer: { status: 403, json: { message: 'Missing Authentication Token' } },
    },
    {
      title: 'for several origins the application declares its own OPTIONS handler',
      request: {
        path: '/cors/several',
        method: 'OPTIONS',
        headers: { Origin: 'https://two.example' },
      },
      answer: { headers: { 'Access-Control-Allow-Origin': 'https://two.example' }, bytes: [] },
    },
    {
      title: 'its own OPTIONS handler returns no header for an origin that it does not know',
      request: {
        path: '/cors/several',
        method: 'OPTIONS',
        headers: { Origin: 'https://three.example' },
      },
      answer: { headers: { 'Access-Control-Allow-Origin': null }, bytes: [] },
    },
    ...SHARED.map(([title, path, headers]): ConformanceCase => ({
      app: 'shared-cors-app',
      title,
      request: { path },
      answer: { headers },
    })),
    {
      app: 'shared-cors-app',
      title: 'a preflight is answered with the CORS of the application',
      request: { path: '/inner/item', method: 'OPTIONS' },
      answer: { headers: { ...OF_APP, 'Access-Control-Allow-Methods': 'GET,OPTIONS' }, bytes: [] },
    },
  ],
};
