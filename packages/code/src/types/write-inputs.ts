import type { InputDescription, NodeDescription } from '@chatwright/core'
import { isStepDescription, splitTypes, takesConnections } from '@chatwright/core'
import { inputKey } from '../document/make-node.ts'
import { writeText } from '../print/write-value.ts'
import { inputType, oneOf } from './input-type.ts'
import type { ProjectNames } from './project-names.ts'
import { asAdded } from './write-outputs.ts'

/** The inputs of a node as an interface, so that errors and completions name it. */
export function writeInputs(node: NodeDescription, name: string, { listed = {} }: ProjectNames): string {
  const isStep = isStepDescription(node)
  const { data, type } = asAdded(node)
  const anchors = new Set(data.inputAnchors.map((anchor) => anchor.name))
  const lines = node.inputs.flatMap((input) => {
    const known = Object.hasOwn(listed, node.name) ? listed[node.name]?.[input.name] : undefined
    const held = anchors.has(input.name) ? 'chatwright.Text' : inputType(input, known)
    const isOpen = !isStep && (anchors.has(input.name) || takesConnections(input))
    // A text may mention several nodes; an anchor takes one, unless it is a list.
    const isList = !anchors.has(input.name) || input.list === true
    const types = isOpen ? [connectable(input, { isList }), held] : [held]
    return [
      property(input, types.join(' | ')),
      ...(input.loadConfig ? [`    ${key(`${input.name}Config`)}?: Readonly<Record<string, unknown>> | string\n`] : []),
    ]
  })
  const credential = node.credential?.['credentialNames']
  if (Array.isArray(credential)) {
    const kinds = oneOf(credential.map(String))
    lines.unshift(`    credential?: chatwright.CredentialOf<${kinds}> | (string & {})\n`)
  }
  if (isStep) {
    const after =
      data['hideInput'] === true || type === 'stickyNote' ? 'never' : 'chatwright.Step | readonly chatwright.Step[]'
    lines.unshift(`    after?: ${after}\n`, '    inside?: object\n')
  }
  const several = (data.outputAnchors[0]?.options?.length ?? 0) > 1
  if (!several) lines.unshift('    output?: string\n')
  return `declare namespace chatwright {\n  interface ${name} extends Settings {\n${[...new Set(lines)].join('')}  }\n}\n`
}

function connectable({ type }: InputDescription, { isList }: { isList: boolean }): string {
  const takes = `chatwright.Takes<${oneOf(splitTypes(type))}>`
  return isList ? `${takes} | readonly (${takes} | chatwright.Text)[]` : takes
}

function property(input: InputDescription, type: string): string {
  const { label, description } = input
  const about = [label, description].filter((text) => typeof text === 'string').join('. ')
  const words = about.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ').trim()
  return `    /** ${words} */\n    ${key(input.name)}?: ${type}\n`
}

function key(name: string): string {
  const written = inputKey(name)
  return /^[A-Za-z_]\w*$/.test(written) ? written : writeText(written)
}
