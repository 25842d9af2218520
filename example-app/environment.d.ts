// The environment variables of `.framework/config.json`, by name, so that the type checker knows them.
declare namespace NodeJS {
  interface ProcessEnv {
    /** The name of the guide in answers. */
    readonly GUIDE_NAME: string;
    /** The queue of cities that partners send. */
    readonly ARRIVALS_QUEUE: string;
    /** The table of DynamoDB that has the cities; without it they are in memory. */
    readonly CITIES_TABLE?: string;
    /** What a member's token must be. */
    readonly MEMBER_TOKEN: string;
    /** The URI under which the gateway calls `tokenCheck` of `functions/token-check.ts`. */
    readonly TOKEN_CHECK_URI: string;
  }
}
