import { NodeError, type ChatModel, type Message, type OutputParser, type Run } from '@chatwright/core'
import { complete } from '../model-values/complete.ts'

/** An answer in the parser's shape; a parser that may fix asks the model once more, showing it the mistake. */
export async function completeParsed(
  { model, parser, messages }: { model: ChatModel; parser: OutputParser; messages: Message[] },
  run: Run,
): Promise<unknown> {
  const text = await complete(model, { messages }, run)
  try {
    return parser.parse(text)
  } catch (error) {
    if (!parser.autofix || !(error instanceof NodeError)) throw error
    const repaired = await complete(model, { messages: [...messages, ...correction(text, error, parser)] }, run)
    return parser.parse(repaired)
  }
}

function correction(text: string, error: NodeError, parser: OutputParser): Message[] {
  return [
    { role: 'assistant', content: text },
    {
      role: 'user',
      content: `That answer does not have the right shape: ${error.message}\n\n${parser.instructions}\n\nSend the corrected answer and nothing else.`,
    },
  ]
}
