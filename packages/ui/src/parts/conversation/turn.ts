import type { AnsweredInstead, Artifact, Document, TokenUsage, UsedTool } from '@chatwright/core'

import type { AnswerFault } from '../../lib/prediction/answer-fault.ts'
import type { Upload } from '../../lib/prediction/upload.ts'
import type { AskedDecision, GivenDecision } from './asked-decision.ts'

/** A question with its answer. */
export interface Turn {
  id: string
  question: string
  uploads: readonly Upload[]
  /** What was filled in, where the question only tells of it. */
  form?: Record<string, unknown>
  askedAt: string
  /** The stored turn that this one is to take the place of. */
  replaces?: string
  /** The stored answer that this one goes on with. */
  continues?: string
  /** What was decided of what a run of this chat waits for. */
  decides?: GivenDecision
  /** A drawing that was not saved is asked. */
  isDraft?: true
  answer: Answer
}

/**
 * By what the server knows the first of these turns, so that it can be replaced. One that was refused was never stored:
 * then it still stands for what it was to replace.
 */
export function storedIdOf(turns: readonly Turn[]): string | undefined {
  for (const { answer, replaces } of turns) {
    const id = answer.messageId ?? answer.runId ?? replaces
    if (id !== undefined) return id
  }
  return undefined
}

export type AnswerState = 'waiting' | 'thinking' | 'writing' | 'done' | 'stopped' | 'interrupted' | 'failed'

export interface Answer {
  state: AnswerState
  text: string
  thinking: { text: string; seconds?: number } | undefined
  sources: readonly Document[]
  tools: readonly UsedTool[]
  /** Names of the tools that run right now. */
  runningTools: readonly string[]
  /** Names of those that have run, until the end tells what came out. */
  calledTools: readonly string[]
  artifacts: readonly Artifact[]
  followUps: readonly string[]
  /** What the run waits for: its words are a question to the reader. */
  asked?: AskedDecision
  fault?: AnswerFault
  messageId?: string
  runId?: string
  usage?: TokenUsage
  /** The model that answered in place of the flow's own; visitors are not told. */
  instead?: AnsweredInstead
  durationMs?: number
  feedback?: Feedback
}

export interface Feedback {
  /** Known once the server kept it. */
  id?: string
  rating: 'THUMBS_UP' | 'THUMBS_DOWN'
  content: string
}

export const blankAnswer: Answer = {
  state: 'waiting',
  text: '',
  thinking: undefined,
  sources: [],
  tools: [],
  runningTools: [],
  calledTools: [],
  artifacts: [],
  followUps: [],
}

export function isUnderway(answer: Answer): boolean {
  return answer.state === 'waiting' || answer.state === 'thinking' || answer.state === 'writing'
}

/** Whether an answer broke off after its first words, and the server has kept them. */
export function canGoOn({ state, text, messageId }: Answer): boolean {
  return (
    (state === 'interrupted' || state === 'stopped' || state === 'failed') && text !== '' && messageId !== undefined
  )
}

/** A turn whose question to the reader is decided. */
export function withoutAsked(turn: Turn): Turn {
  const { asked: _, ...answer } = turn.answer
  return { ...turn, answer }
}
