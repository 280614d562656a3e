/** How long a lazily loaded file may take to arrive, in milliseconds; the build gives scripts the same time. */
export const CHUNK_TIMEOUT = 120_000
