import { isOwnerHere } from '../../door/askers/may.ts'
import { AppError } from '@chatwright/contract'
import type { Asker, RunEvent } from '@chatwright/core'
import { refuseUnfinished } from '../predictions/answer.ts'
import type { AnswerHandle } from '../../runs/runs/runner.ts'
import type { McpAnswer, McpCall } from './mcp-offer.ts'

/** Waits for the answer of a run as the one who called a tool: gone with it, told of each step, and of whom it waits for. */
export async function answerOf(
  run: AnswerHandle,
  { signal, tell, asker }: McpCall & { asker: Pick<Asker, 'rights'> },
): Promise<McpAnswer> {
  const leave = run.read((event) => {
    const step = stepIn(event)
    // Of how a flow is made, visitors hear nothing.
    if (step !== undefined) tell(isOwnerHere(asker) ? step : 'Working on it')
  })
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  try {
    const outcome = await run.outcome
    refuseUnfinished(outcome, asker)
    const { text, json, waits = [] } = outcome
    const words = json === undefined ? text : JSON.stringify(json)
    if (waits.length === 0) return { text: words }
    const told =
      "This run hasn't finished: it is waiting for a person's decision. The answer follows in the flow's chat."
    return { text: words.trim() === '' ? told : `${words}\n\n${told}` }
  } catch (error) {
    if (error instanceof AppError) return { text: error.message, isError: true }
    throw error
  } finally {
    signal.removeEventListener('abort', leave)
    leave()
  }
}

function stepIn(event: RunEvent): string | undefined {
  return event.type === 'node-start' || event.type === 'step-start' ? event.label : undefined
}
