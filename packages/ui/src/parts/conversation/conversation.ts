import { foldEvent, UNBEGUN } from '@chatwright/core/run'
import type { RunEvent, RunOutcome } from '@chatwright/core/run'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'

import { AnswerLost, askFlow } from '../../lib/prediction/ask-flow.ts'
import type { ConnectionState } from '../../lib/prediction/ask-flow.ts'
import type { Upload } from '../../lib/prediction/upload.ts'
import { answerOf } from './answer-of.ts'
import type { GivenDecision } from './asked-decision.ts'
import type { ConversationMemory, PendingAnswer } from './conversation-memory.ts'
import { faultOf } from './fault-of.ts'
import { createFrameBatcher } from './frame-batcher.ts'
import { bodyOf } from './prediction-body.ts'
import type { PredictionBody } from './prediction-body.ts'
import { blankAnswer, canGoOn, isUnderway, storedIdOf, withoutAsked } from './turn.ts'
import type { Answer, Feedback, Turn } from './turn.ts'

export interface ConversationState {
  chatId: string
  /** Finished turns. The one being answered is kept apart, so that a token redraws that one only. */
  turns: readonly Turn[]
  live: Turn | undefined
  connection: ConnectionState
  history: 'loading' | 'ready' | 'failed'
}

/** What a conversation needs from the world. */
export interface ConversationPorts {
  /** Sends the prediction request. */
  predict: (request: PredictionRequest) => Promise<Response>
  /** Tells the server to stop the run of this chat. */
  abort: (chatId: string) => Promise<unknown>
  /** The server's messages of this chat, where the person may read them. */
  loadHistory?: (chatId: string) => Promise<Turn[]>
  /** Deletes what the server keeps of this chat, where the person may. */
  deleteHistory?: (chatId: string) => Promise<unknown>
  /** Hears the run as it happens; a builder hears of its nodes too. */
  onRunEvent?: (event: RunEvent) => void
  /** The drawing that answers, when it is not the saved one. */
  drawing?: (() => string | undefined) | undefined
  /** Keeps a flow that was never saved; the conversation with it asks the question. Resolves to whether it is kept. */
  keepFirst?: ((question: string) => Promise<boolean>) | undefined
  memory: ConversationMemory
  newId: () => string
  now: () => number
}

export interface PredictionRequest {
  body: PredictionBody
  headers: Record<string, string>
  signal: AbortSignal
}

export interface Question {
  question: string
  uploads?: readonly Upload[]
  /** What was filled in, where the question only tells of it. */
  form?: Record<string, unknown> | undefined
  replaces?: string | undefined
  /** Decides what a run of this chat waits for. */
  decides?: GivenDecision
  /** The drawing that answers, when it is not the one on the screen by now. */
  draft?: string | undefined
}

/** One conversation with one flow: its turns, the answer being written, and what one can do with them. */
export class Conversation {
  readonly store: StoreApi<ConversationState>
  readonly #ports: ConversationPorts
  /** Reads the answer being written. */
  #controller: AbortController | undefined
  /** Waits for the suggestions of an answer that is whole. */
  #afterwards: AbortController | undefined
  #hasLeft = false

  constructor(ports: ConversationPorts) {
    this.#ports = ports
    const remembered = ports.memory.read()
    const chatId = remembered?.chatId ?? ports.newId()
    if (!remembered) ports.memory.rememberChat(chatId)
    this.store = createStore<ConversationState>()(() => ({
      chatId,
      turns: ports.loadHistory ? [] : (remembered?.turns ?? []),
      live: undefined,
      connection: 'connected',
      history: ports.loadHistory && remembered ? 'loading' : 'ready',
    }))
  }

