import type { HistoryStore, Message } from '@chatwright/core'
import type { UploadStore } from '../../parts/files/upload-store.ts'
import { findPictures, type EarlierPictures } from './earlier-pictures.ts'
import type { MessageRow, MessageStore } from './message-store.ts'

/** How far back a memory without a window looks. */
const LONGEST_HISTORY = 1000
/** As long as one question may be: no model reads more, and all of it is read and sent in one go. */
const MOST_CHARACTERS = 4_000_000
/** The text of files may be as long as that each time. */
const QUESTION_BATCH = 4

/** The stored conversation as memories read it. */
export function createHistoryStore(
  store: Pick<MessageStore, 'session' | 'questions' | 'delete'>,
  uploads: Pick<UploadStore, 'find'>,
): HistoryStore {
  return {
    async load({ flowId, sessionId }, { last, before } = {}) {
      // Questions still open are left out, the one being answered among them, so ask for a few more.
      const wanted = last === undefined ? LONGEST_HISTORY : Math.min(last + 6, LONGEST_HISTORY)
      const stored = await store.session({ flowId, sessionId }, { last: wanted, characters: MOST_CHARACTERS })
      const answered = answeredOnly(upTo(stored, before))
      const rows = last === undefined ? answered : answered.slice(-last)
      const withFiles = rows.flatMap(({ run_id: runId, file_uploads: files }) =>
        runId !== null && files?.includes('"file:full"') ? runId : [],
      )
      // What was read to the model once is part of the conversation: the next question may be about it too.
      const questions = await questionsOf(withFiles, store)
      const pictures = await findPictures(rows, uploads)
      return rows.map((row) => toMessage(row, { questions, pictures }))
    },
    async clear({ flowId, sessionId }) {
      await store.delete({ chatflowId: flowId, sessionIds: [sessionId] }, new Date())
    },
  }
}

/** What was asked in these runs with the text of its files, the newest first, as far as there is room; of the others the message stands alone. */
async function questionsOf(
  runIds: readonly string[],
  store: Pick<MessageStore, 'questions'>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  let left = MOST_CHARACTERS
  for (let end = runIds.length; end > 0; end -= QUESTION_BATCH) {
    const batch = runIds.slice(Math.max(0, end - QUESTION_BATCH), end).reverse()
    const questions = await store.questions(batch)
    for (const runId of batch) {
      const question = questions.get(runId)
      if (question === undefined) continue
      left -= question.length
      if (left < 0) return found
      found.set(runId, question)
    }
  }
  return found
}

/** What stands before the messages of a run. */
function upTo(rows: readonly MessageRow[], runId: string | undefined): readonly MessageRow[] {
  const first = runId === undefined ? -1 : rows.findIndex(({ run_id: own }) => own === runId)
  return first === -1 ? rows : rows.slice(0, first)
}

/**
 * A question without its answer would make two questions in a row, which vendors refuse; so would two questions asked at
 * once, if each were not followed by its own answer.
 */
function answeredOnly(rows: readonly MessageRow[]): MessageRow[] {
  const answers = new Map(rows.filter(isAnswer).map((row) => [row.run_id, row]))
  return rows.flatMap((row, index) => {
    if (row.run_id !== null) {
      const answer = answers.get(row.run_id)
      return row.role === 'userMessage' && answer ? [row, answer] : []
    }
    // Imported messages have no run: then what follows decides.
    const next = rows[index + 1]
    return isAnswer(row) || (row.role === 'userMessage' && next !== undefined && isAnswer(next)) ? row : []
  })
}

/** One that failed before its first word says nothing to a model. */
function isAnswer({ role, content }: MessageRow): boolean {
  return role === 'apiMessage' && content !== ''
}

function toMessage(
  { id, role, content, run_id: runId }: MessageRow,
  { questions, pictures }: { questions: ReadonlyMap<string, string>; pictures: EarlierPictures },
): Message {
  if (role !== 'userMessage') return { role: 'assistant', content }
  const text = questions.get(runId ?? '') ?? content
  const shown = pictures.get(id)
  return { role: 'user', content: shown ? [{ type: 'text', text }, ...shown] : text }
}
