import type { Message, Run } from '@chatwright/core'

const GO_ON: Message = {
  role: 'user',
  content:
    'Your answer broke off there. Go on with the very next word: repeat nothing, begin nothing again, and do not mention the break.',
}

/** The messages of an answer; one that broke off is shown to the model as its own turn, to go on from. */
export function goOn(messages: readonly Message[], { answerSoFar = '' }: Pick<Run, 'answerSoFar'>): Message[] {
  // Some vendors refuse a turn that ends in a blank.
  const said = answerSoFar.trimEnd()
  return said === '' ? [...messages] : [...messages, { role: 'assistant', content: said }, GO_ON]
}
