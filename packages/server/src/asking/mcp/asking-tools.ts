import { AppError } from '@chatwright/contract'
import type { Asker } from '@chatwright/core'
import { z } from 'zod'
import { isOwnerHere, may } from '../../door/askers/may.ts'
import type { FlowHead, FlowLibrary, PreparedFlow } from '../../flows/flows/flow-library.ts'
import type { PredictionService } from '../predictions/prediction-service.ts'
import { answerOf } from './ask-as-tool.ts'
import { ACTS, defineTool, READS } from './define-tool.ts'
import { flowInputSchema, readFlowInput } from './flow-tool.ts'
import type { McpTool } from './mcp-offer.ts'

export const FlowId = z.string().min(1).max(64).describe('The id of a flow, from list_flows')
export const DraftId = z.string().min(1).max(100).describe('A draft, as propose_changes named it')

export interface AskingDependencies {
  library: Pick<FlowLibrary, 'names' | 'prepare'>
  predictions: Pick<PredictionService, 'start'>
  asker: Asker
  /** The flow, if the one who calls may ask it; throws otherwise. */
  admit(flowId: string): Promise<FlowHead>
  /** The flow, if the one who calls may find it; left out where that is who may ask it. */
  find?(flowId: string): Promise<FlowHead>
  /** A draft that is to be asked in place of the saved flow; left out for those who may not. */
  draftOf?(flow: FlowHead, draft: string): Promise<TriedDraft>
  /** Counts a question against the limit of its flow. */
  count(flow: FlowHead): Promise<void>
}

/** A draft as it may run: without secrets where nobody has looked at what it leads elsewhere. */
export interface TriedDraft {
  flow: PreparedFlow
  /** Why it runs without secrets. */
  withheld?: string
}

const MOST_LISTED = 100
/** A key may open few of many. */
const MOST_LOOKED_AT = 1000

/** What everybody with a key may do: find the flows that it opens, and ask them where it may. */
export function askingTools(dependencies: AskingDependencies): McpTool[] {
  const { library, admit, find = admit } = dependencies
  const opened = async ({ id }: { id: string }): Promise<FlowHead | undefined> => {
    try {
      return await find(id)
    } catch (error) {
      if (error instanceof AppError) return undefined
      throw error
    }
  }

  return [
    defineTool({
      name: 'list_flows',
      description: `Lists flows by name, ${MOST_LISTED} at most: the id to ask each by, its kind and its version.`,
      input: z.strictObject({ search: z.string().max(200).optional().describe('A part of the name') }),
      annotations: READS,
      async answer({ search = '' }) {
        const found = []
        const named = (await library.names()).filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
        for (const each of named.slice(0, MOST_LOOKED_AT)) {
          const flow = await opened(each)
          if (!flow) continue
          found.push({ id: flow.id, name: flow.name, type: flow.type, version: flow.version })
          if (found.length === MOST_LISTED) break
        }
        return { flows: found }
      },
    }),
    ...(may(dependencies.asker, 'flow.run') ? [askTool(dependencies)] : []),
  ]
}

function askTool({ library, predictions, asker, admit, draftOf, count }: AskingDependencies): McpTool {
  return defineTool({
    name: 'ask_flow',
    description:
      'Asks a flow and gives back its answer. Most take a question; one that begins with a form takes form, and says which fields when they are missing.',
    input: z.strictObject({
      flow: FlowId,
      question: z.string().max(100_000).optional(),
      form: z.record(z.string(), z.unknown()).optional(),
      ...(draftOf && { draft: DraftId.optional().describe('A draft to try in place of the saved flow') }),
    }),
    annotations: ACTS,
    async answer({ flow: flowId, draft, ...input }: AskInput, during) {
      const head = await admit(flowId)
      const drawn = draft === undefined ? undefined : await draftOf?.(head, draft)
      const { flow } = drawn?.flow ?? (await library.prepare(head))
      const body = readFlowInput(flow, explained(flowInputSchema(flow), input))
      await count(head)
      const run = await predictions.start({
        flow: head,
        body,
        ...(drawn && { drawing: drawn.flow.draft }),
        ...(drawn?.withheld !== undefined && { withholdsSecrets: true }),
        asker,
      })
      const answer = await answerOf(run, { ...during, asker })
      if (!isOwnerHere(asker)) return answer
      const notes = [`(run ${run.job.runId})`, ...(drawn?.withheld === undefined ? [] : [drawn.withheld])]
      return { ...answer, text: [answer.text, ...notes].join('\n\n') }
    },
  })
}

interface AskInput {
  flow: string
  question?: string | undefined
  form?: Record<string, unknown> | undefined
  draft?: string | undefined
}

/** Whoever asks a flow with a form for the first time learns here what it takes. */
function explained(schema: McpTool['inputSchema'], input: Omit<AskInput, 'flow' | 'draft'>): typeof input {
  const isForm = 'form' in schema.properties
  if (!isForm || input.form !== undefined) return input
  const message = `This flow begins with a form. Give form: ${JSON.stringify(schema.properties['form'])}`
  throw new AppError('invalid-request', { issues: [{ path: 'form', message }] }, { message })
}
