import { anchor, type Chat, type Moderation, type Run } from '@chatwright/core'

export const inputModeration = anchor('Moderation', {
  label: 'Input moderation',
  list: true,
  optional: true,
  description: 'Checks each question before the model sees it.',
})

/** The first refusal, or nothing when every check lets the question pass. */
export async function refusalOf(
  moderations: readonly Moderation[] | undefined,
  question: string,
  run: Run,
): Promise<string | undefined> {
  for (const moderation of moderations ?? []) {
    const refusal = await moderation.check(question, run)
    if (refusal !== undefined) {
      // No model is asked: there is nothing that a parameter of the caller could have changed.
      if (run.caller) run.caller.isTaken = true
      return refusal
    }
  }
  return undefined
}

/** A chat whose questions are checked first; a refusal is its answer then. Without checks nothing stands between. */
export function moderatedChat(moderations: readonly Moderation[] | undefined, answer: Chat['answer']): Chat {
  if (!moderations?.length) return { kind: 'chat', answer }
  return {
    kind: 'chat',
    async *answer(turn, run) {
      const refusal = await refusalOf(moderations, turn.question, run)
      if (refusal === undefined) yield* answer(turn, run)
      else yield { type: 'token', text: refusal }
    },
  }
}
