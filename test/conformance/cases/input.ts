// The inputs that a view accepts according to its types (docs/decisions/typed-input.md), and errors with details.
import {
  type ConformanceCase,
  type ConformanceSection,
  type HttpRequest,
  given,
  errorAnswer,
  posted,
  put,
} from '../case.js';

const JSON_HEADERS = { 'content-type': 'application/json' };
const ORDER = { name: 'lamp', lines: [{ sku: 'a', count: 1 }] };
const FORM = 'application/x-www-form-urlencoded';

type Problem = readonly [at: string, expected: string, rule: string];

function refused(...problems: readonly Problem[]): ConformanceCase['answer'] {
  const [[at, expected] = ['', '']] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return {
    status: 400,
    headers: JSON_HEADERS,
    json: {
      Code: 'BadRequestError',
      Message: `${at.slice(1)}: ${expected}${more}`,
      Problems: problems.map(([place, text, rule]) => ({ at: place, expected: text, rule })),
    },
  };
}

type WordedProblem = readonly [...Problem, message?: string];

function worded(...problems: readonly WordedProblem[]): ConformanceCase['answer'] {
  const { json, ...answer } = refused(
    ...problems.map(([at, expected, rule]): Problem => [at, expected, rule]),
  );
  const Problems = problems.map(([at, expected, rule, message]) => ({
    at,
    expected,
    rule,
    ...(message !== undefined && { message }),
  }));
  return { ...answer, json: { ...(json as object), Problems } };
}

function sent(path: string, body: unknown, method = 'POST'): HttpRequest {
  return { method, path, headers: JSON_HEADERS, body: JSON.stringify(body) };
}

function withUser(request: HttpRequest): HttpRequest {
  return { ...request, headers: { ...request.headers, 'x-user': 'ann' } };
}

function nested(levels: number): string {
  return '{"name":"a","folders":['.repeat(levels) + '{"name":"a"}' + ']}'.repeat(levels);
}

