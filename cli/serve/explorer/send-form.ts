// Parses the form that the page sends. A malformed form is rejected with a reason, which the page shows.
import { isMapping, parseJson } from '../../../compiler/json-values.js';
import type { CarriedBody, SendForm } from './explorer-document.js';

export type ReadForm = { readonly form: SendForm } | { readonly problem: string };

export function readSendForm(text: string): ReadForm {
  const value = parseJson(text);
  if (!isMapping(value)) return { problem: 'The form is not a JSON object.' };
  const { method, target, headers, body, isSigned, hasKey, claims } = value;
  if (typeof method !== 'string' || !TOKEN.test(method))
    return { problem: 'The method is not an HTTP method.' };
  if (typeof target !== 'string' || !TARGET.test(target))
    return { problem: 'The path must begin with a slash, and its characters must be encoded.' };
  const fields = readHeaders(headers);
  if (typeof fields === 'string') return { problem: fields };
  const carried = body === undefined ? undefined : readBody(body);
  if (body !== undefined && !carried) return { problem: 'The body is neither text nor base64.' };
  if (claims !== undefined && !isMapping(claims))
    return { problem: 'The claims are not a JSON object.' };
  const form = {
    method,
    target,
    headers: fields,
    ...(carried && { body: carried }),
    isSigned: isSigned === true,
    hasKey: hasKey === true,
    ...(claims && { claims }),
  };
  return { form };
}

// RFC 9110: a token (section 5.6.2), and a field value without control characters (section 5.5).
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const TARGET = /^\/[\x21\x22\x24-\x7e]*$/;

function readHeaders(value: unknown): [string, string][] | string {
  if (!Array.isArray(value)) return 'The headers are not a list.';
  const headers: [string, string][] = [];
  for (const pair of value as readonly unknown[]) {
    const [name, text] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
    if (typeof name !== 'string' || typeof text !== 'string')
      return 'A header cannot have two values.';
    if (!TOKEN.test(name)) return `\`${name}\` is not a valid header name.`;
    if (!FIELD_VALUE.test(text))
      return `The value of ${name} contains characters that a header cannot contain.`;
    headers.push([name, text.trim()]);
  }
  return headers;
}

function readBody(value: unknown): CarriedBody | undefined {
  if (!isMapping(value)) return undefined;
  const { text, base64 } = value;
  if (typeof text === 'string') return { text };
  return typeof base64 === 'string' ? { base64 } : undefined;
}
