// Writes responses of the query protocol: objects become elements, lists become `<member>`, maps `<entry>`.

export type XmlValue =
  | string
  | number
  | boolean
  | undefined
  | readonly XmlValue[]
  | ReadonlyMap<string, XmlValue>
  | { readonly [name: string]: XmlValue };

const NAMESPACE = 'https://iam.amazonaws.com/doc/2010-05-08/';

/** Writes a response. `result` is undefined for an operation that returns nothing. */
export function writeAnswer(operation: string, result: XmlValue, requestId: string): string {
  const content =
    (result === undefined ? '' : element(`${operation}Result`, result)) +
    element('ResponseMetadata', { RequestId: requestId });
  return `<${operation}Response xmlns="${NAMESPACE}">${content}</${operation}Response>`;
}

export function writeError(
  error: { readonly isServer: boolean; readonly code: string; readonly message: string },
  requestId: string,
): string {
  const content = element('Error', {
    Type: error.isServer ? 'Receiver' : 'Sender',
    Code: error.code,
    Message: error.message,
  });
  return `<ErrorResponse xmlns="${NAMESPACE}">${content}${element('RequestId', requestId)}</ErrorResponse>`;
}

function element(name: string, value: XmlValue): string {
  return value === undefined ? '' : `<${name}>${content(value)}</${name}>`;
}

function content(value: Exclude<XmlValue, undefined>): string {
  if (isList(value)) return value.map((item) => element('member', item)).join('');
  if (isMap(value)) {
    const entries = [...value].map(([key, item]) => element('entry', { key, value: item }));
    return entries.join('');
  }
  if (typeof value !== 'object') return escape(String(value));
  return Object.entries(value)
    .map(([name, item]) => element(name, item))
    .join('');
}

function isList(value: XmlValue): value is readonly XmlValue[] {
  return Array.isArray(value);
}

function isMap(value: XmlValue): value is ReadonlyMap<string, XmlValue> {
  return value instanceof Map;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;');
}
