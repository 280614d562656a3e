import { evaluateExpression, formatNumber } from '../tools/evaluate-expression.ts'
import { arithmeticIn } from './plain-tool-match.ts'
import { smallTalkIn } from './small-talk.ts'
import { aboutMe, greeting, ownAnswer, selfDescription, thanks } from './write-answer.ts'

interface Asked {
  /** Milliseconds since 1970. */
  now: number
  hasDocuments: boolean
}

/** Answers what needs neither documents nor tools: small talk, a sum, the date. */
export function answerPlainly(question: string, { now, hasDocuments }: Asked): string | undefined {
  const expression = arithmeticIn(question)
  if (expression !== undefined) return ownAnswer(`${expression} = ${formatNumber(evaluateExpression(expression))}`)
  if (asksOnlyForDate(question)) return ownAnswer(`It is ${date.format(now)}.`)
  const talk = smallTalkIn(question)
  if (talk === 'thanks') return thanks()
  if (!hasDocuments) return talk === 'greeting' || talk === 'about-me' ? selfDescription() : undefined
  if (talk === 'greeting') return greeting()
  return talk === 'about-me' ? aboutMe() : undefined
}

/** Narrower than what an agent's clock is asked for: "Which day is the meeting?" is for the documents. */
function asksOnlyForDate(question: string): boolean {
  return /^\s*(?:what(?:'s| is)?|tell me|which) (?:the )?(?:(?:current|today's) )?(?:date|day|time|weekday|year)(?: (?:is|it|it's|today|now|of the week|right))*[\s?.!]*$/i.test(
    question.slice(0, 100).replaceAll('’', "'"),
  )
}

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })
