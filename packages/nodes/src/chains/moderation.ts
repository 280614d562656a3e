import { anchor, type Moderation, type Run } from '@chatwright/core'

export const inputModeration = anchor('Moderation', {
  label: 'Input moderation',
  list: true,
  optional: true,
  description: 'Checks a question before the model sees it.',
})

/** The first refusal, or nothing when every check lets the question pass. */
export async function refusalOf(
  moderations: readonly Moderation[] | undefined,
  question: string,
  run: Run,
): Promise<string | undefined> {
  for (const moderation of moderations ?? []) {
    const refusal = await moderation.check(question, run)
    if (refusal !== undefined) return refusal
  }
  return undefined
}
