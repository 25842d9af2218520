// Specification 4.4: binary content.
import { type ConformanceSection, given, errorAnswer, JSON_TYPE, put } from '../case.js';

const PNG = { 'Content-Type': 'image/png' };

function badRequest(type: string) {
  return errorAnswer(
    400,
    'BadRequest',
    `Request did not specify an Accept header with ${type}. The response has a Content-Type of ${type}. If a response has a binary Content-Type then the request must specify an Accept header that matches.`,
  );
}

export const BINARY: ConformanceSection = {
  section: '4.4 Binary content',
  cases: [
    given(
      'a request whose Content-Type is binary has its body in raw_body as bytes',
      {
        path: '/binary',
        method: 'PUT',
        headers: PNG,
        body: new Uint8Array([0, 137, 80, 255, 254]),
      },
      { json: { bytes: [0, 137, 80, 255, 254], jsonBody: null } },
    ),
    given(
      'any media type listed in app.api.binary_types is binary',
      put('/binary', 'application/x-custom', new Uint8Array([255, 0])),
      { json: { bytes: [255, 0], jsonBody: null } },
    ),
    given(
      'a response is binary when its Content-Type header is in the list',
      { path: '/binary/png', headers: { Accept: 'image/png' } },
      { headers: PNG, bytes: [0x89, 0x50, 0xff, 0x00] },
    ),
    given(
      'the parameters of a binary Content-Type are sent as they are',
      { path: '/binary/custom', headers: { Accept: 'application/x-custom' } },
      { headers: { 'Content-Type': 'application/x-custom; version=1' }, bytes: [1, 2, 255] },
    ),
    given(
      'a string body with a binary Content-Type is sent as bytes',
      { path: '/binary/text', headers: { Accept: '*/*' } },
      { headers: PNG, text: 'text' },
    ),
    given(
      'a binary response without an Accept header is a BadRequest',
      '/binary/png',
      badRequest('image/png'),
    ),
    given(
      'a binary response whose type the Accept header does not match is a BadRequest',
      { path: '/binary/png', headers: { Accept: 'text/html, image/gif' } },
      badRequest('image/png'),
    ),
    given(
      'an Accept header with a wildcard of the type matches',
      { path: '/binary/png', headers: { Accept: 'text/html, image/*;q=0.5' } },
      { headers: PNG, bytes: [0x89, 0x50, 0xff, 0x00] },
    ),
    given(
      'an Accept header of */* matches',
      { path: '/binary/png', headers: { Accept: '*/*' } },
      { headers: PNG, bytes: [0x89, 0x50, 0xff, 0x00] },
    ),
    given(
      'an Accept header that gives a type q=0 refuses it',
      { path: '/binary/png', headers: { Accept: '*/*, image/png;q=0' } },
      badRequest('image/png'),
    ),
    given(
      'several Accept headers count as one',
      { path: '/binary/png', headers: { Accept: ['text/html', 'image/png'] } },
      { headers: PNG, bytes: [0x89, 0x50, 0xff, 0x00] },
    ),
    given(
      'a request with no Content-Type to a route with binary content_types receives 415',
      { path: '/binary', method: 'PUT', body: new Uint8Array([1]) },
      {
        status: 415,
        json: { message: 'Unsupported Media Type: application/json (no Content-Type)' },
      },
    ),
    given(
      'a bytes body needs a Content-Type present in app.api.binary_types',
      '/binary/not-listed',
      errorAnswer(
        500,
        'FrameworkViewError',
        'FrameworkViewError: An internal server error occurred.',
      ),
    ),
    given(
      'JSON that is binary needs a matching Accept header too',
      { path: '/plain', headers: { Accept: 'text/html' } },
      badRequest('application/json'),
      'binary-json-app',
    ),
    given(
      'JSON that is binary is sent to a request that accepts it',
      { path: '/plain', headers: { Accept: 'application/*' } },
      { headers: JSON_TYPE, text: '{"plain":true}' },
      'binary-json-app',
    ),
    given(
      'errors are delivered as JSON text, so that binary JSON never hides a 404 behind a 400',
      { path: '/missing', headers: { Accept: 'text/html' } },
      errorAnswer(404, 'NotFoundError', 'still a 404'),
      'binary-json-app',
    ),
  ],
};
