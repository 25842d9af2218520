// The identifiers of a request, derived from its id and time, so that two threads compute the same values without messages.

type Identified = { readonly requestId: string; readonly time: number };

export function traceHeaders(request: Identified): readonly string[] {
  return [
    'x-amzn-RequestId',
    request.requestId,
    'x-amz-apigw-id',
    extendedRequestId(request.requestId),
    'X-Amzn-Trace-Id',
    traceId(request),
  ];
}

/** Returns `Root=1-<seconds, hexadecimal>-<24 hexadecimal digits>`. */
export function traceId({ requestId, time }: Identified): string {
  const seconds = Math.floor(time / 1000).toString(16);
  return `Root=1-${seconds}-${requestId.slice(0, 8)}${requestId.slice(9, 13)}${requestId.slice(24)}`;
}

/** Returns the `requestContext.extendedRequestId`: 15 characters of base64 and the padding. */
export function extendedRequestId(requestId: string): string {
  return `${requestId.slice(24)}${requestId.slice(15, 18)}=`;
}
