import type { RunOutcome } from '@chatwright/core'

import { asObject, asText } from '../../../lib/prediction/read-json.ts'

/** What a run waits for, as the chat offers it. */
export interface AskedDecision {
  nodeId: string
  buttons: readonly { type: string; label: string }[]
  takesFeedback: boolean
}

/** What somebody decided, sent with the next request. */
export interface GivenDecision {
  type: string
  startNodeId: string
  feedback?: string
}

/** Of several the newest: the others are asked when it is decided. */
export function askedIn({ status, waits = [] }: RunOutcome): AskedDecision | undefined {
  const newest = waits.findLast(({ question }) => question.buttons.length > 0)
  if (status !== 'waiting' || !newest) return undefined
  const { buttons, takesFeedback = false } = newest.question
  return { nodeId: newest.nodeId, buttons, takesFeedback }
}

/** The same as a message keeps it. */
export function actionOf({ nodeId, buttons, takesFeedback }: AskedDecision) {
  const [approve, reject] = buttons
  return {
    mapping: { approve: approve?.label, reject: reject?.label },
    data: { nodeId, input: { humanInputEnableFeedback: takesFeedback } },
  }
}

/** The same out of a stored message. */
export function askedByAction(action: unknown): AskedDecision | undefined {
  const stored = asObject(action)
  const data = asObject(stored?.['data'])
  const nodeId = asText(data?.['nodeId'])
  const mapping = asObject(stored?.['mapping'])
  if (nodeId === undefined || !mapping) return undefined
  return {
    nodeId,
    buttons: [
      { type: 'proceed', label: asText(mapping['approve']) ?? 'Proceed' },
      { type: 'reject', label: asText(mapping['reject']) ?? 'Reject' },
    ],
    takesFeedback: asObject(data?.['input'])?.['humanInputEnableFeedback'] === true,
  }
}
