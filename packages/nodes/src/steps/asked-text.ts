import type { Run, StepTurn } from '@chatwright/core'

/** What a run was asked: the question, else the values of its form, else what a webhook brought. */
export function askedText({ given }: Pick<StepTurn, 'given'>, { question }: Pick<Run, 'question'>): string {
  if (question.trim() !== '') return question
  if (given.form) return formLines(given.form)
  return given.webhook ? JSON.stringify(given.webhook) : ''
}

/** The values of a form, each on a line of its own. */
export function formLines(form: Readonly<Record<string, unknown>>): string {
  return Object.entries(form)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n')
}
