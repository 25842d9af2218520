// The formats of the names and ARNs of queues, topics, buckets, tables, streams and buses. Each kind of source defines its
// format in its own folder.

/** An event source: a queue, topic, bucket, table, stream or bus. */
export type ResolvedSource = {
  /** The kind of its format. */
  readonly kind: string;
  /** The name without the rest of the ARN. For a table's stream, it is `Orders/stream/2026-11-22T00:00:00.000`. */
  readonly name: string;
  /** The ARN; undefined if only a name is given. The source is then in the account and region of the deployed stage. */
  readonly arn: SourceArn | undefined;
};

export type SourceArn = {
  readonly text: string;
  readonly partition: string;
  readonly service: string;
  /** The region; empty for a bucket. */
  readonly region: string;
  /** The account; empty for a bucket. */
  readonly account: string;
  /** The part of the ARN after the account: `table/Orders`. */
  readonly resource: string;
};

export type SourceForm = {
  readonly kind: string;
  /** The property that names the source in an entry of the manifest. */
  readonly property: string;
  readonly services: readonly {
    readonly name: string;
    /** True if the ARN has neither a region nor an account. */
    readonly isGlobal?: true;
  }[];
  /** Matches a name; undefined if only an ARN is accepted. */
  readonly name?: RegExp;
  /** Matches the part of an ARN after the account. The first capture group is the name. */
  readonly resource: RegExp;
  readonly examples: readonly string[];
};

/** Reads a name or an ARN; undefined if the text is neither. */
export function readSource(form: SourceForm, text: string): ResolvedSource | undefined {
  const { kind, services, name, resource } = form;
  const arn = readArn(text);
  if (!arn) return name?.test(text) === true ? { kind, name: text, arn: undefined } : undefined;
  const named = resource.exec(arn.resource)?.[1];
  const service = services.find((one) => one.name === arn.service);
  const isGlobal = arn.region === '' && arn.account === '';
  const isValid = service && isGlobal === (service.isGlobal ?? false);
  return isValid && named !== undefined ? { kind, name: named, arn } : undefined;
}

/** Returns the parts of an ARN; undefined for any other text. */
export function readArn(text: string): SourceArn | undefined {
  const parts = /^arn:(aws[a-z-]*):([a-z0-9-]+):([a-z0-9-]*):(\d{12}|):(.+)$/.exec(text);
  const [, partition, service, region, account, resource] = parts ?? [];
  if (partition === undefined || service === undefined || resource === undefined) return undefined;
  return { text, partition, service, region: region ?? '', account: account ?? '', resource };
}
