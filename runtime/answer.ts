// Turns the value that a view returned into an answer of the proxy integration (specification 4.3).
import type { ProxyResult } from './contract/proxy-event.js';
import { answerError, answerText } from './error-answer.js';
import type { Exchange } from './exchange.js';
import { jsonText } from './json-text.js';

/**
 * Answers with the value that a view returned. A returned error is answered like a thrown one. A value that cannot be sent
 * is thrown.
 */
export function answerValue(value: unknown, exchange: Exchange): ProxyResult {
  if (value instanceof Error) return answerError(value, exchange);
  const answer = exchange.app.$answerResponse?.(value, exchange);
  if (answer) return answer;
  const body = jsonText(value ?? null);
  return exchange.app.$deliverJson?.(body, exchange) ?? answerText(body, 200, exchange);
}
