import { NodeError, type ChatModel, type JsonSchema, type Message, type OutputParser, type Run } from '@chatwright/core'
import { complete } from '../model-values/complete.ts'

interface ParsedRequest {
  model: ChatModel
  parser: OutputParser
  messages: Message[]
  /** For vendors that can promise the shape. */
  responseSchema?: JsonSchema
}

/** An answer in the parser's shape; a parser that may fix asks the model once more, showing it the mistake. */
export async function completeParsed({ model, parser, messages, ...shape }: ParsedRequest, run: Run): Promise<unknown> {
  const text = await complete(model, { messages, ...shape }, run)
  try {
    return parser.parse(text)
  } catch (error) {
    if (!parser.autofix || !(error instanceof NodeError)) throw error
    const repaired = await complete(
      model,
      { messages: [...messages, ...correction(text, error, parser)], ...shape },
      run,
    )
    return parseRepaired(parser, repaired)
  }
}

/** "Autofix" is on and did not help: advice to turn it on would lead nowhere. */
function parseRepaired(parser: OutputParser, text: string): unknown {
  try {
    return parser.parse(text)
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    throw new NodeError(error.message, {
      code: error.code,
      hint: 'The model repeated its mistake after seeing it. Describe the format in the prompt, or use a stronger model.',
      cause: error,
    })
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
