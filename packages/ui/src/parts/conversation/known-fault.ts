import type { AnswerFault } from '../../lib/prediction/answer-fault.ts'

export type KnownFault = 'busy' | 'lost' | 'notYours' | 'outdated' | 'stopped' | 'unreachable'

/** A failure that every chat has its own words for. */
export function knownFault({ code, nodeId }: AnswerFault): KnownFault | undefined {
  // A node that does not reach its model has the same code as a browser that does not reach the server.
  return code === undefined || nodeId !== undefined ? undefined : KNOWN_CODES[code]
}

const KNOWN_CODES: Record<string, KnownFault> = {
  'answer-lost': 'lost',
  'decision-refused': 'notYours',
  overloaded: 'busy',
  'rate-limit': 'busy',
  'outdated-page': 'outdated',
  'server-stopped': 'stopped',
  unreachable: 'unreachable',
}

/** The owner writes these for visitors: the rate limit's and the allowed origins' own words. */
export function isOwnersWords({ code }: AnswerFault): boolean {
  return code === 'too-many-requests' || code === 'forbidden'
}
