import { parseJson, type Message, type ToolCall } from '@chatwright/core'
import { z } from 'zod'
import { messageText } from '../model-values/message-text.ts'
import { chooseQuotes } from './choose-quotes.ts'
import { quotedAnswer, toolAnswer } from './write-answer.ts'

interface Answered {
  question: string
  call: ToolCall | undefined
  result: Message
}

/** What a tool said, put so that it can be read. */
export function answerFromTool({ question, call, result }: Answered): string {
  const text = messageText(result.content)
  const expression = call?.input.input
  if (text.startsWith('The tool failed:')) return toolAnswer(text)
  if (/calculat/i.test(call?.name ?? '') && typeof expression === 'string') return toolAnswer(`${expression} = ${text}`)
  const clock = readClock(text)
  if (clock !== undefined) return toolAnswer(clock)
  // A heading alone says nothing: it stays with what stands under it.
  const passages = passagesIn(text).map((pageContent) => ({ pageContent, metadata: {} }))
  return quotedAnswer(chooseQuotes(question, passages, { floor: 0 }), {})
}

function passagesIn(text: string): string[] {
  const passages: string[] = []
  let isUnderHeading = false
  for (const block of text.split(/\n{2,}/)) {
    if (isUnderHeading) passages.push(`${passages.pop() ?? ''}\n\n${block}`)
    else passages.push(block)
    isUnderHeading = /^#{1,6} /.test(block.slice(block.lastIndexOf('\n') + 1))
  }
  return passages
}

const Clock = z.object({ date: z.string(), weekday: z.string(), time: z.string(), timeZone: z.string() })

function readClock(text: string): string | undefined {
  const clock = Clock.safeParse(readJson(text))
  if (!clock.success) return undefined
  const { date, weekday, time, timeZone } = clock.data
  return `It is ${weekday}, ${date}, ${time} (${timeZone}).`
}

function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
