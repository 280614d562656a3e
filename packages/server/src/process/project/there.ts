import { flowKind, readFlow, type Flow } from '@chatwright/core'
import {
  getChatflow,
  getChatflowVersion,
  importData,
  listChatflowVersions,
  updateChatflow,
  type Chatflow,
} from '@chatwright/contract'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { readCredentialNames, type CredentialNames } from './credential-names.ts'
import { findEnvironment } from './environments.ts'
import type { Project } from './project.ts'
import { openRemote, RemoteError, type Remote } from './remote.ts'

/** A flow as a server has it, credentials by name. */
export interface FlowThere {
  id: string
  name: string
  version: number
  liveVersion: number
  publish: Chatflow['publish']
  flow: Flow
}

/** A server seen from a project. */
export interface There {
  remote: Remote
  credentials: CredentialNames
  /** Nothing where the server has no such flow. */
  get(id: string): Promise<FlowThere | undefined>
  getVersion(id: string, version: number): Promise<Flow>
  /** What was saved after a version, newest first, each with its author where the server knows one. */
  savedSince(id: string, version: number): Promise<string[]>
  /** Saves a flow without letting it answer. */
  save(at: FlowThere, flow: Flow, title: string): Promise<FlowThere>
  /** Creates a flow under an id, for its owner alone. */
  create(id: string, flow: Flow, title: string): Promise<FlowThere>
}

export async function openThere(env: NodeJS.ProcessEnv, project: Project, to: string | undefined): Promise<There> {
  const remote = openRemote(findEnvironment(env, to))
  const credentials = await readCredentialNames(remote)
  const { catalogue } = project
  const read = (flowData: string): Flow =>
    credentials.named(readFlow(flowData.trim() === '' ? '{"nodes":[],"edges":[]}' : flowData, catalogue.describe).flow)
  const asThere = ({ id, name, version, liveVersion, publish, flowData }: Chatflow): FlowThere => {
    return { id, name, version, liveVersion, publish, flow: read(flowData) }
  }
  const get: There['get'] = async (id) => {
    try {
      return asThere(await remote.call(getChatflow, { params: { id } }))
    } catch (error) {
      if (error instanceof RemoteError && error.code === 'chatflow-not-found') return undefined
      throw error
    }
  }
  return {
    remote,
    credentials,
    get,
    async getVersion(id, version) {
      return read((await remote.call(getChatflowVersion, { params: { id, version } })).flowData)
    },
    async savedSince(id, version) {
      const versions = await remote.call(listChatflowVersions, { params: { id } })
      return versions
        .filter((each) => each.version > version)
        .map(
          (each) =>
            `version ${each.version} of ${each.createdDate.slice(0, 16).replace('T', ' ')} UTC${authorOf(each)}`,
        )
    },
    async save(at, flow, title) {
      const flowData = JSON.stringify(credentials.identified(flow))
      const params = { id: at.id }
      // Both by the version that was compared: what a colleague saved since then stays.
      const { version } = at
      try {
        // First, so that what is saved next answers nobody until it is published.
        if (at.publish === 'save') await remote.call(updateChatflow, { params, body: { publish: 'hand', version } })
        return asThere(await remote.call(updateChatflow, { params, body: { name: title, flowData, version } }))
      } catch (error) {
        const isChanged = error instanceof RemoteError && error.code === 'chatflow-changed'
        throw isChanged ? changedMeanwhile(remote.name, title) : error
      }
    },
    async create(id, flow, title) {
      const type = flowKind(flow) === 'agents' ? 'AGENTFLOW' : 'CHATFLOW'
      const flowData = JSON.stringify(credentials.identified(flow))
      const { report } = await remote.call(importData, {
        query: { existing: 'skip' },
        body: { ChatFlow: [{ id, name: title, type, flowData }] },
      })
      const made = report.flows[0]
      if (made?.outcome !== 'new') {
        throw new UserFacingError(`${remote.name} didn't take "${title}". ${made?.reason ?? 'Its id is in use there.'}`)
      }
      const params = { id: made.id }
      return asThere(await remote.call(updateChatflow, { params, body: { access: 'owner' } }))
    },
  }
}

function changedMeanwhile(name: string, title: string): UserFacingError {
  return new UserFacingError(`"${title}" was saved on ${name} just now. Push again.`)
}

/** Servers name the author of a version where they know more than one person. */
function authorOf(version: object): string {
  const author: unknown = Reflect.get(version, 'author')
  if (typeof author === 'string' && author !== '') return ` by ${author}`
  const name: unknown = Reflect.get(Object(author), 'name')
  return typeof name === 'string' && name !== '' ? ` by ${name}` : ''
}
