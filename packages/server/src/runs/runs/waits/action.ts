import { mayDecide, questionFor, VISITOR, type Asker, type Wait, type WaitQuestion } from '@chatwright/core'
import { ON_CANVAS } from '../../../door/askers/asker-of.ts'
import { isOwnerHere } from '../../../door/askers/may.ts'
import { executionOf, type RunJob } from '../run-job.ts'
import { waitIdOf } from './wait-id.ts'

/** What a run waits for, as clients of the older product show it: two buttons and a box for feedback. */
export interface Action {
  id: string
  mapping: { approve: string; reject: string; toolCalls?: unknown }
  elements: { type: string; label: string }[]
  data: { nodeId: string; nodeLabel: string; input: Record<string, unknown>; asked: Asked }
}

/** What our own chat shows besides: all buttons, the calls and the fields. */
type Asked = Pick<WaitQuestion, 'buttons' | 'calls' | 'fields' | 'isButtonsOnly'>

const ELEMENTS = ['agentflowv2-approve-button', 'agentflowv2-reject-button']
const OLDER_ELEMENTS = ['approve-button', 'reject-button']

export function actionOf(execution: string, { path, nodeId, label, question }: Wait, isOlder = false): Action {
  const [approve = 'Proceed', reject = 'Reject'] = question.buttons.map((button) => button.label)
  return {
    id: waitIdOf(execution, path),
    mapping: { approve, reject, ...(isOlder && { toolCalls: question.calls ?? [] }) },
    elements: (isOlder ? OLDER_ELEMENTS : ELEMENTS).map((type, index) => ({
      type,
      label: index === 0 ? approve : reject,
    })),
    data: { nodeId, nodeLabel: label, input: inputOf(question), asked: askedIn(question) },
  }
}

function askedIn({ buttons, calls, fields, isButtonsOnly }: WaitQuestion): Asked {
  return { buttons, ...(calls && { calls }), ...(fields && { fields }), ...(isButtonsOnly && { isButtonsOnly }) }
}

function inputOf({ input = {}, takesFeedback = false, calls }: WaitQuestion): Record<string, unknown> {
  return { ...input, humanInputEnableFeedback: takesFeedback, ...(calls && { toolCalls: calls }) }
}

/** The newest of what a run waits for that may be decided here: older clients show one. What the step was made of is for the owner. */
export function actionFor(
  job: RunJob,
  { waits = [], asker: reader }: { waits?: readonly Wait[] | undefined; asker: Pick<Asker, 'rights'> },
): Action | undefined {
  const asker = isOwnerHere(reader) ? ON_CANVAS : VISITOR
  const newest = waits.findLast(({ question }) => mayDecide(asker, question))
  if (!newest) return undefined
  const isOlder = 'isOlder' in job ? job.isOlder : undefined
  return actionOf(executionOf(job), { ...newest, question: questionFor(asker, newest.question) }, isOlder)
}
