// What a member that declares a source does in an application that was not built, where no compiler reads its arguments.

export type UnbuiltMember = {
  /** How many arguments stand before the options. */
  readonly leading: 0 | 1;
  /** The options that name the queue, topic, bucket, table or stream. */
  readonly names: readonly string[];
  /** True where a payload is text or bytes because nothing has read its type. */
  readonly isText?: true;
};
