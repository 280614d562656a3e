import {
  readArtifacts,
  readDocuments,
  readFollowUps,
  readInstead,
  readTools,
  readUsage,
} from '../../lib/prediction/stored-parts.ts'
import type { AnswerFault } from '../../lib/prediction/answer-fault.ts'
import { asNumber, asObject, asText } from '../../lib/prediction/read-json.ts'
import { askedByAction } from './asked-decision.ts'
import type { JsonObject } from '../../lib/prediction/read-json.ts'
import { readUploads } from '../../lib/prediction/upload.ts'
import { blankAnswer } from './turn.ts'
import type { Answer, AnswerState, Feedback, Turn } from './turn.ts'

/** Turns out of stored messages, oldest first: the server's rows, or those this browser or the widget kept. */
export function readStoredMessages(messages: readonly JsonObject[]): Turn[] {
  const turns: Turn[] = []
  for (const message of messages) {
    const role = asText(message['role'] ?? message['type'])
    if (role === 'userMessage') turns.push(readQuestion(message, turns.length))
    else if (role === 'apiMessage' && turns.length > 0) {
      const turn = questionOf(message, turns)
      // A greeting, or a second answer to one question, has no question of its own to stand under.
      if (turn?.answer.state === 'interrupted' && turn.answer.messageId === undefined) turn.answer = readAnswer(message)
    }
  }
  return turns
}

/** Two that were asked at once, from two tabs, are answered in any order: the run tells which is which. */
function questionOf(message: JsonObject, turns: readonly Turn[]): Turn | undefined {
  const runId = asText(message['runId'])
  return turns.findLast(({ answer }) => runId !== undefined && answer.runId === runId) ?? turns.at(-1)
}

function readQuestion(message: JsonObject, index: number): Turn {
  const runId = asText(message['runId'])
  const form = asObject(message['form'])
  return {
    id: asText(message['id']) ?? `stored-${index}`,
    question: asText(message['content'] ?? message['message']) ?? '',
    uploads: readUploads(parsed(message['fileUploads'])),
    askedAt: asText(message['createdDate'] ?? message['dateTime']) ?? '',
    ...(form && { form }),
    ...(message['isDraft'] === true && { isDraft: true }),
    // Until its answer is found: then this is one whose server went away.
    answer: { ...blankAnswer, state: 'interrupted', ...(runId !== undefined && { runId }) },
  }
}

function readAnswer(message: JsonObject): Answer {
  const messageId = asText(message['id'] ?? message['messageId'])
  const thinking = asObject(parsed(message['reasonContent']))
  const fault = readStoredFault(parsed(message['fault'] ?? message['error']))
  const runId = asText(message['runId'])
  const usage = readUsage(parsed(message['usage']))
  const durationMs = asNumber(message['durationMs'])
  const instead = readInstead(parsed(message['instead']))
  const feedback = readFeedback(parsed(message['feedback']))
  const asked = askedByAction(parsed(message['action']))
  return {
    ...blankAnswer,
    state: readState(message, fault),
    text: asText(message['content'] ?? message['message']) ?? '',
    thinking: thinking
      ? { text: asText(thinking['thinking']) ?? '', seconds: asNumber(thinking['thinkingDuration']) ?? 0 }
      : undefined,
    sources: readDocuments(parsed(message['sourceDocuments'])),
    tools: readTools(parsed(message['usedTools'])),
    artifacts: readArtifacts(parsed(message['artifacts'])),
    followUps: readFollowUps(message['followUpPrompts']),
    ...(messageId !== undefined && { messageId }),
    ...(asked && { asked }),
    ...(fault && { fault }),
    ...(runId !== undefined && { runId }),
    ...(usage && { usage }),
    ...(instead && { instead }),
    ...(durationMs !== undefined && { durationMs }),
    ...(feedback && { feedback }),
  }
}

const STATES: readonly AnswerState[] = ['done', 'stopped', 'interrupted', 'failed']

/** The server speaks of runs, which are cancelled where an answer is stopped. */
function readState(message: JsonObject, fault: AnswerFault | undefined): AnswerState {
  const stored = asText(message['state'] ?? message['status'])
  if (stored === 'cancelled') return 'stopped'
  return STATES.find((state) => state === stored) ?? (fault ? 'failed' : 'done')
}

function readStoredFault(value: unknown): AnswerFault | undefined {
  if (typeof value === 'string' && value !== '') return { message: value }
  const fault = asObject(value)
  const message = asText(fault?.['message'])
  return fault && message !== undefined ? { ...fault, message } : undefined
}

function readFeedback(value: unknown): Feedback | undefined {
  const feedback = asObject(value)
  const rating = feedback?.['rating']
  if (!feedback || (rating !== 'THUMBS_UP' && rating !== 'THUMBS_DOWN')) return undefined
  const id = asText(feedback['id'])
  return { rating, content: asText(feedback['content']) ?? '', ...(id !== undefined && { id }) }
}

/** Columns that hold JSON arrive parsed or as text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
