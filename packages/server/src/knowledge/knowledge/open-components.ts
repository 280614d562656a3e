import { AppError, type ChosenNode } from '@chatwright/contract'
import { NodeError, RecentValues, type NodeContext, type Run, type VectorStore } from '@chatwright/core'
import {
  buildComponent,
  buildValue,
  compileComponent,
  type Component,
  type Effects,
  type Plan,
  type RunRequest,
} from '@chatwright/engine'
import type { Catalogue } from '@chatwright/nodes'
import { newId } from '../../ground/db/new-id.ts'
import { createEffects, type Platform } from '../../runs/runs/node-context.ts'
import type { BuiltWith, SourceSettings } from './knowledge-store.ts'

/** What is opened belongs to a store; its node context names it where a flow would be. */
export interface StoreName {
  id: string
  name: string
}

export interface OpenIndex {
  value: VectorStore
  run: Run
}

export interface OpenOptions {
  signal: AbortSignal
  /** Who builds tries it out: also with a credential that is not stored with the store yet. */
  isTrial?: boolean
}

export interface ComponentOpener {
  /** The loader of a source with its splitter. */
  documents(
    store: StoreName,
    source: { loaderId: string; settings: SourceSettings },
    options: OpenOptions,
  ): ReturnType<typeof openAs<'documents'>>
  /** The index of a store. Opened once, and shared by all who search. */
  index(store: StoreName, index: { built: BuiltWith; generation: number }, signal: AbortSignal): Promise<OpenIndex>
  chatModel(store: StoreName, chosen: ChosenNode, options: OpenOptions): ReturnType<typeof openAs<'chat-model'>>
}

interface OpenerDependencies {
  catalogue: Catalogue
  platform: Platform
  flows: NodeContext['flows']
  /** A credential for whoever builds. */
  credentialForOwner: Effects['credential']
}

/** How many indexes stay open. */
const KEPT_OPEN = 50

export function createComponentOpener({
  catalogue,
  platform,
  flows,
  credentialForOwner,
}: OpenerDependencies): ComponentOpener {
  const effectsOf = ({ id, name }: StoreName, isTrial = false): Effects => {
    const effects = createEffects(platform, { flow: { id, name }, flows })
    return isTrial ? { ...effects, credential: credentialForOwner } : effects
  }
  const indexes = new RecentValues<{ plan: Promise<Plan<'vector-store'>>; effects: Effects }>(KEPT_OPEN)

  return {
    documents(store, { loaderId, settings }, { signal, isTrial }) {
      const { splitterId, splitterConfig } = settings
      const loader = componentOf({ name: loaderId, config: settings.loaderConfig }, settings.credential)
      const component: Component = {
        ...loader,
        inputs: {
          ...loader.inputs,
          ...(splitterId !== '' && { textSplitter: componentOf({ name: splitterId, config: splitterConfig }) }),
        },
      }
      return openAs('documents', component, { catalogue, effects: effectsOf(store, isTrial), store, signal })
    },

    async index(store, { built, generation }, signal) {
      const key = JSON.stringify([store.id, generation, built])
      let kept = indexes.get(key)
      if (!kept) {
        const component: Component = {
          ...componentOf(built.vectorStore),
          // Names the place in the built-in index: each generation has its own.
          id: `index-${generation}`,
          output: 'vectorStore',
        }
        const inputs = { ...component.inputs, embeddings: componentOf(built.embedding) }
        const plan = compileComponent({ ...component, inputs }, catalogue, { want: 'vector-store' })
        kept = { plan, effects: effectsOf(store) }
        indexes.set(key, kept)
        plan.catch(() => indexes.delete(key))
      }
      const { value, run } = await buildValue(await kept.plan, requestOf(store, signal), { effects: kept.effects })
      if (value.isForgetful) {
        const label = catalogue.describe(built.vectorStore.name)?.label ?? built.vectorStore.name
        throw new NodeError(`${label} loses its data when the server stops, so a knowledge base can't use it.`, {
          code: 'unsupported',
          field: 'vectorStoreName',
          hint: 'Choose one that stores its data, such as the built-in vector store.',
        })
      }
      return { value, run }
    },

    chatModel: (store, chosen, { signal, isTrial }) =>
      openAs('chat-model', componentOf(chosen), { catalogue, effects: effectsOf(store, isTrial), store, signal }),
  }
}

function openAs<Kind extends 'documents' | 'chat-model'>(
  want: Kind,
  component: Component,
  {
    catalogue,
    effects,
    store,
    signal,
  }: { catalogue: Catalogue; effects: Effects; store: StoreName; signal: AbortSignal },
) {
  return buildComponent(component, { catalogue, want, request: requestOf(store, signal), effects })
}

function requestOf({ id }: StoreName, signal: AbortSignal): RunRequest {
  const runId = newId()
  const session = { flowId: id, chatId: runId, sessionId: runId, origin: 'internal' as const, isNew: true }
  return { runId, session, question: '', signal }
}

/** A chosen node as the engine takes it. Older clients keep the credential among the values. */
function componentOf({ name, config }: ChosenNode, credential?: string): Component {
  const { credential: own, FLOWISE_CREDENTIAL_ID: older, ...inputs } = config
  const id = [credential, own, older].find((value): value is string => typeof value === 'string' && value !== '')
  return { name, inputs, ...(id !== undefined && { credential: id }) }
}

/** Nodes that read stores: a store made of one could be made of itself. */
export const readsStores: ReadonlySet<string> = new Set(['documentStore', 'documentStoreVS'])

/** Refuses what the catalogue does not know before anything is kept. */
export function requireNode(catalogue: Catalogue, name: string, category: string): void {
  const node = catalogue.describe(name)
  if (!node || node.category !== category || readsStores.has(name)) {
    throw new AppError(
      'node-not-found',
      { name },
      { message: `"${name}" isn't one of the ${category.toLowerCase()} on this server.` },
    )
  }
}
