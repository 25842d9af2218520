// The calls that are disturbed where whole programs run over sockets; at the port of the cloud every call is.

/** Where the first and the last call to each service is, of names like `lambda:CreateFunction`. */
export function endsOf(calls: readonly string[]): readonly number[] {
  const services = calls.map((call) => call.slice(0, call.indexOf(':')));
  return [...services.keys()].filter((index) => {
    const service = services[index] ?? '';
    return services.indexOf(service) === index || services.lastIndexOf(service) === index;
  });
}
