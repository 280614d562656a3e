import { AppError } from '@chatwright/contract'
import { outcomeOf, requireEnded, type EndedOutcome } from '@chatwright/core'
import { guestOf } from '../../door/askers/asker-of.ts'
import type { DeliveryRow } from '../../runs/deliveries/delivery-store.ts'
import type { DeliveryHandler } from '../../runs/deliveries/outbox.ts'
import { isAskedFirst, readQuestion } from '../../runs/runs/kinds/index.ts'
import type { RunJob } from '../../runs/runs/run-job.ts'
import type { RunStore } from '../../runs/runs/run-store.ts'
import type { AnswerHandle } from '../../runs/runs/runner.ts'
import type { LinkHolder } from '../../runs/runs/waits/review-links.ts'
import type { WaitStore } from '../../runs/runs/waits/wait-store.ts'
import { withEnd } from '../../runs/runs/with-end.ts'
import { answerParts } from './answer-parts.ts'
import { beginMessage, chatIdOf, type BeginDependencies } from './begin-message.ts'
import { hasList, isAllowed } from './allowed-senders.ts'
import { channelKinds, type OpenChannel } from './channel-access.ts'
import { ChannelFault, DETAILS, type ChannelEvent } from './channel-kind.ts'
import type { ChannelRow, ChannelStore } from './channel-store.ts'
import { readWait } from '../../runs/runs/waits/wait-list.ts'
import { eventOf, type MessageStore } from './message-store.ts'
import { MOST_TRIES, pauseAfter, sendParts, type Destination, type SendDependencies } from './send-parts.ts'

export interface DeliverDependencies extends BeginDependencies, SendDependencies {
  channels: Pick<ChannelStore, 'find'>
  messages: Omit<MessageStore, 'keep' | 'knows' | 'sendAgain'>
  open: OpenChannel
  runs: Pick<RunStore, 'find' | 'events'>
  waits: Pick<WaitStore, 'find'>
  /** Where a wait can be decided with words; missing where nobody outside could open it. */
  linkFor: ((waitId: string, holder: LinkHolder) => string) | undefined
  /** Shows that somebody is writing until a run has come to rest. */
  showTyping: (run: AnswerHandle, destination: Destination) => void
  /** A run that goes on with what somebody decided here has come to rest. */
  onDecided: () => void
  onFault: (error: unknown) => void
}

type PressEvent = Extract<ChannelEvent, { type: 'press' }>

const DEFAULT_GREETING = 'Hello! Ask me anything.'
const NOT_ALLOWED = "Sorry, this assistant isn't open to everyone. Ask its owner for access."
const UNKNOWN =
  "It's unknown whether the last message arrived, because the connection was lost while sending. Check the conversation and send the rest."
const LINK_TEXT = 'Answer with details. The link is for you alone and works for an hour.'
const NOT_ANSWERED = "Sorry, something went wrong and your message wasn't answered. Send it again."
const FAILED_AGAIN = 'It failed repeatedly.'

