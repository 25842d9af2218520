// Specification 4.2: which request payloads a route accepts.
import { type ConformanceSection, given, posted } from '../case.js';

export const REQUEST_PAYLOAD: ConformanceSection = {
  section: '4.2 Request payload',
  cases: [
    given(
      'a Content-Type that is not in content_types receives 415, and the text names it',
      posted('/json', 'text/plain', 'text'),
      {
        status: 415,
        headers: { 'Content-Type': 'application/json' },
        json: { message: 'Unsupported Media Type: text/plain' },
      },
    ),
    given(
      'parameters and case of the Content-Type are ignored',
      posted('/text', 'Text/Plain; charset=utf-8', 'text'),
      { json: { jsonBody: null, text: 'text' } },
    ),
    given('any of the listed types is accepted', posted('/text', 'application/xml', '<text/>'), {
      json: { jsonBody: null, text: '<text/>' },
    }),
    given(
      'a missing Content-Type counts as application/json',
      { path: '/json/unread', method: 'POST', body: '{}' },
      { json: 'the body was not read' },
    ),
    given(
      'a missing Content-Type is refused where application/json is not listed',
      { path: '/text', method: 'POST', body: 'text' },
      {
        status: 415,
        json: { message: 'Unsupported Media Type: application/json (no Content-Type)' },
      },
    ),
    given(
      'for every type but application/json json_body is null and raw_body holds the body',
      posted('/text', 'text/plain', '{"a":"é"}'),
      { json: { jsonBody: null, text: '{"a":"é"}' } },
    ),
    given(
      'the Content-Type of a request without a body counts too',
      { path: '/', headers: { 'Content-Type': 'text/html' } },
      { status: 415, json: { message: 'Unsupported Media Type: text/html' } },
    ),
  ],
};
