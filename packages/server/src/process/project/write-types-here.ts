import { writeTypes, type ProjectNames } from '@chatwright/code'
import type { NodeDescription } from '@chatwright/core'
import { listCredentials, listNodes, listVariables, loadNodeOptions } from '@chatwright/contract'
import { parseHere, type Project } from './project.ts'
import type { Remote } from './remote.ts'

export const TYPES_FILE = 'chatwright-env.d.ts'

const TSCONFIG = `{
  "compilerOptions": {
    "strict": true,
    "noEmit": true,
    "target": "es2022",
    "module": "esnext",
    "lib": ["es2022"],
    "types": []
  },
  "include": ["flows", "${TYPES_FILE}"]
}
`

/** So many lists of models and the like are read from a server at most. */
const MOST_LISTS = 40

/** Writes the types of all nodes beside the flows, with what the flows and the server are known to have. */
export async function writeTypesHere(project: Project, remote?: Remote): Promise<void> {
  const { folder } = project
  const flows = folder.flows().flatMap((name) => parseHere(project, name).flow ?? [])
  const known = remote ? await readRemote(project, remote) : { nodes: [], names: {} }
  const own = project.nodes
  const there = known.nodes.filter(({ name }) => !own.some((node) => node.name === name))
  const ids = flows.flatMap((flow) => flow.nodes.map(({ id }) => `${id}.data.instance`))
  const variables = [...new Set([...project.file.variables, ...(known.names.variables ?? [])])]
  const names: ProjectNames = {
    references: ['question', 'chat_history', ...variables.map((name) => `$vars.${name}`), ...ids],
    stateKeys: [...new Set(flows.flatMap((flow) => flow.nodes.flatMap(({ data }) => stateKeysOf(data.inputs))))],
    credentials: known.names.credentials ?? project.file.credentials,
    ...(known.names.listed && { listed: known.names.listed }),
  }
  // A node of the server alone is one of a package to this folder: its code is the same with and without it.
  const asOwn = there.map((node): NodeDescription => ({ ...node, origin: node.origin ?? 'server' }))
  folder.write(TYPES_FILE, writeTypes([...own, ...asOwn], names))
  if (folder.read('tsconfig.json') === undefined) folder.write('tsconfig.json', TSCONFIG)
}

function stateKeysOf({ startState }: Record<string, unknown>): string[] {
  if (!Array.isArray(startState)) return []
  return (startState as unknown[]).flatMap((row) =>
    typeof row === 'object' && row !== null && 'key' in row && typeof row.key === 'string' ? [row.key] : [],
  )
}

interface Known {
  nodes: readonly NodeDescription[]
  names: ProjectNames & { variables?: string[] }
}

async function readRemote(project: Project, remote: Remote): Promise<Known> {
  const [nodes, credentials, variables] = await Promise.all([
    remote.call(listNodes),
    remote.call(listCredentials),
    remote.call(listVariables),
  ])
  return {
    nodes,
    names: {
      credentials: credentials.map(({ name, credentialName: kind }) => ({ name, kind })),
      variables: variables.map(({ name }) => name),
      listed: await readLists(project, remote, { nodes, credentials }),
    },
  }
}

/** What the inputs of the nodes in use offer there: models, custom tools, knowledge bases. One that can't be read offers nothing. */
async function readLists(
  project: Project,
  remote: Remote,
  { nodes, credentials }: { nodes: readonly NodeDescription[]; credentials: readonly { id: string; name: string }[] },
): Promise<Record<string, Record<string, string[]>>> {
  const listed: Record<string, Record<string, string[]>> = {}
  const flows = project.folder.flows().flatMap((name) => parseHere(project, name).flow ?? [])
  const wanted = flows.flatMap(({ nodes: drawn }) =>
    drawn.flatMap(({ data }) => {
      const description = nodes.find(({ name }) => name === data.name)
      const inputs = description?.inputs.filter((input) => typeof input['loadMethod'] === 'string') ?? []
      return inputs.map((input) => ({ data, input, loadMethod: String(input['loadMethod']) }))
    }),
  )
  const seen = new Set<string>()
  for (const { data, input, loadMethod } of wanted) {
    const key = `${data.name} ${input.name}`
    if (seen.has(key) || seen.size >= MOST_LISTS) continue
    seen.add(key)
    const credential = credentials.find(({ name }) => name === data.credential)?.id
    const body = { loadMethod, inputs: data.inputs, ...(credential !== undefined && { credential }) }
    const options = await remote.call(loadNodeOptions, { params: { name: data.name }, body }).catch(() => [])
    if (options.length > 0) (listed[data.name] ??= {})[input.name] = options.map(({ name }) => name)
  }
  return listed
}
