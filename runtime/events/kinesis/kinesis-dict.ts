// What AWS sends of each record, in its own words: what `toDict()` gives. It fits the types of `@types/aws-lambda`.

/** A record of a stream: docs.aws.amazon.com/lambda/latest/dg/with-kinesis.html */
export type KinesisRecordDict = {
  readonly eventID: string;
  readonly eventSource: string;
  readonly awsRegion: string;
  readonly eventSourceARN: string;
  readonly kinesis: {
    readonly kinesisSchemaVersion: string;
    readonly partitionKey: string;
    readonly sequenceNumber: string;
    /** In base64. */
    readonly data: string;
    /** Seconds since 1970. */
    readonly approximateArrivalTimestamp: number;
  };
};
