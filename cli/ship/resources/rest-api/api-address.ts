// The base address of a deployed API (specification 1.5).

export type ApiPlace = {
  readonly id: string;
  readonly stage: string;
  readonly region: string;
  readonly partition: string;
  /** The address of an emulator; undefined for AWS. */
  readonly endpoint: string | undefined;
};

/** With a slash at its end. */
export function apiAddress({ id, stage, region, partition, endpoint }: ApiPlace): string {
  if (endpoint !== undefined) return `${endpoint}/restapis/${id}/${stage}/_user_request_/`;
  const domain = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://${id}.execute-api.${region}.${domain}/${stage}/`;
}
