// Decides which bodies are binary for an API: only the first type in a header is used
// (docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-payload-encodings-workflow.html).

/** `header` is the value of a Content-Type or an Accept header. */
export function isBinary(binaryMediaTypes: readonly string[], header: string | undefined): boolean {
  if (binaryMediaTypes.includes('*/*')) return true;
  const [first = ''] = (header ?? '').split(',');
  const [type = ''] = first.split(';');
  const name = type.trim().toLowerCase();
  return binaryMediaTypes.some((entry) => {
    const known = entry.toLowerCase();
    return known.endsWith('/*') ? name.startsWith(known.slice(0, -1)) : name === known;
  });
}
