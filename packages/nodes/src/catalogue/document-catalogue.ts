import type { CredentialDescription, InputDescription, NodeDescription } from '@chatwright/core'

interface Described {
  nodes: readonly NodeDescription[]
  credentials: readonly CredentialDescription[]
}

/** Said of an input that requests cannot fill, because it decides where a secret goes or what the server reaches. */
const BUILDERS_ALONE = 'Never open to requests.'

/** The reference pages, by file name: one per category, one for credentials, and an index. */
export function documentCatalogue({ nodes, credentials }: Described): Map<string, string> {
  const categories = [...new Set(nodes.map((node) => node.category))].sort()
  const pages = new Map<string, string>()
  for (const category of categories) {
    pages.set(pageName(category), categoryPage(category, inCategory(nodes, category)))
  }
  for (const step of nodes.filter(isServiceStep)) {
    const all = nodes.filter(({ traits }) => traits?.service === step.traits?.service)
    pages.set(servicePageName(step), servicePage(step, all))
  }
  pages.set('credentials.md', credentialPage(credentials))
  pages.set('README.md', indexPage(categories, nodes))
  return pages
}

function indexPage(categories: readonly string[], nodes: readonly NodeDescription[]): string {
  const lines = categories.map((category) => {
    const labels = inCategory(nodes, category).map((node) => node.label)
    return `- [${category}](${pageName(category)}): ${labels.join(', ')}`
  })
  const services = nodes
    .filter(isServiceStep)
    .sort((a, b) => a.label.localeCompare(b.label))
    .map((step) => `- [${step.label}](${servicePageName(step)}): ${step.description}`)
  return page('Nodes', [
    'Written from the declarations in `packages/nodes`.',
    lines.join('\n'),
    ...(services.length > 0 ? ['## Services', services.join('\n')] : []),
    '[Credentials](credentials.md)',
  ])
}

function categoryPage(category: string, nodes: readonly NodeDescription[]): string {
  return page(
    category,
    nodes.map((node) =>
      [
        `## ${node.label}`,
        node.description,
        facts(node),
        isServiceStep(node)
          ? `Operations and fields: [${node.label}](${servicePageName(node)}).`
          : inputTable(node.inputs),
      ]
        .filter(Boolean)
        .join('\n\n'),
    ),
  )
}

function isServiceStep({ traits }: NodeDescription): boolean {
  return traits?.service !== undefined && traits.step !== undefined
}

function servicePageName({ traits }: NodeDescription): string {
  return `service-${(traits?.service ?? '').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`
}

/** All that a service gives: its operations, and its nodes. */
function servicePage(step: NodeDescription, nodes: readonly NodeDescription[]): string {
  const { acts, verifiedWith } = step.traits ?? {}
  const reading = typeof acts === 'object' ? [acts.unless['operation'] ?? []].flat() : []
  const operations = step.inputs.find(({ name }) => name === 'operation')?.options ?? []
  const rows = operations.map(({ label, name }) => {
    const fields = step.inputs.flatMap((input) => [input, ...(input.variants ?? [])])
    const taken = fields.filter((each) => takes(each, name, operations.length)).map((each) => each.label)
    return row([label, reading.includes(name) ? 'Reads' : 'Changes', taken.join(', ')])
  })
  return page(step.label, [
    step.description,
    verifiedWith === undefined
      ? '_Not verified against the provider_: the requests follow its documentation.'
      : `The requests are compared with those of the provider's own client, \`${verifiedWith}\`.`,
    `## Operations\n\n${[row(['Operation', 'Effect', 'Fields']), row(['---', '---', '---']), ...rows].join('\n')}`,
    'In an agent flow, add the step and choose an operation. To let an agent decide, give it the tool: changes wait for approval unless you switch that off.',
    ...nodes.map((node) =>
      [`## ${node.label}: ${kindOf(node)}`, node.description, facts(node), node === step ? '' : inputTable(node.inputs)]
        .filter(Boolean)
        .join('\n\n'),
    ),
  ])
}

function takes({ name, show }: InputDescription, operation: string, count: number): boolean {
  const shown = show?.['operation']
  if (name === 'operation' || name === 'onError' || name === 'retries' || name === 'errorText') return false
  return shown === undefined ? count > 0 : [shown].flat().includes(operation)
}

function kindOf({ traits, category }: NodeDescription): string {
  return traits?.step ? 'step' : category === 'Tools' ? 'tool' : 'loader'
}

function credentialPage(credentials: readonly CredentialDescription[]): string {
  const ordered = [...credentials].sort((a, b) => a.name.localeCompare(b.name))
  return page(
    'Credentials',
    ordered.map((credential) =>
      [
        `## ${credential.label}`,
        credential.description,
        `- Name: \`${credential.name}\`${credential.canTest ? '\n- Can be tested from its form' : ''}`,
        inputTable(credential.inputs),
      ]
        .filter(Boolean)
        .join('\n\n'),
    ),
  )
}

function facts(node: NodeDescription): string {
  const outputs = node.outputs?.map((output) => `${output.label} (${output.baseClasses.join(', ')})`)
  return [
    `- Name: \`${node.name}\`, version ${node.version}`,
    node.traits?.step
      ? '- A step: edges say what comes after it'
      : `- Connects to: ${outputs ? outputs.join('; ') : node.baseClasses.join(', ')}`,
    node.credential &&
      `- Credential: ${node.credential.credentialNames?.map((name) => `\`${name}\``).join(' or ')}${node.credential.optional ? ', not required' : ''}`,
    node.aliases?.length && `- Old names: ${node.aliases.map((alias) => `\`${alias.name}\``).join(', ')}`,
    node.documentation && `- More: <${node.documentation}>`,
  ]
    .filter(Boolean)
    .join('\n')
}

function inputTable(inputs: readonly InputDescription[]): string {
  if (inputs.length === 0) return ''
  const rows = inputs.map((input) =>
    row([
      `${input.label}${input.optional ? '' : ' *'}`,
      `\`${input.name}\``,
      input.list ? `${input.type}, several` : input.type,
      input.default === undefined ? '' : `\`${shorten(input.default)}\``,
      [input.description, optionList(input), fieldList(input), input.destination && BUILDERS_ALONE]
        .filter(Boolean)
        .join(' '),
    ]),
  )
  return [row(['Input', 'Name', 'Kind', 'Default', 'Meaning']), row(['---', '---', '---', '---', '---']), ...rows].join(
    '\n',
  )
}

function optionList(input: InputDescription): string {
  return input.options ? `One of: ${input.options.map((option) => `\`${option.name}\``).join(', ')}.` : ''
}

function fieldList(input: InputDescription): string {
  return input.array ? `Each row: ${input.array.map((field) => `\`${field.name}\``).join(', ')}.` : ''
}

function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`
}

function page(title: string, sections: readonly string[]): string {
  return `${[`# ${title}`, ...sections].join('\n\n')}\n`
}

function inCategory(nodes: readonly NodeDescription[], category: string): NodeDescription[] {
  return nodes.filter((node) => node.category === category).sort((a, b) => a.label.localeCompare(b.label))
}

function pageName(category: string): string {
  return `${category
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.md`
}
