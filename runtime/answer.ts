// Turns the value that a view returned into a response of the proxy integration (specification 4.3).
import { JSON_TYPE } from './contract/media-types.js';
import type { ProxyResult } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import { deliver } from './delivery.js';
import { answerError, answerText } from './error-answer.js';
import type { Exchange } from './exchange.js';
import { jsonText } from './json-text.js';
import { isResponse } from './response.js';

/**
 * Responds with the value that a view returned. A returned error is handled like a thrown one. A value that cannot be
 * sent is thrown.
 */
export function answerValue(value: unknown, exchange: Exchange): ProxyResult {
  if (value instanceof Error) return answerError(value, exchange);
  if ($uses.parts.Response && isResponse(value)) return value.$frameworkAnswer(exchange);
  const body = jsonText(value ?? null);
  // JSON is binary content when the application lists its type (specification 4.3, 4.4).
  return $uses.app.binaryTypes
    ? deliver({ ...answerText(body, 200, exchange), mediaType: JSON_TYPE }, exchange)
    : answerText(body, 200, exchange);
}
