import type { ChosenNode } from '@chatwright/contract'
import { NodeError, parseJson } from '@chatwright/core'
import { explainFault } from './explain-fault.ts'
import { settingsIn } from './index-choice.ts'
import type { KnowledgeService } from './knowledge-service.ts'
import type { ComponentOpener } from './open-components.ts'
import { factsOf } from './passage-index.ts'
import type { PassageStore } from './passage-store.ts'
import type { SearchKnowledge } from './search-knowledge.ts'

export type QueryService = ReturnType<typeof createQueryService>

interface QueryDependencies {
  knowledge: Pick<KnowledgeService, 'requireStore'>
  passages: Pick<PassageStore, 'page'>
  search: SearchKnowledge
  opener: Pick<ComponentOpener, 'chatModel'>
}

const SEARCH_MS = 60_000
const SAMPLED = 12
const SAMPLED_TEXT = 600

export function createQueryService({ knowledge, passages, search, opener }: QueryDependencies) {
  return {
    /** Searches as flows do: the same code, and so the same answer. */
    async query({
      storeId,
      query,
      inputs = {},
      isExplained,
    }: {
      storeId: string
      query: string
      inputs?: Record<string, unknown> | undefined
      isExplained?: boolean | undefined
    }) {
      await knowledge.requireStore(storeId)
      const startedAt = performance.now()
      try {
        const found = await search(storeId, query, {
          k: numberOf('topK', inputs['topK']),
          filter: filterOf(inputs['metadataFilter'] ?? inputs['filter']),
          threshold: numberOf('threshold', inputs['threshold']),
          settings: settingsIn(inputs),
          isExplained,
          signal: AbortSignal.timeout(SEARCH_MS),
        })
        return {
          timeTaken: Math.round(performance.now() - startedAt),
          docs: found.map(({ row, score, stages }) => ({
            id: row.id,
            chunkNo: row.seq + 1,
            pageContent: row.content,
            metadata: { ...factsOf(row), docId: row.source_id },
            docId: row.source_id,
            document: row.document,
            ...(score !== undefined && { score }),
            ...(stages && { stages }),
          })),
        }
      } catch (error) {
        throw explainFault(error)
      }
    },

    /** What an agent is told about a store, written by a model that has seen some of it. */
    async describe(id: string, { name, inputs = {} }: { name: string; inputs?: Record<string, unknown> | undefined }) {
      const store = await knowledge.requireStore(id)
      const sample = await passages.page({ storeId: id }, { limit: SAMPLED, offset: 0 })
      try {
        if (sample.length === 0) throw nothingThere(store.name)
        const chosen: ChosenNode = { name, config: inputs }
        const signal = AbortSignal.timeout(SEARCH_MS)
        const { value, run } = await opener.chatModel(store, chosen, { signal, isTrial: true })
        const excerpts = sample.map(({ content }) => content.slice(0, SAMPLED_TEXT)).join('\n\n---\n\n')
        const content = `${INSTRUCTION}\n\n${excerpts}`
        let text = ''
        for await (const event of value.stream({ messages: [{ role: 'user', content }] }, run)) {
          if (event.type === 'text') text += event.text
        }
        return text.trim()
      } catch (error) {
        throw explainFault(error)
      }
    },
  }
}

const INSTRUCTION =
  'An agent can search a collection of documents. Say in one or two sentences, beginning with "Searches", what it finds there and when it is of use. Answer with these sentences only. Excerpts of the collection:'

function numberOf(field: string, value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const number = Number(value)
  if (!Number.isFinite(number) || (field === 'topK' && number < 1)) {
    throw new NodeError(`"${field}" isn't a valid number.`, {
      code: 'bad-input',
      field,
      hint: 'Enter a positive number.',
    })
  }
  return field === 'topK' ? Math.floor(number) : number
}

function holdsNul(texts: readonly unknown[]): boolean {
  return texts.some((text) => typeof text === 'string' && text.includes('\0'))
}

function filterOf(value: unknown): Record<string, unknown> | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const read = typeof value === 'string' ? readJson(value) : value
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) {
    // No database keeps it, so none can be looked for.
    if (!holdsNul(Object.entries(read).flat(2))) return { ...read }
    throw new NodeError('The filter contains a NUL character.', {
      code: 'bad-input',
      field: 'metadataFilter',
      hint: 'Remove it.',
    })
  }
  throw new NodeError("The filter isn't an object.", {
    code: 'bad-input',
    field: 'metadataFilter',
    hint: 'Enter metadata names and values, such as {"language": "en"}.',
  })
}

/** Older clients send what stands in a form: the text of it. */
function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function nothingThere(name: string): NodeError {
  return new NodeError(`"${name}" has no chunks yet.`, { code: 'not-found', hint: 'Load its documents first.' })
}
