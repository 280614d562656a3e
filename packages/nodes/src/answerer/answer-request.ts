import type { ModelRequest, ToolCall } from '@chatwright/core'
import { messageText } from '../model-values/message-text.ts'
import { answerFromTool } from './answer-from-tool.ts'
import { chooseQuotes } from './choose-quotes.ts'
import { matchTool } from './plain-tool-match.ts'
import { quotedAnswer, selfDescription } from './write-answer.ts'

export type Reply = { text: string } | { call: ToolCall }

/** Answers by quoting, by a tool that plainly fits, or by saying what this is. */
export function answerRequest({ messages, context, tools, toolChoice }: ModelRequest, floor: number): Reply {
  const question = messageText(messages.findLast((message) => message.role === 'user')?.content ?? '')
  const last = messages.at(-1)
  if (last?.role === 'tool') {
    const calls = messages.flatMap((message) => message.toolCalls ?? [])
    const call = calls.find((each) => each.id === last.toolCallId)
    return { text: answerFromTool({ question, call, result: last }) }
  }
  const match = toolChoice === 'none' ? undefined : matchTool(question, tools ?? [])
  if (match) return { call: { id: `built-in-${messages.length}`, ...match } }
  if (context === undefined) return { text: selfDescription() }
  return { text: quotedAnswer(chooseQuotes(question, context, { floor })) }
}
