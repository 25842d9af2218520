// A route as a plan shows it: what matters to callers of the API.

export type RouteSummary = {
  readonly path: string;
  readonly method: string;
  readonly apiKeyRequired: boolean;
  /** `IAM`, or the name of the authorizer; null without one. */
  readonly authorizer: string | null;
  /** A text about the authorizer, for example its user pools. It differs whenever other requests may pass. */
  readonly authorizerFacts?: string;
  readonly hasCors: boolean;
  /** The headers of the answer to a preflight. */
  readonly corsHeaders?: Readonly<Record<string, string>>;
  /** The content types; undefined for a deployed route, because API Gateway does not keep them. */
  readonly contentTypes?: readonly string[];
};
