// The conformance table: the sentences in the specification about requests and responses, for any host.
import type { ConformanceSection } from './case.js';
import { AUTHORIZATION } from './cases/authorization.js';
import { BLUEPRINTS } from './cases/blueprints.js';
import { BINARY } from './cases/binary.js';
import { CORS } from './cases/cors.js';
import { ERRORS } from './cases/errors.js';
import { FORMATS } from './cases/formats.js';
import { FORMS } from './cases/forms.js';
import { MIDDLEWARE } from './cases/middleware.js';
import { INPUT } from './cases/input.js';
import { REQUEST_PAYLOAD } from './cases/request-payload.js';
import { REQUEST } from './cases/request.js';
import { RESPONSE_PAYLOAD } from './cases/response-payload.js';
import { ROUTING } from './cases/routing.js';
import { STREAM_INPUT, STREAMS } from './cases/streams.js';

export const TABLE: readonly ConformanceSection[] = [
  REQUEST,
  ROUTING,
  REQUEST_PAYLOAD,
  RESPONSE_PAYLOAD,
  BINARY,
  CORS,
  ERRORS,
  FORMATS,
  INPUT,
  FORMS,
  MIDDLEWARE,
  BLUEPRINTS,
  AUTHORIZATION,
  STREAMS,
  STREAM_INPUT,
];
