import { flowKind } from '../agentflow.ts'
import { connect } from '../commands/connect.ts'
import { disconnect } from '../commands/disconnect.ts'
import type { Connection } from '../connection.ts'
import type { Flow, FlowEdge } from '../document.ts'
import { parseHandle } from '../handles.ts'
import { openOutputs } from '../node-outputs.ts'
import { findOutput } from '../resolve-edge.ts'
import { applyConnect, edgesMeant } from './apply-connections.ts'
import { nodeOf } from './apply.ts'
import type { ConnectEdit, Edit } from './edit.ts'

import { restoreBetween } from './restore.ts'

/** A connection by names; nothing where its ends are not there. */
export function nameConnection(flow: Flow, connection: Connection): ConnectEdit | undefined {
  const { source: from, sourceHandle, target, targetHandle } = connection
  const source = nodeOf(flow, from)
  const output = source && findOutput(source, sourceHandle)
  if (!source || !output) return undefined
  const to = flowKind(flow) === 'agents' ? target : `${target}.${parseHandle(targetHandle)?.name ?? ''}`
  return { do: 'connect', from, to, ...(openOutputs(source).length > 1 && { branch: output.name }) }
}

/** Takes one edge out: by its names, and where those mean others too or none, as it is. */
export function disconnectEdit(flow: Flow, edge: FlowEdge): Edit {
  const named = nameConnection(flow, edge)
  const edit = named && { ...named, do: 'disconnect' as const }
  const meant = edit && edgesMeant(flow, edit)
  if (edit && meant?.length === 1 && meant[0]?.id === edge.id) return edit
  return restoreBetween(flow, disconnect(edge.id)(flow))
}

/** Draws one edge: by its names, and where those mean another too or none, as it is. */
export function connectEdit(flow: Flow, connection: Connection): Edit {
  const edit = nameConnection(flow, connection)
  const drawn = connect(connection)(flow)
  const outcome = edit && applyConnect(flow, edit, { describe: () => undefined })
  const isSame = outcome && 'flow' in outcome && outcome.flow.edges.at(-1)?.id === drawn.edges.at(-1)?.id
  return edit && isSame ? edit : restoreBetween(flow, drawn)
}
