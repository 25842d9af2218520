// The access policy as JSON (specification 2.7).

export type PolicyStatement = {
  /** Letters and digits, unique in the document and stable from run to run. */
  readonly Sid: string;
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  /** Absent in a trust policy only. */
  readonly Resource?: readonly string[];
  /** A trust policy only. */
  readonly Principal?: Readonly<Record<string, string>>;
  readonly Condition?: Readonly<
    Record<string, Readonly<Record<string, string | readonly string[]>>>
  >;
};

export type PolicyDocument = {
  readonly Version: '2012-10-17';
  readonly Statement: readonly PolicyStatement[];
};
