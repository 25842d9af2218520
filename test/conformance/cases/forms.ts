// Forms, cookies, redirects, and the information that a request contains about itself.
import { type ConformanceSection, errorAnswer, given, posted } from '../case.js';

const BYTES = [0, 13, 10, 45, 45, 127, 128, 194, 255];
const MULTIPART = 'multipart/form-data; boundary=XyZ';
const FORM = 'application/x-www-form-urlencoded';
const NO_FORM = errorAnswer(400, 'BadRequestError', 'Error Parsing Form');

export const FORMS: ConformanceSection = {
  section: 'forms, cookies and redirections',
  cases: [
    given(
      'a multipart form has texts and files, byte for byte',
      posted(
        '/forms',
        MULTIPART,
        Buffer.concat([
          Buffer.from(
            '--XyZ\r\nContent-Disposition: form-data; name="city"\r\n\r\nSão Paulo\r\n' +
              '--XyZ\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
          ),
          Buffer.from(BYTES),
          Buffer.from('\r\n--XyZ--\r\n'),
        ]),
      ),
      {
        json: [
          ['city', 'São Paulo'],
          ['photo', 'a.png', 'image/png', BYTES],
        ],
      },
    ),
    given('a form without files is read too', posted('/forms', FORM, 'a=1&a=2&b=%C3%A9+x'), {
      json: [
        ['a', '1'],
        ['a', '2'],
        ['b', 'é x'],
      ],
    }),
    given(
      'a multipart body that is cut off receives 400',
      posted(
        '/forms',
        MULTIPART,
        '--XyZ\r\nContent-Disposition: form-data; name="city"\r\n\r\nSão',
      ),
      NO_FORM,
    ),
    given(
      'a multipart body without its boundary receives 400',
      posted('/forms', 'multipart/form-data', 'text'),
      NO_FORM,
    ),
    given(
      'cookies are decoded, the first of a name counts, and there are no others',
      { path: '/cookies', headers: { Cookie: 'a=%C3%A9; b=100%; a=2' } },
      { json: { a: 'é', b: '100%', inherited: 'undefined' } },
    ),
    given('a request without cookies has none', '/cookies', { json: { inherited: 'undefined' } }),
    given('each cookie of an answer is a header', '/cookies/new', {
      json: { set: true },
      headers: {
        'set-cookie': [
          'session=a%20b; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
          'theme=dark; Path=/',
        ],
      },
    }),
    given('a cookie is deleted by its age', '/cookies/one', {
      status: 204,
      headers: { 'set-cookie': 'theme=; Max-Age=0; Path=/' },
    }),
    given('a redirection has its place, encoded where it must be', '/moved?to=%2Fnew%20%C3%A9', {
      status: 307,
      headers: { location: '/new%20%C3%A9' },
      text: '',
    }),
    given(
      'a redirection to a place with a line break is an unhandled error',
      '/moved?to=%2Fnew%0D%0ASet-Cookie%3A%20a%3D1',
      { status: 500, headers: { location: null, 'set-cookie': null } },
    ),
    given('a request knows its id, and its signal has not aborted', '/known', {
      json: { same: true, length: 36, aborted: false },
    }),
  ],
};
