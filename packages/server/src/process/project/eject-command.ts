import { loadCatalogue } from '@chatwright/nodes'
import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { productVersion } from '../../ground/product.ts'
import { UserFacingError } from '../../ground/user-facing-error.ts'
import { credentialsIn } from './credential-names.ts'
import { checkFlow, chooseFlows, openProject, type Project } from './project.ts'
import { codeOf, openProjectFolder } from './project-folder.ts'
import { writeProjectFile } from './project-file.ts'
import { problemLine, say } from './said.ts'

/** `chatwright eject`: a program that answers one flow without a server, with the flow's tests. */
export async function ejectProject(
  env: NodeJS.ProcessEnv,
  wanted: string,
  { folder, out }: { folder: string; out: string },
): Promise<void> {
  const place = resolve(out)
  if (existsSync(place) && readdirSync(place).length > 0) {
    throw new UserFacingError(`"${out}" isn't empty. Choose another folder.`)
  }
  const project = await openProject(env, folder)
  const [name = ''] = chooseFlows(project, [wanted])
  const { flow, title = name, problems } = checkFlow(project, name)
  if (!flow) throw new UserFacingError(problems.map((each) => problemLine(each)).join('\n'))
  const files = openProjectFolder(place)
  for (const path of filesOfFlow(project, name)) files.write(path, project.folder.read(path) ?? '')
  const used = credentialsIn(flow)
  const credentials = project.file.credentials.filter((each) => used.has(each.name))
  const { credentials: kinds } = await loadCatalogue()
  const fieldsOf = (kind: string) => kinds.find((each) => each.name === kind)?.inputs ?? []
  writeProjectFile(files, { ...project.file, flows: {}, credentials })
  files.write('answer.mjs', program(name, credentials, fieldsOf))
  files.write(
    'package.json',
    `${JSON.stringify(
      {
        name: name,
        private: true,
        type: 'module',
        description: `Answers the flow ${title} without a server`,
        scripts: { start: 'node answer.mjs', test: 'chatwright check && chatwright test' },
        dependencies: { chatwright: productVersion },
      },
      undefined,
      2,
    )}\n`,
  )
  say(`Wrote ${place}. Run it: npm install, then npm start "Your question".`)
}

/** What the program imports, of the package that it depends on. This server has no such package, so it is no import of ours. */
const LIBRARY = ['import { openFlow }', 'from', "'chatwright/run'"].join(' ')

function filesOfFlow({ folder }: Project, name: string): string[] {
  const named = [...(folder.read(codeOf(name)) ?? '').matchAll(/\bfile\((['"`])([\w./-]{1,200})\1\)/g)]
  const beside = ['layout.json', 'nodes.json'].map((ending) => `flows/${name}.${ending}`)
  const tests = folder.list('tests', '.json').filter((set) => set.startsWith(`${name}.`))
  return [
    codeOf(name),
    ...beside,
    ...named.map(([, , path = '']) => path),
    ...tests.map((set) => `tests/${set}`),
  ].filter((path) => folder.read(path) !== undefined)
}

function program(
  name: string,
  credentials: Project['file']['credentials'],
  fieldsOf: (kind: string) => readonly { name: string; optional?: unknown }[],
): string {
  const given = credentials.map(({ name: credential, kind }) => {
    const fields = fieldsOf(kind)
      .filter((field) => field.optional !== true)
      .map((field) => `      ${field.name}: process.env.${variableOf(field.name)} ?? '',\n`)
    return `    ${JSON.stringify(credential)}: {\n      kind: ${JSON.stringify(kind)},\n${fields.join('')}    },\n`
  })
  return `// Answers the flow in ${codeOf(name)} without a server. Keys come from the environment.
import { join } from 'node:path'
${LIBRARY}

const flow = await openFlow(join(import.meta.dirname, ${JSON.stringify(codeOf(name))}), {
  credentials: {
${given.join('')}  },
  // A folder keeps conversations; "memory" forgets them with the program.
  storage: process.env.FLOW_STORAGE ?? 'memory',
})

const question = process.argv.slice(2).join(' ')
const { status, text, error } = await flow.ask(question, { chatId: process.env.FLOW_CHAT ?? 'terminal' })
console.log(status === 'failed' ? error : text)
if (status === 'failed') process.exitCode = 1
await flow.close()
`
}

/** `OPEN_AI_API_KEY` of `openAIApiKey`. */
function variableOf(field: string): string {
  return field
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toUpperCase()
}
