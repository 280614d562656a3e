import { printFlow } from '@chatwright/code'
import type { Flow } from '@chatwright/core'
import type { Place } from './check-command.ts'
import { checkFlow, chooseFlows, openProject, type Project } from './project.ts'
import { idOn } from './project-file.ts'
import { diffFiles } from './push-command.ts'
import { problemLine, say, sayJson, warn } from './said.ts'
import { openThere } from './there.ts'
import { listEnvironments } from './environments.ts'

export interface DiffFlags extends Place {
  to?: string | undefined
}

/** `chatwright diff [flows or servers]`: the folder against a server, or one server against another. Answers whether they are the same. */
export async function diffProject(env: NodeJS.ProcessEnv, words: string[], flags: DiffFlags): Promise<boolean> {
  const project = await openProject(env, flags.folder)
  const servers = new Set(listEnvironments(env).map(({ name }) => name))
  const [first, second] = words.filter((word) => servers.has(word))
  const names = words.filter((word) => !servers.has(word))
  const sides =
    first !== undefined && second !== undefined
      ? [await sideThere(env, project, first), await sideThere(env, project, second)]
      : [await sideThere(env, project, flags.to ?? first), sideHere(project)]
  const flows: { name: string; diff: string }[] = []
  for (const name of chooseFlows(project, names)) {
    const [before, after] = await Promise.all(sides.map((side) => side.files(name)))
    flows.push({ name, diff: diffFiles(before, after) })
  }
  const [before, after] = sides.map((side) => side.name)
  if (flags.json) sayJson({ before, after, flows })
  else {
    const changed = flows.filter(({ diff }) => diff !== '')
    if (changed.length > 0) say(`${before} → ${after}\n${changed.map(({ diff }) => diff.trimEnd()).join('\n')}`)
    else say(`${before} and ${after} have the same flows.`)
  }
  return flows.every(({ diff }) => diff === '')
}

interface Side {
  name: string
  files(name: string): Promise<ReadonlyMap<string, string> | undefined>
}

function sideHere(project: Project): Side {
  return {
    name: 'this folder',
    async files(name) {
      const { flow, title, problems } = checkFlow(project, name)
      if (!flow) for (const problem of problems) warn(problemLine(problem))
      return flow && print(project, { name, title, flow })
    },
  }
}

async function sideThere(env: NodeJS.ProcessEnv, project: Project, to: string | undefined): Promise<Side> {
  const there = await openThere(env, project, to)
  return {
    name: there.remote.name,
    async files(name) {
      const id = idOn(project.file, name, there.remote.name)
      const found = id === undefined ? undefined : await there.get(id)
      return found && print(project, { name, title: found.name, flow: found.flow })
    },
  }
}

function print(
  { catalogue }: Project,
  { name, title = name, flow }: { name: string; title: string | undefined; flow: Flow },
): ReadonlyMap<string, string> {
  return printFlow(flow, catalogue, { name: title, file: name }).files
}