  /** Brings back what was said before, and goes on reading an answer that a reload cut off. */
  async open(): Promise<void> {
    await this.reloadHistory()
    const pending = this.#ports.memory.read()?.pending
    if (pending && !this.#hasLeft && this.store.getState().history === 'ready') await this.#resume(pending)
  }

  async reloadHistory(): Promise<void> {
    const { loadHistory } = this.#ports
    if (!loadHistory || this.store.getState().live) return
    const { chatId } = this.store.getState()
    try {
      const turns = await loadHistory(chatId)
      if (this.store.getState().chatId === chatId) this.store.setState({ turns, history: 'ready' })
    } catch {
      this.store.setState({ history: 'failed' })
    }
  }

  /** Another tab went on with this conversation: shows what it left, before the next question hides it for good. */
  async catchUp(): Promise<void> {
    const remembered = this.#ports.memory.read()
    const { chatId, live } = this.store.getState()
    if (live || remembered?.chatId !== chatId || remembered.pending) return
    if (this.#ports.loadHistory) await this.reloadHistory()
    else this.store.setState({ turns: remembered.turns })
  }

  async ask({
    question,
    uploads = [],
    form,
    replaces,
    decides,
    draft = this.#ports.drawing?.(),
  }: Question): Promise<void> {
    if (this.store.getState().live) return
    this.#afterwards?.abort(new LeftByPerson())
    const askedAt = new Date(this.#ports.now()).toISOString()
    const turn: Turn = {
      id: this.#ports.newId(),
      question,
      uploads,
      askedAt,
      ...(form && { form }),
      ...(replaces !== undefined && { replaces }),
      ...(decides && { decides }),
      ...(draft !== undefined && { isDraft: true }),
      answer: blankAnswer,
    }
    if (this.#ports.keepFirst) await this.#keepFlow(turn, this.#ports.keepFirst)
    else await this.#answer(turn, { idempotencyKey: this.#ports.newId(), draft })
  }

  /** Asks a question of this conversation again, changed or not; it and what followed are taken back. */
  async askAgain(turnId: string, question?: string): Promise<void> {
    const { turns, live } = this.store.getState()
    const index = turns.findIndex((turn) => turn.id === turnId)
    const turn = turns[index]
    if (!turn || live) return
    this.#keep(turns.slice(0, index))
    await this.ask({
      question: question ?? turn.question,
      uploads: turn.uploads,
      // Changed words are a question of their own.
      form: question === undefined ? turn.form : undefined,
      replaces: storedIdOf(turns.slice(index)),
    })
  }

  /** Decides what an answer asks for, and goes on with its run. */
  async decide(turnId: string, { decides, words }: { decides: GivenDecision; words: string }): Promise<void> {
    const { turns, live } = this.store.getState()
    if (live) return
    this.#keep(turns.map((turn) => (turn.id === turnId ? withoutAsked(turn) : turn)))
    await this.ask({ question: words, decides })
  }

  /** Lets the last answer, which broke off, be written to its end. */
  async goOn(turnId: string): Promise<void> {
    const { turns, live } = this.store.getState()
    const turn = turns.at(-1)
    if (live || turn?.id !== turnId || !canGoOn(turn.answer)) return
    const { replaces: _, ...asked } = turn
    this.#afterwards?.abort(new LeftByPerson())
    // Remembered until its successor is: a page that closes right now loses nothing.
    this.store.setState({ turns: turns.slice(0, -1) })
    const { text, messageId = '' } = turn.answer
    await this.#answer(
      { ...asked, continues: messageId, answer: { ...blankAnswer, messageId, text } },
      { idempotencyKey: this.#ports.newId(), draft: this.#ports.drawing?.() },
    )
  }

  /** Stops the answer; what was written stays. */
  async stop(): Promise<void> {
    const { chatId, live } = this.store.getState()
    if (!live) return
    try {
      await this.#ports.abort(chatId)
    } finally {
      this.#controller?.abort(new StoppedByPerson())
    }
  }

  /** Ends the reading because nobody looks any more; the run goes on and can be resumed. */
  leave(): void {
    this.#hasLeft = true
    this.#controller?.abort(new LeftByPerson())
    this.#afterwards?.abort(new LeftByPerson())
  }

  /** Forgets everything, here and on the server, and starts a new conversation. */
  async clear(): Promise<void> {
    await this.stop()
    const { chatId } = this.store.getState()
    await this.#ports.deleteHistory?.(chatId)
    const next = this.#ports.newId()
    this.#ports.memory.forget(next)
    this.store.setState({ chatId: next, turns: [], live: undefined, history: 'ready' })
  }

  setFeedback(turnId: string, feedback: Feedback | undefined): void {
    this.#keep(
      this.store.getState().turns.map((turn) => {
        if (turn.id !== turnId) return turn
        const { feedback: _, ...answer } = turn.answer
        return { ...turn, answer: feedback ? { ...answer, feedback } : answer }
      }),
    )
  }

  async #resume(pending: PendingAnswer): Promise<void> {
    const { turns } = this.store.getState()
    const { question, askedAt, firstEventId } = pending
    // The server stores a question at once; this browser keeps a turn only when it is over, so an equal one is another.
    const stored = this.#ports.loadHistory && turns.at(-1)?.question === question ? turns.at(-1) : undefined
    if (stored && stored.answer.messageId !== undefined && stored.answer.state !== 'interrupted') {
      this.#ports.memory.rememberPending(undefined)
      return
    }
    if (stored) this.store.setState({ turns: turns.slice(0, -1) })
    const turn: Turn = {
      id: this.#ports.newId(),
      question,
      uploads: stored?.uploads ?? pending.uploads,
      askedAt,
      // The same request as before, or the server would take its key for another question's.
      ...(pending.form && { form: pending.form }),
      ...(pending.replaces !== undefined && { replaces: pending.replaces }),
      ...(pending.continues !== undefined && { continues: pending.continues }),
      ...(pending.decides && { decides: pending.decides }),
      answer: { ...blankAnswer, runId: runIdIn(firstEventId) },
    }
    await this.#answer(turn, { idempotencyKey: pending.idempotencyKey, resumeAfter: firstEventId })
  }

  /** Saving failed and says so itself; the question stays to be asked again. */
  async #keepFlow(turn: Turn, keep: (question: string) => Promise<boolean>): Promise<void> {
    this.store.setState({ live: turn })
    const isKept = await keep(turn.question)
    if (isKept) this.store.setState({ live: undefined })
    else this.#settle({ ...turn, answer: { ...blankAnswer, state: 'stopped' } })
  }

  async #answer(
    turn: Turn,
    {
      idempotencyKey,
      resumeAfter,
      draft,
    }: { idempotencyKey: string; resumeAfter?: string; draft?: string | undefined },
  ) {
    const { chatId } = this.store.getState()
    const controller = new AbortController()
    this.#controller = controller
    let outcome: RunOutcome = { ...UNBEGUN, text: turn.answer.text }
    // What is gone on with comes again in the first word told; until then it stays on the screen.
    let isToBeRetold = turn.answer.text !== ''
    let answer = turn.answer
    /** What was read before the whole answer was asked for again: all there is when the server has it no more. */
    let readBefore: Answer | undefined
    let isSettled = false
    const show = () => {
      answer = { ...answer, ...answerOf(outcome) }
      this.store.setState({ live: { ...turn, answer } })
    }
    const batcher = createFrameBatcher(show)
    show()
    try {
      const events = askFlow({
        idempotencyKey,
        signal: controller.signal,
        ...(resumeAfter !== undefined && { resumeAfter }),
        send: ({ headers, signal }) => this.#ports.predict({ body: bodyOf(turn, chatId, draft), headers, signal }),
        onConnection: (connection) => {
          if (!isSettled) this.store.setState({ connection })
        },
        onRun: (firstEventId) => {
          answer = { ...answer, runId: runIdIn(firstEventId) }
          this.#ports.memory.rememberPending({
            idempotencyKey,
            firstEventId,
            question: turn.question,
            uploads: turn.uploads,
            askedAt: turn.askedAt,
            ...(turn.form && { form: turn.form }),
            ...(turn.replaces !== undefined && { replaces: turn.replaces }),
            ...(turn.continues !== undefined && { continues: turn.continues }),
            ...(turn.decides && { decides: turn.decides }),
          })
        },
      })
      for await (const event of events) {
        if (event.type === 'restart') {
          readBefore = answerOf(outcome)
          outcome = UNBEGUN
          isToBeRetold = false
          continue
        }
        this.#ports.onRunEvent?.(event)
        if (event.type === 'token' && isToBeRetold) {
          outcome = { ...outcome, text: '' }
          isToBeRetold = false
        }
        outcome = foldEvent(outcome, event)
        if (isSettled) continue
        if (event.type !== 'answered') batcher.request()
        else {
          // People go on at once; suggestions join the answer if they come before the next question.
          isSettled = true
          batcher.cancel()
          answer = { ...answer, ...answerOf(outcome) }
          this.#settle({ ...turn, answer: this.#finished(turn, answer) })
          this.#afterwards = controller
        }
      }
      answer = { ...answer, ...answerOf(outcome) }
    } catch (error) {
      answer = { ...answer, ...answerOf(outcome) }
      if (isSettled || controller.signal.reason instanceof LeftByPerson) return
      answer = await this.#afterBreak(turn, answer, error)
    } finally {
      batcher.cancel()
      this.#tellUnheardEnd(outcome)
    }
    // Cleared meanwhile: nothing of it may come back.
    if (this.store.getState().chatId !== chatId) return
    if (readBefore && readBefore.text !== '' && answer.text === '' && answer.fault) {
      answer = { ...readBefore, state: 'interrupted', fault: answer.fault }
    }
    if (isSettled) this.#suggest(turn.id, answer)
    else this.#settle({ ...turn, answer: this.#finished(turn, answer) })
  }

  /** Whoever follows the run must not wait for an end that nobody reads any more. */
  #tellUnheardEnd({ status, runId = '' }: RunOutcome): void {
    if (status !== 'running') return
    this.#ports.onRunEvent?.({ type: 'run-end', runId, at: this.#ports.now(), status: 'cancelled', durationMs: 0 })
  }

  #suggest(turnId: string, { followUps, usage }: Answer): void {
    this.#afterwards = undefined
    this.#keep(
      this.store
        .getState()
        .turns.map((turn) =>
          turn.id === turnId ? { ...turn, answer: { ...turn.answer, followUps, ...(usage && { usage }) } } : turn,
        ),
    )
  }

  /** When the run is gone, the server may still have kept its answer. */
  async #afterBreak(turn: Turn, answer: Answer, error: unknown): Promise<Answer> {
    if (error instanceof StoppedByPerson) return { ...answer, state: 'stopped' }
    if (error instanceof AnswerLost && this.#ports.loadHistory) {
      const stored = await this.#ports.loadHistory(this.store.getState().chatId).catch(() => [])
      const kept = stored.findLast((candidate) => candidate.question === turn.question)?.answer
      if (kept && kept.state === 'done') return kept
    }
    return { ...answer, state: answer.text === '' ? 'failed' : 'interrupted', fault: faultOf(error) }
  }

  #finished(turn: Turn, answer: Answer): Answer {
    const state = isUnderway(answer) ? 'done' : answer.state
    const durationMs = answer.durationMs ?? Math.max(0, this.#ports.now() - Date.parse(turn.askedAt))
    return { ...answer, state, durationMs, runningTools: [] }
  }

  #settle(turn: Turn): void {
    this.#controller = undefined
    this.#ports.memory.rememberPending(undefined)
    const { turns } = this.store.getState()
    // In one step: between two, the answer would be neither the one under way nor among those that are there.
    this.#keep([...turns, ...this.#ofOtherTabs([...turns, turn]), turn], { live: undefined, connection: 'connected' })
  }

  /** What another tab went on with while this one was answered: for a visitor it is kept nowhere else. */
  #ofOtherTabs(own: readonly Turn[]): Turn[] {
    const remembered = this.#ports.loadHistory ? undefined : this.#ports.memory.read()
    if (remembered?.chatId !== this.store.getState().chatId) return []
    const known = new Set(own.map(nameOf))
    return remembered.turns
      .filter((turn) => !known.has(nameOf(turn)))
      .map((turn) => ({ ...turn, id: this.#ports.newId() }))
  }

  #keep(turns: readonly Turn[], settled: Partial<ConversationState> = {}): void {
    this.store.setState({ ...settled, turns })
    if (!this.#ports.loadHistory) this.#ports.memory.rememberTurns(turns)
  }
}

/** The id of a turn is of one tab. */
function nameOf({ askedAt, question }: Turn): string {
  return `${askedAt} ${question}`
}

/** Ids of events are `<run>:<number>`. */
function runIdIn(eventId: string): string {
  return eventId.slice(0, eventId.lastIndexOf(':'))
}

class StoppedByPerson extends Error {}
class LeftByPerson extends Error {}
