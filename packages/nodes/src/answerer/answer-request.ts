import type { ModelRequest, ScoredDocument, ToolCall } from '@chatwright/core'
import { messageText } from '../model-values/message-text.ts'
import { answerFromTool } from './answer-from-tool.ts'
import { answerPlainly } from './answer-plainly.ts'
import { chooseQuotes, nearestQuotes } from './choose-quotes.ts'
import { isInOtherLanguage } from './other-language.ts'
import { matchTool } from './plain-tool-match.ts'
import { smallTalkIn } from './small-talk.ts'
import { quotedAnswer, selfDescription, withoutSummary } from './write-answer.ts'

export type Reply = { text: string; quoted: readonly ScoredDocument[] } | { call: ToolCall }

interface AnswerSettings {
  floor: number
  /** Milliseconds since 1970. */
  now: number
}

/** Answers by quoting, by a tool that plainly fits, or by saying what this is. */
export function answerRequest(request: ModelRequest, { floor, now }: AnswerSettings): Reply {
  const { messages, context, tools, toolChoice } = request
  const question = messageText(messages.findLast((message) => message.role === 'user')?.content ?? '')
  const last = messages.at(-1)
  if (last?.role === 'tool') {
    const calls = messages.flatMap((message) => message.toolCalls ?? [])
    const call = calls.find((each) => each.id === last.toolCallId)
    return { text: answerFromTool({ question, call, result: last }), quoted: [] }
  }
  const match = toolChoice === 'none' ? undefined : matchTool(question, tools ?? [])
  if (match) return { call: { id: `built-in-${messages.length}`, ...match } }
  const chosen = context ? chooseQuotes(question, context, { floor }) : undefined
  // What the documents plainly speak of goes first, be it greetings or sums.
  const plain = chosen?.areSure ? undefined : answerPlainly(question, { now, hasDocuments: context !== undefined })
  if (plain !== undefined) return { text: plain, quoted: [] }
  if (!chosen || !context) return { text: selfDescription(), quoted: [] }
  if (!chosen.areSure && smallTalkIn(question) === 'summary') {
    const quotes = nearestQuotes(question, context)
    return { text: withoutSummary(quotes), quoted: quotes.map(({ document }) => document) }
  }
  const passages = context.map(({ pageContent }) => pageContent).join('\n')
  const isForeign = isInOtherLanguage(question) || isInOtherLanguage(passages)
  return { text: quotedAnswer(chosen, { isForeign }), quoted: chosen.quotes.map(({ document }) => document) }
}
