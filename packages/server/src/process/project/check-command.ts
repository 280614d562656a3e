import { checkFlow, chooseFlows, openProject } from './project.ts'
import { problemLine, say, sayJson, warn } from './said.ts'

export interface Place {
  folder: string
  json?: boolean | undefined
}

/** `chatwright check`: answers whether every flow can be read and nothing keeps one from answering. No server is called. */
export async function checkProject(env: NodeJS.ProcessEnv, names: string[], { folder, json }: Place): Promise<boolean> {
  const project = await openProject(env, folder)
  const checked = chooseFlows(project, names).map((name) => checkFlow(project, name))
  const problems = checked.flatMap((each) => each.problems)
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (json) {
    sayJson({
      flows: checked.map(({ name, title, problems: found }) => ({ name, title: title ?? null, problems: found })),
    })
  } else {
    for (const problem of problems) warn(problemLine(problem))
    const warnings = problems.length - errors.length
    say(`${count(checked.length, 'flow')}: ${count(errors.length, 'error')}, ${count(warnings, 'warning')}`)
  }
  return errors.length === 0
}

export function count(many: number, word: string): string {
  return `${many} ${word}${many === 1 ? '' : 's'}`
}
