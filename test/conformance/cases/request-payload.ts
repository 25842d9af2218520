// Specification 4.2: which request payloads a route accepts.
import type { ConformanceSection } from '../case.js';

export const REQUEST_PAYLOAD: ConformanceSection = {
  section: '4.2 Request payload',
  cases: [
    {
      title: 'a Content-Type that is not in content_types receives 415, and the text names it',
      request: {
        path: '/json',
        method: 'POST',
        headers: { 'Content-Type': 'text/plain' },
        body: 'text',
      },
      answer: {
        status: 415,
        headers: { 'Content-Type': 'application/json' },
        json: { message: 'Unsupported Media Type: text/plain' },
      },
    },
    {
      title: 'parameters and case of the Content-Type are ignored',
      request: {
        path: '/text',
        method: 'POST',
        headers: { 'Content-Type': 'Text/Plain; charset=utf-8' },
        body: 'text',
      },
      answer: { json: { jsonBody: null, text: 'text' } },
    },
    {
      title: 'any of the listed types is accepted',
      request: {
        path: '/text',
        method: 'POST',
        headers: { 'Content-Type': 'application/xml' },
        body: '<text/>',
      },
      answer: { json: { jsonBody: null, text: '<text/>' } },
    },
    {
      title: 'a missing Content-Type counts as application/json',
      request: { path: '/json/unread', method: 'POST', body: '{}' },
      answer: { json: 'the body was not read' },
    },
    {
      title: 'a missing Content-Type is refused where application/json is not listed',
      request: { path: '/text', method: 'POST', body: 'text' },
      answer: {
        status: 415,
        json: {
          message: 'Unsupported Media Type: application/json (no Content-Type)',
        },
      },
    },
    {
      title: 'for every type but application/json json_body is null and raw_body holds the body',
      request: {
        path: '/text',
        method: 'POST',
        headers: { 'Content-Type': 'text/plain' },
        body: '{"a":"é"}',
      },
      answer: { json: { jsonBody: null, text: '{"a":"é"}' } },
    },
    {
      title: 'the Content-Type of a request without a body counts too',
      request: { path: '/', headers: { 'Content-Type': 'text/html' } },
      answer: { status: 415, json: { message: 'Unsupported Media Type: text/html' } },
    },
  ],
};