const CASES: readonly Omit<ConformanceCase, 'app'>[] = [
  given(
    'a body that fits its type arrives as it was sent, with properties that are not declared',
    sent('/orders', { ...ORDER, more: { __proto__: 1 } }),
    { json: { ...ORDER, more: {} } },
  ),
  given('the headers of every answer are on one that refuses input', sent('/marked', {}), {
    status: 400,
    headers: { 'X-Marked': 'yes' },
  }),
  given(
    'every problem of a body is told at once, by JSON pointer, and never a value',
    sent('/orders', {
      name: 'too long',
      lines: [{ sku: '', count: 0 }, { count: 1.5 }],
      payment: { kind: 'card', number: 'secret' },
      discount: 0.001,
      day: '2026-02-30',
      'a/b~c': 'yes',
    }),
    refused(
      ['/body/name', 'text, 1 to 5 characters', 'maxLength'],
      ['/body/lines/0/sku', 'text, at least 1 character', 'minLength'],
      ['/body/lines/0/count', 'integer, at least 1', 'minimum'],
      ['/body/lines/1/sku', 'a value', 'required'],
      ['/body/lines/1/count', 'integer, at least 1', 'type'],
      ['/body/payment/number', 'text, matching ^[0-9]{4}$', 'pattern'],
      ['/body/discount', 'number, a multiple of 0.01 or null', 'multipleOf'],
      ['/body/day', 'date such as 2026-01-31', 'format'],
      ['/body/a~1b~0c', 'true or false', 'type'],
    ),
  ),
  given(
    'lengths count characters and not units of UTF-16',
    sent('/orders', { ...ORDER, name: '\u{1f600}'.repeat(5) }),
    { json: { ...ORDER, name: '\u{1f600}'.repeat(5) } },
  ),
  given(
    'an integer that JavaScript would round is a problem, in JSON',
    posted(
      '/orders',
      'application/json',
      '{"name":"lamp","lines":[{"sku":"a","count":9007199254740993}]}',
    ),
    refused(['/body/lines/0/count', 'integer, at least 1', 'type']),
  ),
  given(
    'an integer in a path that JavaScript would round is a problem',
    '/orders/9007199254740993/old/true',
    refused(['/path/id', 'integer, at least 1', 'type']),
  ),
  given('the largest integer is one', '/orders/9007199254740991/old/true', {
    json: { id: 9007199254740991, kind: 'old', open: true },
  }),
  given(
    'what is absent is required, and what is null is not absent',
    sent('/orders', { lines: null, discount: null }),
    refused(
      ['/body/name', 'a value', 'required'],
      ['/body/lines', 'list, at most 3 items', 'type'],
    ),
  ),
  given(
    'the tag of a union says which of its types is meant',
    sent('/orders', { ...ORDER, payment: { kind: 'cash' } }),
    refused(['/body/payment/kind', "'card' or 'invoice'", 'enum']),
  ),
  given(
    'names that every object has are not taken for properties',
    {
      ...sent('/orders', {}),
      body: '{"__proto__":{"name":"a","lines":[]},"constructor":{"name":"a"}}',
    },
    refused(['/body/name', 'a value', 'required'], ['/body/lines', 'a value', 'required']),
  ),
  given(
    'no more than 20 problems are told',
    sent('/orders', { ...ORDER, lines: Array.from({ length: 50 }, () => 1) }),
    {
      status: 400,
      text: /^\{"Code":"BadRequestError","Message":"body\/lines: list, at most 3 items \(and 19 more\)","Problems":\[(?:\{[^}]*\},?){20}\]\}$/,
    },
  ),
  given(
    'a body that is not JSON is told before any problem',
    posted('/orders', 'application/json', '{'),
    errorAnswer(400, 'BadRequestError', 'Error Parsing JSON'),
  ),
  given(
    'no body is not JSON either',
    posted('/orders', 'application/json'),
    errorAnswer(400, 'BadRequestError', 'Error Parsing JSON'),
  ),
  given('another media type is told before anything else', posted('/orders', 'text/csv', '{'), {
    status: 415,
    json: { message: 'Unsupported Media Type: text/csv' },
  }),
  given('refused input has the headers of CORS like any error', sent('/orders', []), {
    ...refused(['/body', 'object', 'type']),
    headers: { 'Access-Control-Allow-Origin': '*' },
  }),
  given(
    'a byte order mark and a charset are no part of a body',
    {
      ...sent('/orders', {}),
      headers: { 'content-type': 'Application/JSON; charset=utf-8' },
      body: `\ufeff${JSON.stringify(ORDER)}`,
    },
    { json: ORDER },
  ),
  given(
    'captures are read as their types, whatever the order of the parameters',
    '/orders/7/old/true',
    { json: { id: 7, kind: 'old', open: true } },
  ),
  given(
    'captures that do not fit answer 400',
    '/orders/0x7/odd/yes',
    refused(
      ['/path/kind', "'old' or 'new'", 'enum'],
      ['/path/open', 'true or false', 'type'],
      ['/path/id', 'integer, at least 1', 'type'],
    ),
  ),
  given(
    'HEAD of refused input has its status and no body',
    { method: 'HEAD', path: '/orders/0/old/true' },
    { status: 400, text: '' },
  ),
  given(
    'query and headers are read as their types, names of headers ignoring case',
    {
      path: '/search/S%C3%A3o?limit=1e1&near=-0.5&dry=false&sort=size&tag=a&tag=b&page=last&other=1',
      headers: { 'X-VERSION': '3', 'x-tag': 'a, b,c' },
    },
    {
      json: {
        name: 'S\u00e3o',
        query: {
          limit: 10,
          near: -0.5,
          dry: false,
          sort: 'size',
          tag: ['a', 'b'],
          page: 'last',
          other: '1',
        },
        version: 3,
        tags: ['a', 'b', 'c'],
      },
    },
  ),
  given('an absent query is an empty one, and one value of a list is a list', '/search/a?tag=x', {
    json: { name: 'a', query: { tag: ['x'] } },
  }),
  given(
    'numbers are those of JSON, flags are true and false, and what is single is not repeated',
    {
      path: '/search/a?limit=&near=0x10&dry=1&sort=name&sort=size&tag=a&tag=b&tag=c&page=first',
      headers: { 'x-version': 'v1' },
    },
    refused(
      ['/query/limit', 'integer, at least 1, at most 99', 'type'],
      ['/query/near', 'number', 'type'],
      ['/query/dry', 'true or false', 'type'],
      ['/query/sort', "'name' or 'size'", 'enum'],
      ['/query/tag', 'list, at most 2 items', 'maxItems'],
      ['/query/page', "integer or 'last'", 'anyOf'],
      ['/headers/X-Version', 'integer', 'type'],
    ),
  ),
  given('a type may contain itself', posted('/folders', 'application/json', nested(100)), {
    json: 'a',
  }),
  given(
    'a problem deep in such a type has its place',
    sent('/folders', { name: 'a', folders: [{ name: 'b', folders: [{ name: 1 }] }] }),
    refused(['/body/folders/0/folders/0/name', 'text', 'type']),
  ),
  given(
    'a body that is nested without end answers 400',
    posted('/folders', 'application/json', nested(20_000)),
    { status: 400, text: /"expected":"at most 500 levels","rule":"depth"\}\]\}$/ },
  ),
  given(
    'the fields of a form are read as their types',
    posted('/form', FORM, 'name=Ada+L&age=36&tags=a'),
    { json: { name: 'Ada L', age: 36, tags: ['a'] } },
  ),
  given('a view that takes forms may take JSON too', sent('/form', { name: 'Ada', age: 36 }), {
    json: { name: 'Ada', age: 36 },
  }),
  given(
    'a form that does not fit answers 400',
    posted('/form', FORM, 'name=&age=young'),
    refused(
      ['/body/name', 'text, at least 1 character', 'minLength'],
      ['/body/age', 'integer', 'type'],
    ),
  ),
  given(
    'a body of text is a text in its charset',
    put('/text', 'text/plain; charset=iso-8859-1', new Uint8Array([0x6c, 0xf8, 0x76])),
    { json: { text: 'l\u00f8v' } },
  ),
  given(
    'a body of text that is too long answers 400',
    put('/text', 'text/plain', 'longer'),
    refused(['/body', 'text, at most 5 characters', 'maxLength']),
  ),
  given(
    'a binary body is bytes',
    put('/bytes', 'application/octet-stream', new Uint8Array([0, 255, 1])),
    { json: [0, 255, 1] },
  ),
  given('an optional body may be absent', posted('/optional', 'application/json'), {
    json: 'no body',
  }),
  given(
    'an optional body that is there must fit',
    sent('/optional', { name: 1 }),
    refused(['/body/name', 'text', 'type']),
  ),
  given('a view in the call form takes inputs too', sent('/called/5', { name: 'a' }, 'PATCH'), {
    json: { id: 5, body: { name: 'a' } },
  }),
  given(
    'problems of the body and of captures are told together',
    sent('/called/x', { name: '' }, 'PATCH'),
    refused(
      ['/body/name', 'text, 1 to 5 characters', 'minLength'],
      ['/path/id', 'integer', 'type'],
    ),
  ),
  given(
    'a schema checks by itself, and its output is what the view gets',
    sent('/city', { name: 'Oslo', sizes: [1, 2], more: 1 }),
    { json: { name: 'OSLO', sizes: [1, 2] } },
  ),
  given(
    'the issues of a schema are problems',
    sent('/city', { name: 'Oslo', sizes: [1, 'x'] }),
    refused(['/body/sizes/1', 'a size', 'schema']),
  ),
  given(
    'a schema that takes its time is waited for',
    { ...sent('/late-city?a=1', { name: 'Oslo' }) },
    { json: { body: { name: 'Oslo' }, query: { a: 1 } } },
  ),
  given(
    'its issues are told with the other problems',
    { ...sent('/late-city?a=x', { name: 'no' }) },
    refused(['/query/a', 'integer', 'type'], ['/body/name', 'a city', 'schema']),
  ),
  given('a provider runs before input is checked: 401 comes before 400', sent('/guarded/x', {}), {
    status: 401,
    headers: { 'access-control-allow-origin': '*' },
    json: { Code: 'UnauthorizedError', Message: 'sign in' },
  }),
  given(
    'a provider runs before a body is parsed',
    { ...sent('/guarded/1', 0), body: '{' },
    errorAnswer(401, 'UnauthorizedError', 'sign in'),
  ),
  given(
    '415 stays the first answer, before any provider',
    { ...sent('/guarded/1', 0), headers: { 'content-type': 'text/plain' } },
    { status: 415, json: { message: 'Unsupported Media Type: text/plain' } },
  ),
  given(
    'behind a provider, input that does not fit is refused as it is without one',
    withUser(sent('/guarded/x', { name: 1 })),
    refused(['/body/name', 'text', 'type'], ['/path/id', 'integer', 'type']),
  ),
  given(
    'input that fits arrives at the view behind a provider',
    withUser(sent('/guarded/7', { name: 'a' })),
    { json: { body: { name: 'a' }, id: 7, user: 'ann' } },
  ),
  given(
    'a capture that cannot be decoded is refused before any provider',
    sent('/guarded/%E0%A4%A', { name: 'a' }),
    errorAnswer(400, 'BadRequestError', "Malformed percent-encoding in 'id': %E0%A4%A"),
  ),
  given(
    'a middleware may catch InvalidInputError and answer by its problems',
    sent('/mapped', { name: 1 }),
    {
      status: 422,
      json: { fields: ['/body/name', '/body/size'], code: 'BadRequestError' },
    },
  ),
  given(
    'a middleware may catch the error of a body that is no JSON',
    { ...sent('/mapped', 0), body: '{' },
    { status: 422, json: { malformed: 'Error Parsing JSON' } },
  ),
  given(
    'a schema that takes its time is asked behind a provider',
    withUser(sent('/guarded-city?a=1', { name: 'Oslo' })),
    { json: { body: { name: 'Oslo' }, query: { a: 1 }, user: 'ann' } },
  ),
  given(
    'a middleware may catch the problems of a schema that takes its time',
    withUser(sent('/guarded-city?a=x', { name: 'no' })),
    { status: 422, json: { fields: ['/query/a', '/body/name'], code: 'BadRequestError' } },
  ),
  given('a view may raise InvalidInputError itself', '/refused', {
    status: 422,
    json: { fields: ['/query/a'], code: 'BadRequestError' },
  }),
  given(
    'input that does not fit has the status and the body of the format of its route',
    sent('/fields', { name: 1 }),
    { status: 422, json: { fields: ['/body/name', '/body/size'] } },
  ),
  given(
    'a body that is no JSON has the default body where the format has only that of input',
    { ...sent('/fields', 0), body: '{' },
    errorAnswer(400, 'BadRequestError', 'Error Parsing JSON'),
  ),
  given(
    'without a part for input, a format gives its body as that of an error with problems',
    withUser(sent('/coded/x', {})),
    { status: 400, json: { code: 'BadRequestError', fields: ['/body/name', '/path/id'] } },
  ),
  given(
    'a capture that cannot be decoded has the format of errors',
    sent('/coded/%E0%A4%A', { name: 'a' }),
    { status: 400, json: { code: 'BadRequestError' } },
  ),
  given('what a provider raises has the format of errors', sent('/coded/x', {}), {
    status: 401,
    json: { code: 'UnauthorizedError' },
  }),
  given(
    'a type and a property say what problems of their value tell, its lack included',
    sent('/worded', { kind: 1 }),
    worded(
      ['/body/title', 'a value', 'required', "can't be blank"],
      ['/body/count', 'a value', 'required', 'must be counted'],
      ['/body/tags', 'a value', 'required', 'one tag'],
      ['/body/place', 'a value', 'required', 'must be a place'],
      ['/body/kind', 'text', 'type'],
    ),
  ),
  given(
    'the message of a value is not that of the values in it, and that of a property wins',
    sent('/worded', {
      title: '',
      subtitle: '',
      count: 0,
      price: 'x',
      tags: [1],
      place: { city: 'Reykjavik' },
      other: 1,
      note: 'long',
    }),
    worded(
      ['/body/title', 'text, at least 1 character', 'minLength', "can't be blank"],
      ['/body/subtitle', 'text, at least 1 character or null', 'minLength', "can't be blank"],
      ['/body/count', 'integer, at least 1', 'minimum', 'must be counted'],
      ['/body/price', 'number', 'type', 'must be a price'],
      ['/body/tags/0', 'text, at least 1 character', 'type', "can't be blank"],
      ['/body/place/city', 'text, at most 5 characters', 'maxLength'],
      ['/body/other', 'object', 'type'],
      ['/body/note', 'text, at most 3 characters', 'maxLength', 'must be short'],
    ),
  ),
  given('HTTPError answers its status, with Details', '/errors/status', {
    status: 402,
    headers: JSON_HEADERS,
    json: { Code: 'HTTPError', Message: 'the card was declined', Details: { retryAfter: 60 } },
  }),
  given(
    'HTTPError without details answers none',
    '/errors/plain',
    errorAnswer(418, 'HTTPError', 'a teapot'),
  ),
  given(
    'a subclass of HTTPError may state its status, and answers with its class name',
    '/errors/stock',
    {
      status: 409,
      json: { Code: 'OutOfStockError', Message: 'no such lamp', Details: ['lamp-1'] },
    },
  ),
];

export const INPUT: ConformanceSection = {
  section: 'Typed input',
  cases: CASES.map((one): ConformanceCase => ({ ...one, app: 'input-app' })),
};
