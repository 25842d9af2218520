// The access policy as JSON (specification 2.7).

export type PolicyStatement = {
  /** Letters and digits, unique in the document and stable from run to run. */
  readonly Sid: string;
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  /** Absent only in a trust policy. */
  readonly Resource?: readonly string[];
  /** Present only in a trust policy. */
  readonly Principal?: Readonly<Record<string, string>>;
  readonly Condition?: Readonly<
    Record<string, Readonly<Record<string, string | readonly string[]>>>
  >;
};

export type PolicyDocument = {
  readonly Version: '2012-10-17';
  readonly Statement: readonly PolicyStatement[];
};
