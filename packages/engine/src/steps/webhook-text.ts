import { parseStepTemplate } from '@chatwright/core'
import { textOf, valueAt } from './step-scope.ts'

/** A text with what a webhook brought in its places. What else it refers to is known when a run is under way. */
export function fillWebhookText(text: string, webhook: Readonly<Record<string, unknown>>): string {
  return parseStepTemplate(text, () => false)
    .map((part) => {
      if (typeof part === 'string') return part
      return part.type === 'webhook' ? textOf(valueAt(webhook, part.path), part.source) : part.source
    })
    .join('')
}

/** What a text refers to and a webhook did not bring, as `body.order.id`. */
export function missingInWebhookText(text: string, webhook: Readonly<Record<string, unknown>>): string[] {
  return parseStepTemplate(text, () => false).flatMap((part) =>
    typeof part !== 'string' && part.type === 'webhook' && valueAt(webhook, part.path) === undefined
      ? [part.path.join('.')]
      : [],
  )
}