/** Deals with what came to channels, and sends what came of it. */
export function createDeliver(dependencies: DeliverDependencies): DeliveryHandler {
  const { channels, messages, open, runs, waits, predictions, library, linkFor, showTyping, onDecided, onFault } =
    dependencies

  const destinationOf = async (row: DeliveryRow, channel: ChannelRow): Promise<Destination> => {
    const { place, conversation } = eventOf(row)
    return {
      kind: channelKinds[channel.kind],
      access: await open(channel),
      place,
      chat: { flowId: channel.chatflow_id, chatId: chatIdOf(channel, conversation) },
    }
  }

  /** Does something with a delivery, and keeps what became of it when that fails. */
  const attempt = async (
    row: DeliveryRow,
    work: (row: DeliveryRow, channel: ChannelRow, destination: Destination) => Promise<void>,
  ): Promise<void> => {
    try {
      if (row.is_sending === 1) {
        await messages.end(row, 'unknown', UNKNOWN)
        return
      }
      const channel = await channels.find(row.subject_id)
      if (!channel) return
      await work(row, channel, await destinationOf(row, channel))
    } catch (error) {
      if (error instanceof ChannelFault) {
        const pause = pauseAfter(error, row.tries)
        if (pause !== undefined) await messages.later(row, pause, error.message)
        else if (error.kind === 'unknown') await messages.end(row, 'unknown', `${error.message} ${UNKNOWN}`)
        else await messages.end(row, 'failed', error.message)
      } else if (error instanceof AppError || row.tries >= MOST_TRIES) {
        await messages.end(row, 'failed', error instanceof AppError ? error.message : FAILED_AGAIN)
        // Anything else may pass, and is tried when nobody holds it any more.
      } else onFault(error)
    }
  }

  const say = (row: DeliveryRow, text: string, destination: Destination): Promise<void> =>
    sendParts(row, [{ message: { text } }], destination, dependencies)

  /** Begins the run, or says why there is none. */
  const ask = async (row: DeliveryRow, channel: ChannelRow, destination: Destination, replaces?: string) => {
    try {
      const run = await beginMessage(row, channel, destination.access, { ...dependencies, replaces })
      await messages.started(row, run.job.runId)
      showTyping(run, destination)
    } catch (error) {
      const isRefusal = error instanceof AppError || (error instanceof ChannelFault && error.kind === 'refused')
      if (!isRefusal && row.tries < MOST_TRIES) throw error
      if (!isRefusal) onFault(error)
      await say(row, isRefusal ? error.message : NOT_ANSWERED, destination)
      await messages.end(row, 'failed', error instanceof ChannelFault || isRefusal ? error.message : FAILED_AGAIN)
    }
  }

  const decide = async (row: DeliveryRow, channel: ChannelRow, { kind, access, chat }: Destination) => {
    const press = eventOf(row) as PressEvent
    if (press.button === DETAILS) return sendLink(row, channel, { press, kind, access, chatId: chat.chatId })
    const { said, isDecided } = await decideOnce(row, channel, { press, chatId: chat.chatId })
    await messages.end(row, isDecided ? 'done' : 'refused', isDecided ? undefined : said)
    // It counts whether or not the vendor can still be told.
    await kind.settlePress(access, press, said, isDecided).catch(onFault)
  }

  /** What somebody pressed at; a button of another flow or another conversation means nothing here. */
  const waitAt = async (channel: ChannelRow, { press, chatId }: { press: PressEvent; chatId: string }) => {
    const wait = await waits.find(press.waitId)
    return wait?.chatflow_id === channel.chatflow_id && wait.session_id === chatId ? wait : undefined
  }

  /** Gives who pressed a link of their own, where they may decide: nobody else sees it. */
  const sendLink = async (
    row: DeliveryRow,
    channel: ChannelRow,
    { press, kind, access, chatId }: Pick<Destination, 'kind' | 'access'> & { press: PressEvent; chatId: string },
  ): Promise<void> => {
    const wait = await waitAt(channel, { press, chatId })
    if (!linkFor || !wait || wait.decided_date !== null || !isAllowed(channel, press.sender)) {
      const said = isAllowed(channel, press.sender) ? TOO_LATE.said : NOT_ALLOWED
      await messages.end(row, 'refused', said)
      await kind.settlePress(access, press, said, false).catch(onFault)
      return
    }
    const url = linkFor(wait.id, { channelId: channel.id, sender: press.sender })
    await kind.sendLink(access, press, { text: LINK_TEXT, label: 'Open', url })
    await messages.end(row, 'done')
  }

  const decideOnce = async (
    row: DeliveryRow,
    channel: ChannelRow,
    { press, chatId }: { press: PressEvent; chatId: string },
  ): Promise<{ said: string; isDecided: boolean }> => {
    const wait = await waitAt(channel, { press, chatId })
    const button = wait && readWait(wait).buttons[press.button]
    if (!button) return TOO_LATE
    if (!isAllowed(channel, press.sender)) return { said: NOT_ALLOWED, isDecided: false }
    const decided = { said: `${button.label} · ${press.sender.name}`, isDecided: true }
    try {
      const { outcome } = await predictions.start({
        flow: await library.head(channel.chatflow_id),
        body: { chatId, resumable: true, humanInput: { type: button.type, id: press.waitId } },
        asker: guestOf('channel', press.sender),
        idempotencyKey: `channel ${row.id}`,
      })
      outcome.catch(onFault).finally(onDecided)
      return decided
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'decision-kept') return decided
      if (LATE.has(error.code)) return TOO_LATE
      return { said: error.message, isDecided: false }
    }
  }

  const sendAnswer = async (row: DeliveryRow, channel: ChannelRow, destination: Destination) => {
    const run = row.run_id === null ? undefined : await runs.find(row.run_id)
    if (!run) {
      await messages.end(row, 'failed', 'The run is no longer stored.')
      return
    }
    const job = readQuestion(run.request)
    const outcome = requireEnded(outcomeOf(withEnd(run.id, await runs.events(run.id))))
    if (row.sent === 0 && isLost(job, outcome)) {
      await ask(row, channel, destination, run.id)
      return
    }
    const { parts, fault } = answerParts(job, outcome, {
      longest: destination.kind.longest,
      detailsFor: linkFor && (hasList(channel) ? 'press' : (waitId) => linkFor(waitId, { channelId: channel.id })),
    })
    await sendParts(row, parts, destination, dependencies)
    if (outcome.status === 'waiting') await messages.end(row, 'waiting')
    else await messages.end(row, fault === undefined ? 'done' : 'failed', fault)
  }

  const begin = async (row: DeliveryRow, channel: ChannelRow, destination: Destination): Promise<void> => {
    const event = eventOf(row)
    if (event.type === 'press') await decide(row, channel, destination)
    else if (!isAllowed(channel, event.sender)) {
      await say(row, NOT_ALLOWED, destination)
      await messages.end(row, 'refused', NOT_ALLOWED)
    } else if (event.type === 'greeting') {
      await say(row, channel.greeting || DEFAULT_GREETING, destination)
      await messages.end(row, 'done')
    } else await ask(row, channel, destination)
  }

  return {
    atOnce: 20,
    perSubject: 5,
    isDrained: true,
    async deliver(rows) {
      for (const row of rows) {
        if (row.state === 'waiting') await messages.follow(row)
        else await attempt(row, row.state === 'kept' ? begin : sendAnswer)
      }
    },
  }
}

const TOO_LATE = { said: 'This was already decided, or is no longer open.', isDecided: false }
const LATE: ReadonlySet<string> = new Set(['wait-not-found', 'wait-decided', 'wait-over'])

/** A question whose process ended under it is asked once more, unless a tool may have acted already. */
function isLost(job: RunJob, { fault, usedTools = [], calledTools = [], callingTools = [] }: EndedOutcome): boolean {
  const hasActed = usedTools.length + calledTools.length + callingTools.length > 0
  return isAskedFirst(job) && fault?.code === 'server-stopped' && !hasActed
}
