import type { GivenDecision as Decided } from '@chatwright/contract'
import type { RunOutcome } from '@chatwright/core'

import type { AskedParts } from '../../lib/decisions/decision-draft.ts'
import { asObject, asText } from '../../lib/prediction/read-json.ts'

/** What a run waits for, as the chat offers it. */
export interface AskedDecision extends AskedParts {
  nodeId: string
}

/** What somebody decided, sent with the next request. */
export interface GivenDecision extends Decided {
  startNodeId: string
}

/** Of several the newest: the others are asked when it is decided. */
export function askedIn({ status, waits = [] }: RunOutcome): AskedDecision | undefined {
  // Buttons come with what this reader may decide.
  const newest = waits.findLast(({ question }) => question.buttons.length > 0)
  if (status !== 'waiting' || !newest) return undefined
  const { buttons, takesFeedback = false, isButtonsOnly = false, calls = [], fields = [] } = newest.question
  return { nodeId: newest.nodeId, buttons, takesFeedback, isButtonsOnly, calls, fields }
}

/** The same as a message keeps it. */
export function actionOf({ nodeId, ...asked }: AskedDecision) {
  const [approve, reject] = asked.buttons
  return {
    mapping: { approve: approve?.label, reject: reject?.label },
    data: { nodeId, input: { humanInputEnableFeedback: asked.takesFeedback }, asked },
  }
}

/** The same out of a stored message. Those of before name two buttons and no more. */
export function askedByAction(action: unknown): AskedDecision | undefined {
  const stored = asObject(action)
  const data = asObject(stored?.['data'])
  const nodeId = asText(data?.['nodeId'])
  const mapping = asObject(stored?.['mapping'])
  if (nodeId === undefined || !mapping) return undefined
  const asked = asObject(data?.['asked']) as Partial<AskedParts> | undefined
  return {
    nodeId,
    buttons: asked?.buttons ?? [
      { type: 'proceed', label: asText(mapping['approve']) ?? 'Proceed' },
      { type: 'reject', label: asText(mapping['reject']) ?? 'Reject' },
    ],
    takesFeedback: asObject(data?.['input'])?.['humanInputEnableFeedback'] === true,
    isButtonsOnly: asked?.isButtonsOnly ?? false,
    calls: asked?.calls ?? [],
    fields: asked?.fields ?? [],
  }
}
