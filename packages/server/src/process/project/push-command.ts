import {
  getDryReplay,
  publishChatflowVersion,
  startDryReplay,
  updateChatflow,
  listNodes,
  type DryReplay,
} from '@chatwright/contract'
import { printFlow } from '@chatwright/code'
import type { Flow, NodeDescription } from '@chatwright/core'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import type { Place } from './check-command.ts'
import { readLastPulled } from './last-pulled.ts'
import { diffLines } from './line-diff.ts'
import { checkFlow, chooseFlows, openProject, writeFlow, type Project } from './project.ts'
import { idOn } from './project-file.ts'
import { runProjectTests } from './project-tests.ts'
import { explainConflict, remember } from './pull-command.ts'
import { problemLine, say, sayJson, warn } from './said.ts'
import { openThere, type There } from './there.ts'
import { compareThree } from './three-way.ts'

export interface PushFlags extends Place {
  to?: string | undefined
  publish?: boolean | undefined
  basedOn?: string | undefined
}

interface Pushed {
  name: string
  title: string
  outcome: 'new' | 'same' | 'pushed' | 'merged' | 'refused'
  version: number | null
  isPublished: boolean
  message: string
  diff: string
  replay: Pick<DryReplay, 'state' | 'total' | 'same' | 'different' | 'open'> | null
}

/** `chatwright push`: answers whether every flow is there now as it is here. */
export async function pushProject(env: NodeJS.ProcessEnv, names: string[], flags: PushFlags): Promise<boolean> {
  const project = await openProject(env, flags.folder)
  const chosen = chooseFlows(project, names)
  const there = await openThere(env, project, flags.to)
  const catalogue = await there.remote.call(listNodes)
  const pushed: Pushed[] = []
  for (const name of chosen) {
    const each = await pushFlow(env, { project, there, nodes: catalogue }, { name, flags })
    pushed.push(each)
    if (flags.json) continue
    if (each.diff !== '') say(each.diff.trimEnd())
    ;(each.outcome === 'refused' ? warn : say)(each.message)
  }
  if (flags.json) sayJson({ environment: there.remote.name, flows: pushed })
  return pushed.every(({ outcome }) => outcome !== 'refused')
}

interface Pushing {
  project: Project
  there: There
  /** The nodes that the server has. */
  nodes: readonly NodeDescription[]
}

async function pushFlow(
  env: NodeJS.ProcessEnv,
  { project, there, nodes }: Pushing,
  { name, flags }: { name: string; flags: PushFlags },
): Promise<Pushed> {
  const environment = there.remote.name
  const none = { name, title: name, version: null, isPublished: false, diff: '', replay: null }
  const refuse = (message: string): Pushed => ({ ...none, outcome: 'refused', message })
  const { flow, title = name, problems } = checkFlow(project, name)
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (!flow || errors.length > 0) return refuse(errors.map((each) => problemLine(each)).join('\n'))
  const older = olderThere(flow, nodes)
  if (older !== undefined) return refuse(`${environment} ${older}`)
  const tests = await runProjectTests(env, project.folder.root, [name])
  if (tests === 1) return refuse(`Tests of "${title}" failed, so nothing was pushed.`)

  const id = idOn(project.file, name, environment) ?? randomUUID()
  const remote = await there.get(id)
  if (!remote) {
    const made = await there.create(id, flow, title)
    remember(project, there, { name, remote: made })
    return {
      ...none,
      title,
      outcome: 'new',
      version: made.version,
      isPublished: true,
      diff: diffOf(project, { name, title }, undefined, flow),
      message: `"${title}" is new on ${environment}, for its owner alone. Open it to others in its settings.`,
    }
  }
  const last = readLastPulled(project.folder, { environment, name })
  const base = flags.basedOn === undefined ? last?.flow : await there.getVersion(id, readVersion(flags.basedOn))
  const standing = compareThree({ base, here: flow, there: remote.flow }, project.catalogue)
  if (standing.state === 'conflict') {
    return refuse(await explainConflict(there, { name, id, last, ids: standing.ids }))
  }
  if (standing.state === 'there') {
    return refuse(
      `${environment} has changes that aren't here. Pull them first: chatwright pull ${name} --to ${environment}`,
    )
  }
  const isSame = standing.state === 'same' && remote.name === title
  const next = standing.state === 'merged' ? standing.flow : flow
  const saved = isSame ? remote : await there.save(remote, next, title)
  if (standing.state === 'merged') writeFlow(project, { name, title, flow: saved.flow, before: flow })
  remember(project, there, { name, remote: saved })
  const replay = isSame && saved.liveVersion === saved.version ? null : await replayDry(there, id)
  const told = {
    ...none,
    title,
    version: saved.version,
    diff: isSame ? '' : diffOf(project, { name, title }, remote.flow, next),
    replay: replay && summary(replay),
  }
  const outcome = isSame ? 'same' : standing.state === 'merged' ? 'merged' : 'pushed'
  if (saved.liveVersion === saved.version) {
    return { ...told, outcome, isPublished: true, message: `"${title}" is up to date on ${environment}.` }
  }
  const where = `"${title}" is version ${saved.version} on ${environment}`
  const seen = replay ? ` ${replayWords(replay)}` : ''
  if (!flags.publish) {
    const live = `Version ${saved.liveVersion} answers until you add --publish.`
    return { ...told, outcome, message: `${where}.${seen} ${live}` }
  }
  if (replay && replay.tests.failed > 0) {
    return { ...told, outcome: 'refused', message: `${where} and wasn't published.${seen}` }
  }
  await there.remote.call(publishChatflowVersion, { params: { id, version: saved.version } })
  // Whoever publishes with each save does so again.
  if (remote.publish === 'save') await there.remote.call(updateChatflow, { params: { id }, body: { publish: 'save' } })
  return { ...told, outcome, isPublished: true, message: `${where} and answers now.${seen}` }
}

