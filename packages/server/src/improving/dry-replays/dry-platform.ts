import { NodeError, type NodeContext } from '@chatwright/core'
import type { Platform } from '../../runs/runs/node-context.ts'
import type { DryProcess } from './dry-replay.ts'

/** What nodes may do in a dry replay: compute, and look at what flows are built from. Everything else is in the record or unknown. */
export function dryPlatform(from: DryProcess): Platform {
  const context: Omit<NodeContext, 'flow' | 'flows'> = {
    fetch: refuse,
    providerFetch: refuse,
    dialAddress: refuse,
    connect: refuse,
    logger: { debug: ignore, info: ignore, warn: ignore },
    now: Date.now,
    files: {
      open: (reference) => from.openFile(reference),
      list: refuse,
      read: refuse,
      save: refuse,
      forget: refuse,
      keepInChat: refuse,
    },
    history: { load: refuse, clear: refuse },
    vectors: { upsert: refuse, search: refuse, searchText: refuse, stored: refuse, delete: refuse, count: refuse },
    knowledge: { list: () => from.knowledge(), search: refuse, passages: refuse },
    records: { get: (...key) => from.record(...key), set: refuse, delete: refuse, list: (name) => from.records(name) },
    // A signal cannot be handed over; the thread is ended as a whole.
    sandbox: { run: ({ signal: _, ...asked }) => from.runCode(asked) },
    isolate: refuse,
    customTools: { list: () => from.tools(), get: (id) => from.tool(id) },
    dataTables: { list: refuse, find: refuse, add: refuse, update: refuse, remove: refuse, upsert: refuse },
    mcpServers: { list: refuse, open: refuse },
    variables: refuse,
  }
  return { context, credential: async () => refuse(), hideSecrets: (value) => value }
}

function ignore(): void {}

function refuse(): never {
  throw new NodeError('This check makes no outside calls.', {
    code: 'refused',
    hint: 'This node does something that is not recorded. Compare the versions to know what it does now.',
  })
}
