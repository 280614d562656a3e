import { besidesName } from './file-name.ts'
import { listChatflows } from '@chatwright/contract'
import type { Flow } from '@chatwright/core'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import type { Place } from './check-command.ts'
import { credentialsIn } from './credential-names.ts'
import { readLastPulled, writeLastPulled } from './last-pulled.ts'
import { openProject, parseHere, writeFlow, type Project } from './project.ts'
import { codeOf } from './project-folder.ts'
import { idOn, withId, writeProjectFile } from './project-file.ts'
import { problemLine, say, sayJson, warn } from './said.ts'
import { openThere, type FlowThere, type There } from './there.ts'
import { compareThree } from './three-way.ts'
import { writeTypesHere } from './write-types-here.ts'

export interface PullFlags extends Place {
  to?: string | undefined
  theirs?: boolean | undefined
}

export interface Pulled {
  name: string
  title: string
  outcome: 'new' | 'same' | 'pulled' | 'merged' | 'kept' | 'conflict' | 'broken' | 'missing'
  message: string
}

/** `chatwright pull`: answers whether every flow could be brought here. */
export async function pullProject(env: NodeJS.ProcessEnv, names: string[], flags: PullFlags): Promise<boolean> {
  const project = await openProject(env, flags.folder)
  const there = await openThere(env, project, flags.to)
  const pulled: Pulled[] = []
  for (const { name, id } of await wanted(project, there, names)) {
    pulled.push(await pullFlow(project, there, { name, id, isTheirs: flags.theirs === true }))
  }
  await writeTypesHere(project, there.remote)
  if (flags.json) sayJson({ environment: there.remote.name, flows: pulled })
  else for (const each of pulled) (isDone(each) ? say : warn)(each.message)
  if (!flags.json && pulled.length === 0) say(`${there.remote.name} has no flows yet.`)
  return pulled.every((each) => isDone(each))
}

export function isDone({ outcome }: Pulled): boolean {
  return !['conflict', 'broken', 'missing'].includes(outcome)
}

/** The flows that are named; else those of the folder; else, in an empty one, all that the server has. */
async function wanted(
  { file, folder }: Project,
  { remote }: There,
  names: readonly string[],
): Promise<{ name: string; id: string }[]> {
  const known = Object.keys(file.flows).map((name) => ({ name, id: idOn(file, name, remote.name) ?? '' }))
  if (names.length === 0 && known.length > 0) return known
  const listed = await remote.call(listChatflows)
  // Without a page in the query the answer is the list itself.
  const all = Array.isArray(listed) ? listed : []
  const chosen =
    names.length === 0
      ? all
      : names.map((name) => {
          const here = known.find((each) => each.name === name)
          const found = all.find(({ id }) => id === (here?.id ?? name)) ?? all.find((flow) => flow.name === name)
          if (!found) throw new UserFacingError(`${remote.name} has no flow "${name}".`)
          return found
        })
  const taken = new Set(folder.flows())
  return chosen.map(({ id, name }) => {
    const here = known.find((each) => each.id === id)
    if (here) return here
    const file = besidesName(name, taken)
    taken.add(file)
    return { name: file, id }
  })
}

export async function pullFlow(
  project: Project,
  there: There,
  { name, id, isTheirs }: { name: string; id: string; isTheirs: boolean },
): Promise<Pulled> {
  const environment = there.remote.name
  const remote = await there.get(id)
  const outcome = (kind: Pulled['outcome'], message: string): Pulled => ({
    name,
    title: remote?.name ?? name,
    outcome: kind,
    message,
  })
  if (!remote)
    return outcome(
      'missing',
      `${environment} doesn't have "${name}" (${id}). Push it, or remove it from chatwright.json.`,
    )
  const take = (flow: Flow, before: Flow | undefined): void => {
    writeFlow(project, { name, title: remote.name, flow, before })
    remember(project, there, { name, remote })
  }
  const isHere = project.folder.read(codeOf(name)) !== undefined
  if (!isHere) {
    take(remote.flow, undefined)
    return outcome('new', `${codeOf(name)} is new.`)
  }
  const last = readLastPulled(project.folder, { environment, name })
  const here = parseHere(project, name, last?.flow)
  if (isTheirs) {
    take(remote.flow, here.flow)
    return outcome('pulled', `${codeOf(name)} is as on ${environment}.`)
  }
  if (!here.flow) {
    const lines = here.problems.map((each) => problemLine({ ...each, severity: 'error' }))
    return outcome('broken', `${lines.join('\n')}\n${codeOf(name)} can't be read, so nothing was changed.`)
  }
  const standing = compareThree({ base: last?.flow, here: here.flow, there: remote.flow }, project.catalogue)
  switch (standing.state) {
    case 'same':
      remember(project, there, { name, remote })
      return outcome('same', `${codeOf(name)} is up to date.`)
    case 'here':
      return outcome('kept', `${codeOf(name)} has changes that ${environment} doesn't have.`)
    case 'there':
      take(remote.flow, here.flow)
      return outcome('pulled', `${codeOf(name)} has the changes of ${await whose(there, { id, last })}.`)
    case 'merged':
      take(standing.flow, here.flow)
      return outcome('merged', `${codeOf(name)} has your changes and those of ${await whose(there, { id, last })}.`)
    default:
      return outcome('conflict', await explainConflict(there, { name, id, last, ids: standing.ids }))
  }
}

async function whose(
  there: There,
  { id, last }: { id: string; last: { version: number } | undefined },
): Promise<string> {
  const saved = await there.savedSince(id, last?.version ?? 0)
  return saved.slice(0, 3).join(', ') || there.remote.name
}

export async function explainConflict(
  there: There,
  at: { name: string; id: string; last: { version: number } | undefined; ids: readonly string[] },
): Promise<string> {
  const { name } = there.remote
  const look = `See what differs: chatwright diff ${at.name} --to ${name}. Take theirs: chatwright pull ${at.name} --to ${name} --theirs`
  if (!at.last) return `${codeOf(at.name)} differs from ${name}, and this folder never had it from there. ${look}`
  return `${codeOf(at.name)} was changed here and on ${name} (${await whose(there, at)}), both in ${at.ids.join(', ')}. ${look}`
}

/** What both sides have in common from now on. */
export function remember(project: Project, there: There, { name, remote }: { name: string; remote: FlowThere }): void {
  const environment = there.remote.name
  const { id, version, flow } = remote
  writeLastPulled(project.folder, { environment, name }, { version, flow })
  const used = credentialsIn(flow)
  const known = new Set(project.file.credentials.map((each) => each.name))
  const more = there.credentials.all.flatMap((each) =>
    used.has(each.name) && !known.has(each.name) ? [{ name: each.name, kind: each.credentialName }] : [],
  )
  const file = withId(project.file, name, { environment, id })
  project.file = { ...file, credentials: [...file.credentials, ...more] }
  writeProjectFile(project.folder, project.file)
}