function readVersion(text: string): number {
  const version = Number(text)
  if (!Number.isInteger(version) || version < 1) {
    throw new UserFacingError(`"${text}" isn't a version. Write a number, such as --based-on 7.`)
  }
  return version
}

/** What an older server would not understand. */
function olderThere(flow: Flow, nodes: readonly NodeDescription[]): string | undefined {
  const versions = new Map(nodes.map(({ name, version }) => [name, version]))
  const { data } =
    flow.nodes.find(({ data: each }) => (versions.get(each.name) ?? Infinity) < (each.version ?? 0)) ?? {}
  const absent = flow.nodes.find(({ data: each }) => !versions.has(each.name) && each.name !== 'stickyNote')
  if (data) {
    return `is older: it has version ${versions.get(data.name)} of ${data.name}, and the flow needs ${data.version}. Update the server.`
  }
  return absent && `has no node "${absent.data.name}". Install its package there, or update the server.`
}

function diffOf(
  { catalogue }: Project,
  { name, title }: { name: string; title: string },
  before: Flow | undefined,
  after: Flow,
): string {
  return diffFiles(
    before && printFlow(before, catalogue, { name: title, file: name }).files,
    printFlow(after, catalogue, { name: title, file: name }).files,
  )
}

/** What differs between the files of two flows; without places, which say nothing about what a flow does. */
export function diffFiles(
  before: ReadonlyMap<string, string> | undefined,
  after: ReadonlyMap<string, string> | undefined,
): string {
  const paths = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].toSorted()
  return paths
    .filter((path) => !path.endsWith('.layout.json'))
    .map((path) => diffLines(path, before?.get(path), after?.get(path)))
    .join('')
}

/** What the new version does to recorded answers: nobody is asked for it. */
async function replayDry({ remote }: There, id: string): Promise<DryReplay | null> {
  const params = { id }
  let replay = await remote.call(startDryReplay, { params })
  for (let wait = 100; replay.state === 'running'; wait = Math.min(2000, wait * 2)) {
    await pause(wait)
    replay = await remote.call(getDryReplay, { params })
  }
  return replay
}

function summary({ state, total, same, different, open }: DryReplay): Pushed['replay'] {
  return { state, total, same, different, open }
}

function replayWords({ state, reason, total, same, tests }: DryReplay): string {
  if (state === 'off' || state === 'none') return 'It has no recorded answers to replay.'
  if (state === 'failed') return `Recorded answers couldn't be replayed: ${reason ?? 'the reason is unknown'}.`
  const failed = tests.failed > 0 ? ` ${tests.failed} of its tests on the server failed.` : ''
  return `${same} of ${total} recorded answers are unchanged.${failed}`
}
