import type { Run, SaidMessage, StepTurn } from '@chatwright/core'
import { askedText } from './asked-text.ts'
import { talksFirst } from './compose-messages.ts'

/** The question, which the first step that talks brings into the run's conversation. */
export function saidQuestion(turn: StepTurn, run: Run): SaidMessage[] {
  const content = askedText(turn, run)
  return talksFirst(turn) && content !== '' ? [{ role: 'user', content }] : []
}

/** What a step answered, in the name that its builder chose. */
export function saidAnswer(
  content: string,
  { label, returnAs }: { label: string; returnAs: 'userMessage' | 'assistantMessage' },
): SaidMessage {
  return { role: returnAs === 'assistantMessage' ? 'assistant' : 'user', content, name: speakerName(label) }
}

/** Who spoke, as vendors let it be written. */
export function speakerName(label: string): string {
  return label.toLowerCase().replaceAll(/\s/g, '_').trim()
}
