// Mock integrations: a template selects the status, and the integration response of that status builds the response
// (docs.aws.amazon.com/apigateway/latest/developerguide/how-to-mock-integration.html).
import { headerValue } from '../../../gateway/index.js';
import type { HttpAnswer } from '../../../gateway/index.js';
import { traceHeaders } from '../../../gateway/request-ids.js';
import type { MockIntegration, TextMap } from '../definition/definition.js';
import { matchesWhole } from '../definition/expression.js';
import { renderTemplate } from '../definition/mapping-template.js';
import { isFields, textAt } from '../fields.js';
import type { ApiRefusal } from './api-errors.js';
import { isBinary } from './binary-types.js';
import type { RoutedRequest } from './request-handler.js';

export function answerMock(
  integration: MockIntegration,
  { request, served }: RoutedRequest,
): HttpAnswer | ApiRefusal {
  const type = headerValue(request.headers, 'content-type');
  const { binaryMediaTypes } = served.deployment.definition;
  // A template cannot be applied to binary content unless CONVERT_TO_TEXT converts it to text.
  if (isBinary(binaryMediaTypes, type) && integration.contentHandling !== 'CONVERT_TO_TEXT') {
    return { kind: 'refused', error: 'misconfigured' };
  }
  const values = { requestId: request.requestId, body: request.body?.toString('utf8') ?? '' };
  const template = findTemplate(integration, type);
  if (template === undefined && !passesThrough(integration)) {
    return { kind: 'refused', error: 'unsupportedMediaType' };
  }
  const status = readStatus(
    template === undefined ? values.body : renderTemplate(template, values),
  );
  if (status === undefined) return { kind: 'refused', error: 'misconfigured' };
  const response =
    integration.responses.find(
      ({ pattern }) => pattern !== undefined && matchesWhole(pattern, status),
    ) ?? integration.responses.find(({ pattern }) => pattern === undefined);
  if (!response) return { kind: 'refused', error: 'misconfigured' };
  const body = responseTemplate(response.templates, headerValue(request.headers, 'accept'));
  return {
    status: Number(response.statusCode),
    headers: [
      ...(hasContentType(response.parameters) ? [] : ['Content-Type', 'application/json']),
      ...traceHeaders(request),
      ...Object.entries(response.parameters).flatMap(([key, literal]) => [
        key.replace('method.response.header.', ''),
        literal.slice(1, -1),
      ]),
    ],
    body: body === undefined ? '' : renderTemplate(body, values),
  };
}

/** Finds the template of a request. A body without a Content-Type is treated as JSON. */
function findTemplate(
  { requestTemplates }: MockIntegration,
  contentType: string | undefined,
): string | undefined {
  const [type = ''] = (contentType ?? 'application/json').split(';');
  return requestTemplates[type.trim().toLowerCase()];
}

/** Returns true if a body that matches no template is passed through unchanged. */
function passesThrough({ requestTemplates, passthrough }: MockIntegration): boolean {
  if (passthrough === 'WHEN_NO_TEMPLATES') return Object.keys(requestTemplates).length === 0;
  return passthrough === 'WHEN_NO_MATCH';
}

/** Reads the status of `{"statusCode": 200}`; without a status the mock cannot respond. */
function readStatus(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? textAt(value, 'statusCode') : undefined;
  } catch {
    // The text is not JSON.
    return undefined;
  }
}

function responseTemplate(templates: TextMap, accept: string | undefined): string | undefined {
  const [first = ''] = (accept ?? '').split(',');
  return templates[first.trim()] ?? templates['application/json'] ?? Object.values(templates)[0];
}

function hasContentType(parameters: TextMap): boolean {
  return Object.keys(parameters).some((key) =>
    /^method\.response\.header\.content-type$/i.test(key),
  );
}
