import type { JsonObject } from '../lib/prediction/read-json.ts'
import { asText } from '../lib/prediction/read-json.ts'
import { create } from './dom.ts'
import type { Texts } from './texts.ts'

interface LeadFormOptions {
  texts: Texts
  leads: JsonObject
  onLeft: (lead: Record<string, string>) => Promise<void>
}

const FIELDS = { name: 'text', email: 'email', phone: 'tel' } as const

/** Asks who the visitor is before the first question. */
export function leadForm({ texts, leads, onLeft }: LeadFormOptions): HTMLElement {
  const form = create('form', { class: 'lead' }, create('h3', {}, asText(leads['title']) || texts.who))
  const inputs = (Object.keys(FIELDS) as (keyof typeof FIELDS)[])
    .filter((name) => leads[name] === true)
    .map((name) => {
      const input = create('input', {
        name,
        type: FIELDS[name],
        required: '',
        autocomplete: name === 'phone' ? 'tel' : name,
      })
      form.append(create('label', {}, texts[name], input))
      return input
    })
  const problem = create('div', { class: 'fault', role: 'alert', hidden: '' })
  const button = create('button', { type: 'submit' }, texts.start)
  form.append(problem, button)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    button.disabled = true
    onLeft(Object.fromEntries(inputs.map((input) => [input.name, input.value.trim()]))).catch((error: unknown) => {
      button.disabled = false
      problem.hidden = false
      problem.textContent = (error instanceof Error && error.message) || texts.failed
    })
  })
  return form
}
