import { AppError, type AskedQuestion, type Review, type Wait, type WaitQuery } from '@chatwright/contract'
import { questionFor, type Asker, type Decision, type WaitQuestion } from '@chatwright/core'
import { BY_LINK, guestOf, ON_SCREEN } from '../../../door/askers/asker-of.ts'
import type { CancelWait } from './cancel-wait.ts'
import type { GoOnWith } from './go-on-with.ts'
import type { LinkHolder, ReviewLinks } from './review-links.ts'
import { readWait, type ListedWait } from './wait-list.ts'
import type { WaitStore } from './wait-store.ts'

export type WaitService = ReturnType<typeof createWaitService>

export interface WaitDependencies {
  waits: Pick<WaitStore, 'page' | 'find' | 'isOver' | 'about'>
  goOnWith: GoOnWith
  cancelWait: CancelWait
  links: ReviewLinks
  /** Whether who was given a link in a channel may still decide there. */
  mayUseLink: (holder: LinkHolder) => Promise<boolean>
  /** After how many days waits end by themselves; 0 for never. */
  waitDays: () => number
}

/** What runs wait for, and those who decide it outside the chat. */
export function createWaitService({ waits, goOnWith, cancelWait, links, mayUseLink, waitDays }: WaitDependencies) {
  const toView = (row: ListedWait): Wait => {
    const question = readWait(row)
    return {
      id: row.id,
      executionId: row.execution_id,
      chatflowId: row.chatflow_id,
      chatflowName: row.flowName,
      chatId: row.chatId,
      nodeId: row.node_id,
      label: row.label,
      question: asked(ON_SCREEN, question),
      createdDate: row.created_date,
      wakeDate: row.wake_at,
      endDate: endOf(row, waitDays())?.toISOString() ?? null,
      isWithoutEnd: row.has_end === 0 && row.wake_at === null,
      link: question.buttons.length === 0 ? null : links.linkFor(row.id, question.wakeAt),
    }
  }

  const decide = async (id: string, decision: Decision, asker: Asker): Promise<{ status: 'gone-on' | 'kept' }> => {
    const wait = await waits.find(id)
    if (!wait) throw new AppError('wait-not-found', { id })
    try {
      await goOnWith(wait, decision, { asker })
      return { status: 'gone-on' }
    } catch (error) {
      if (error instanceof AppError && error.code === 'decision-kept') return { status: 'kept' }
      throw error
    }
  }

  /** Who comes with a link. Throws where it is no longer theirs to use. */
  const readLink = async (token: string) => {
    const { holder, ...link } = links.read(token)
    if (!holder) return { ...link, asker: BY_LINK }
    if (!(await mayUseLink(holder))) throw new AppError('link-refused')
    return { ...link, asker: guestOf('review-link', holder.sender) }
  }

  return {
    decide: (id: string, decision: Decision) => decide(id, decision, ON_SCREEN),

    async list({ limit = 50, cursor, ...filter }: WaitQuery) {
      const { items, nextCursor, total } = await waits.page(filter, { limit, cursor })
      return { items: items.map(toView), nextCursor, total }
    },

    /** Ends the run, whatever it waits for besides. */
    async cancel(id: string): Promise<{ status: 'cancelled' }> {
      if (!(await cancelWait(id))) throw new AppError('wait-over', { id })
      return { status: 'cancelled' }
    },

    async review(token: string): Promise<Review> {
      const { waitId, expires, asker } = await readLink(token)
      const row = await waits.about(waitId)
      const question = row && readWait(row)
      const status = !row ? 'coming' : (await waits.isOver(row)) ? 'over' : row.decided_date ? 'decided' : 'waiting'
      return {
        status,
        chatflowName: row?.flowName ?? null,
        label: row?.label ?? null,
        // Whoever comes too late reads that, not what was asked.
        question: question && status === 'waiting' ? asked(asker, question) : null,
        createdDate: row?.created_date ?? null,
        wakeDate: row?.wake_at ?? null,
        expiresDate: new Date(expires).toISOString(),
      }
    },

    async decideReview(token: string, decision: Decision) {
      const { waitId, asker } = await readLink(token)
      return decide(waitId, decision, asker)
    },
  }
}

const DAY_MS = 86_400_000

/** When a wait ends by itself, if it does. */
function endOf(row: Pick<ListedWait, 'created_date' | 'wake_at' | 'has_end'>, days: number): Date | undefined {
  if (days === 0 || row.has_end === 0 || row.wake_at !== null) return undefined
  return new Date(Date.parse(row.created_date) + days * DAY_MS)
}

function asked(asker: Asker, question: WaitQuestion): AskedQuestion {
  const shown = questionFor(asker, question)
  const { kind, text, buttons, takesFeedback = false, isButtonsOnly = false, calls = [], fields = [] } = shown
  return { kind, text, buttons: [...buttons], takesFeedback, isButtonsOnly, calls: [...calls], fields: [...fields] }
}
