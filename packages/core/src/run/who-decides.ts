import type { Decision, WaitQuestion } from '../values/step-data.ts'
import { VISITOR, type Asker, type Way } from './asker.ts'

/** `outside-chat`: decided on a screen or behind a link. `reviewers`: not by who asks. `buttons`: by who asks, with the buttons alone. */
export type DecisionRefusal = 'nobody' | 'outside-chat' | 'reviewers' | 'buttons'

/** Ways that are no part of a conversation. */
const OUTSIDE_CHAT: ReadonlySet<Way> = new Set<Way>(['screen', 'review-link'])

/** What is no question to who asks: money, what a crash left, and a time that is still to pass. */
const OPERATED: ReadonlySet<WaitQuestion['kind']> = new Set<WaitQuestion['kind']>(['limit', 'unknown', 'time'])

/** Why somebody may not decide this, or not in this way; nothing where they may. Nothing else decides that. */
export function decisionRefusal(
  { way, rights }: Asker,
  { kind, decider, buttons }: Pick<WaitQuestion, 'kind' | 'decider' | 'buttons'>,
  decision?: Decision,
): DecisionRefusal | undefined {
  if (buttons.length === 0) return 'nobody'
  const isReviewer = rights.includes('run.decide')
  if (OPERATED.has(kind) && !(isReviewer && OUTSIDE_CHAT.has(way))) return 'outside-chat'
  if (isReviewer) return undefined
  if (decider === 'reviewers') return 'reviewers'
  return decision && goesBeyondButtons(decision) ? 'buttons' : undefined
}

/** Arguments of one's own, and results that nobody saw, are not for those whom an approval restrains. */
function goesBeyondButtons({ calls = {}, result }: Decision): boolean {
  return result !== undefined || Object.values(calls).some(({ input }) => input !== undefined)
}

export function mayDecide(asker: Asker, question: Pick<WaitQuestion, 'kind' | 'decider' | 'buttons'>): boolean {
  return decisionRefusal(asker, question) === undefined
}

/** Whether those who talk with a flow may decide it: anything else goes on by itself, or is for others to decide. */
export function isAskedInChat(question: Pick<WaitQuestion, 'kind' | 'decider' | 'buttons'>): boolean {
  return mayDecide(VISITOR, question)
}

/** What is said in the chat when a run comes to a question. */
export function saidInChat(question: WaitQuestion): string {
  if (question.text === '' || question.kind === 'limit' || isAskedInChat(question)) return question.text
  return 'A reviewer has to decide first. The answer will appear here.'
}

/** A question as somebody may read it: its buttons where they may press them, and its contents where those are theirs to see. */
export function questionFor(asker: Asker, question: WaitQuestion): WaitQuestion {
  const { input, calls, ...asked } = question
  const isReviewer = asker.rights.includes('run.decide')
  if (!mayDecide(asker, question) && !isReviewer) return { kind: asked.kind, text: saidInChat(question), buttons: [] }
  return {
    ...asked,
    buttons: mayDecide(asker, question) ? asked.buttons : [],
    // What they are checked by is not shown.
    ...(calls && { calls: calls.map(({ parameters: _, ...call }) => call) }),
    ...(isReviewer ? input && { input } : { isButtonsOnly: true as const }),
  }
}
