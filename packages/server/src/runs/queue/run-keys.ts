/** Every name we use in Redis, in one place. Braces keep the keys of one run on one node of a cluster. */
export const runKeys = {
  events: (runId: string) => `chatwright:{${runId}}:events`,
  fence: (runId: string) => `chatwright:{${runId}}:fence`,
  /** There while somebody waits for the answer. */
  presence: (runId: string) => `chatwright:{${runId}}:reader`,
  /** The web processes with a reader of it. */
  readers: (runId: string) => `chatwright:{${runId}}:readers`,
  /** There while a run is being stopped because its last reader left. */
  left: (runId: string) => `chatwright:{${runId}}:left`,
  /** Events as they come; the stream has them for good. */
  channel: (runId: string) => `chatwright:run:${runId}`,
  cancel: 'chatwright:cancel',
  /** How many messages could not be read, by where they came from. */
  dropped: 'chatwright:dropped',
  waiting: (lane: string, flowId: string) => `chatwright:waiting:${lane}:${flowId}`,
  rateLimit: (name: string) => `chatwright:limit:${name}`,
}

/** How long the events of a run stay readable after the last one: longer than any client waits to come back. */
export const EVENTS_KEPT_SECONDS = 120
