import { array, code, defineNode, parseJson, string, type FlowStep } from '@chatwright/core'
import { listRuntimeStateKeys } from './load-lists.ts'
import { renderTemplate } from './render-template.ts'
import { stateUpdate } from './step-inputs.ts'

export default defineNode({
  name: 'templateAgentflow',
  label: 'Template',
  version: 1,
  category: 'Agent Flows',
  description: 'Writes a text from a template with conditions and loops, as Jinja does.',
  icon: 'step-function.svg',
  keywords: ['jinja', 'text', 'format', 'prompt'],
  color: '#F0ABFC',
  baseClasses: ['Template'],
  traits: { step: { updatesState: 'templateUpdateState' } },
  inputs: {
    templateValues: array(
      {
        name: string({ label: 'Name', description: 'What the template calls the value.', placeholder: 'customer' }),
        value: string({ label: 'Value', optional: true, acceptVariable: true }),
      },
      {
        destination: false,
        label: 'Values',
        description: 'JSON is read as data, so the template can loop over a list.',
        optional: true,
        acceptVariable: true,
      },
    ),
    templateText: code({
      label: 'Template',
      description: 'Text with {{ name }}, {% if %} and {% for %}. A value can be changed, as in {{ name | upper }}.',
      language: 'text',
      rows: 8,
    }),
    templateUpdateState: stateUpdate(),
  },
  example: { templateText: 'Dear {{ name }},' },
  build({ inputs }): FlowStep {
    const values = Object.fromEntries(
      (inputs.templateValues ?? []).flatMap(({ name, value }) =>
        name?.trim() ? [[name.trim(), readValue(value)]] : [],
      ),
    )
    return {
      kind: 'step',
      effect: 'pure',
      async run(turn) {
        const content = renderTemplate(inputs.templateText, values)
        turn.say({ type: 'token', text: content })
        return { input: { values }, output: { content } }
      },
    }
  },
  load: { listRuntimeStateKeys },
})

/** A list or an object that another step gave as text; nothing for a reference to a step that did not run. */
function readValue(value: string | undefined): unknown {
  if (value === undefined || /^\{\{.*\}\}$/s.test(value)) return undefined
  if (!/^\s*(?:[[{]|-?\d+(?:\.\d+)?\s*$)/.test(value)) return value
  try {
    return parseJson(value)
  } catch {
    return value
  }
}
