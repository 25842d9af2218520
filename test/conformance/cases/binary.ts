// Specification 4.4: binary content.
import type { ConformanceSection } from '../case.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const PNG = { 'Content-Type': 'image/png' };

function badRequest(type: string) {
  return {
    status: 400,
    headers: JSON_TYPE,
    json: {
      Code: 'BadRequest',
      Message: `Request did not specify an Accept header with ${type}. The response has a Content-Type of ${type}. If a response has a binary Content-Type then the request must specify an Accept header that matches.`,
    },
  };
}

export const BINARY: ConformanceSection = {
  section: '4.4 Binary content',
  cases: [
    {
      title: 'a request whose Content-Type is binary has its body in raw_body as bytes',
      request: {
        path: '/binary',
        method: 'PUT',
        headers: PNG,
        body: new Uint8Array([0, 137, 80, 255, 254]),
      },
      answer: { json: { bytes: [0, 137, 80, 255, 254], jsonBody: null } },
    },
    {
      title: 'any media type listed in app.api.binary_types is binary',
      request: {
        path: '/binary',
        method: 'PUT',
        headers: { 'Content-Type': 'application/x-custom' },
        body: new Uint8Array([255, 0]),
      },
      answer: { json: { bytes: [255, 0], jsonBody: null } },
    },
    {
      title: 'a response is binary when its Content-Type header is in the list',
      request: { path: '/binary/png', headers: { Accept: 'image/png' } },
      answer: { headers: PNG, bytes: [0x89, 0x50, 0xff, 0x00] },
    },
    {
      title: 'the parameters of a binary Content-Type are sent as they are',
      request: { path: '/binary/custom', headers: { Accept: 'application/x-custom' } },
      answer: {
        headers: { 'Content-Type': 'application/x-custom; version=1' },
        bytes: [1, 2, 255],
      },
    },
    {
      title: 'a string body with a binary Content-Type is sent as bytes',
      request: { path: '/binary/text', headers: { Accept: '*/*' } },
      answer: { headers: PNG, text: 'text' },
    },
    {
      title: 'a binary response without an Accept header is a BadRequest',
      request: { path: '/binary/png' },
      answer: badRequest('image/png'),
    },
    {
      title: 'a binary response whose type the Accept header does not match is a BadRequest',
      request: { path: '/binary/png', headers: { Accept: 'text/html, image/gif' } },
      answer: badRequest('image/png'),
    },
    {
      title: 'an Accept header with a wildcard of the type matches',
      request: { path: '/binary/png', headers: { Accept: 'text/html, image/*;q=0.5' } },
      answer: { headers: PNG, bytes: [0x89, 0x50, 0xff, 0x00] },
    },
    {
      title: 'an Accept header of */* matches',
      request: { path: '/binary/png', headers: { Accept: '*/*' } },
      answer: { headers: PNG, bytes: [0x89, 0x50, 0xff, 0x00] },
    },
    {
      title: 'an Accept header that gives a type q=0 refuses it',
      request: { path: '/binary/png', headers: { Accept: '*/*, image/png;q=0' } },
      answer: badRequest('image/png'),
    },
    {
      title: 'several Accept headers count as one',
      request: { path: '/binary/png', headers: { Accept: ['text/html', 'image/png'] } },
      answer: { headers: PNG, bytes: [0x89, 0x50, 0xff, 0x00] },
    },
    {
      title: 'a request with no Content-Type to a route with binary content_types receives 415',
      request: { path: '/binary', method: 'PUT', body: new Uint8Array([1]) },
      answer: {
        status: 415,
        json: {
          message: 'Unsupported Media Type: application/json (no Content-Type)',
        },
      },
    },
    {
      title: 'a bytes body needs a Content-Type present in app.api.binary_types',
      request: { path: '/binary/not-listed' },
      answer: {
        status: 500,
        json: {
          Code: 'FrameworkViewError',
          Message: 'FrameworkViewError: An internal server error occurred.',
        },
      },
    },
    {
      title: 'JSON that is binary needs a matching Accept header too',
      app: 'binary-json-app',
      request: { path: '/plain', headers: { Accept: 'text/html' } },
      answer: badRequest('application/json'),
    },
    {
      title: 'JSON that is binary is sent to a request that accepts it',
      app: 'binary-json-app',
      request: { path: '/plain', headers: { Accept: 'application/*' } },
      answer: { headers: JSON_TYPE, text: '{"plain":true}' },
    },
    {
      title:
        'errors are delivered as JSON text, so that binary JSON never hides a 404 behind a 400',
      app: 'binary-json-app',
      request: { path: '/missing', headers: { Accept: 'text/html' } },
      answer: {
        status: 404,
        headers: JSON_TYPE,
        json: { Code: 'NotFoundError', Message: 'still a 404' },
      },
    },
  ],
};
