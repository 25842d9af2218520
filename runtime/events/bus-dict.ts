// What AWS sends of each record, in its own words: what `toDict()` gives. It fits the types of `@types/aws-lambda`.

/** An event of EventBridge: docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html */
export type CloudEventDict<Detail = unknown> = {
  readonly version: string;
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: Detail;
};
