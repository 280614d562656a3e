import { givesKind, type InputOption, type LoadArguments, type NodeContext, type Tool } from '@chatwright/core'
import { buildComponent } from '@chatwright/engine'
import type { Catalogue } from '@chatwright/nodes'
import type { CredentialService } from '../credentials/credential-service.ts'
import { newId } from '../../ground/db/new-id.ts'

type Chosen = Parameters<NonNullable<LoadArguments['toolArguments']>>[0]

export interface ToolWorld {
  catalogue: Catalogue
  credentials: Pick<CredentialService, 'forCanvas'>
  context: NodeContext
  signal: AbortSignal
}

/** Builds a tool as a run would, without using it, and lists what it takes: for a toolkit, what any of its tools does. */
export async function toolArguments(chosen: Chosen, world: ToolWorld): Promise<InputOption[]> {
  const found = new Map<string, InputOption>()
  for (const { parameters } of await openTools(chosen, world)) {
    const required = new Set(parameters.required ?? [])
    for (const [name, { description }] of Object.entries(parameters.properties ?? {})) {
      if (found.has(name)) continue
      found.set(name, {
        label: required.has(name) ? `${name} *` : name,
        name,
        ...(typeof description === 'string' && { description }),
      })
    }
  }
  return [...found.values()]
}

async function openTools(
  { name, settings, credential }: Chosen,
  { catalogue, credentials, context, signal }: ToolWorld,
): Promise<readonly Tool[]> {
  const description = catalogue.describe(name)
  if (!description) return []
  const chatId = newId()
  const { value, run } = await buildComponent(
    { name, inputs: settings, ...(credential !== undefined && { credential }) },
    {
      catalogue,
      want: givesKind(description, 'toolkit') ? 'toolkit' : 'tool',
      request: {
        runId: chatId,
        session: { flowId: context.flow.id, chatId, sessionId: chatId, origin: 'internal' },
        question: '',
        signal,
      },
      effects: { context, credential: (id, allowed) => credentials.forCanvas(id, allowed) },
    },
  )
  return value.kind === 'tool' ? [value] : value.tools(run)
}
