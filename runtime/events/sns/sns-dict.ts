// What AWS sends of each record, in its own words: what `toDict()` gives. It fits the types of `@types/aws-lambda`.

/** A message of a topic: docs.aws.amazon.com/lambda/latest/dg/with-sns.html */
export type SnsMessageDict = {
  readonly EventVersion: string;
  readonly EventSubscriptionArn: string;
  readonly EventSource: string;
  readonly Sns: {
    readonly Type: string;
    readonly MessageId: string;
    readonly TopicArn: string;
    readonly Subject?: string | null;
    readonly Message: string;
    readonly Timestamp: string;
    readonly MessageAttributes: Readonly<Record<string, SnsMessageAttribute>>;
  };
};

export type SnsMessageAttribute = { readonly Type: string; readonly Value: string };
