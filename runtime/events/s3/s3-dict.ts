// What AWS sends of each record, in its own words: what `toDict()` gives. It fits the types of `@types/aws-lambda`.

/** A record of a bucket's notification: docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
export type S3ObjectDict = {
  readonly eventSource: string;
  readonly awsRegion: string;
  readonly eventTime: string;
  readonly eventName: string;
  readonly s3: {
    readonly bucket: { readonly name: string; readonly arn: string };
    /** The key is written as in a form; of an object that was removed there is neither size nor `eTag`. */
    readonly object: {
      readonly key: string;
      readonly size?: number;
      readonly eTag?: string;
      readonly versionId?: string;
      readonly sequencer: string;
    };
  };
};
