// A request as the server hands it to the application.
import type { Invocation } from '../gateway/index.js';

export const INVOCATION: Invocation = {
  requestId: 'id',
  resource: '/',
  method: 'GET',
  path: '/',
  query: '',
  headers: [],
  captures: [],
  body: undefined,
  sourceIp: '127.0.0.1',
  protocol: 'HTTP/1.1',
  time: 0,
  access: undefined,
};
