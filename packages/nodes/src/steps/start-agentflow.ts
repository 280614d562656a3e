import {
  array,
  boolean,
  checkFormValues,
  component,
  defineNode,
  listOf,
  NodeError,
  options,
  parseJson,
  string,
  type FlowStep,
  type Run,
  type StepResult,
  type StepTurn,
  type WaitField,
} from '@chatwright/core'
import { refusalOf } from '../chains/moderation.ts'
import { askedText, formLines } from './asked-text.ts'
import { listModerations, listTimezones } from './load-lists.ts'
import { formInputs, scheduleInputs, webhookInputs } from './start-inputs.ts'

export default defineNode({
  name: 'startAgentflow',
  label: 'Start',
  version: 1.4,
  category: 'Agent Flows',
  description: 'Starts a run from a question, a form, a webhook or a schedule, and defines the shared state.',
  icon: 'step-start.svg',
  color: '#7EE787',
  baseClasses: ['Start'],
  traits: { step: { starts: true, declaresState: 'startState' } },
  inputs: {
    startInputType: options({
      destination: true,
      label: 'Input Type',
      default: 'chatInput',
      options: [
        { label: 'Chat Input', name: 'chatInput', description: 'A chat message starts a run.' },
        { label: 'Form Input', name: 'formInput', description: 'A form starts a run.' },
        { label: 'Webhook', name: 'webhookTrigger', description: 'A request from another program starts a run.' },
        { label: 'Schedule', name: 'scheduleInput', description: 'A schedule starts a run.' },
      ],
    }),
    ...formInputs,
    ...webhookInputs,
    ...scheduleInputs,
    startEphemeralMemory: boolean({
      destination: false,
      label: 'Ephemeral Memory',
      description: 'Ignore messages from earlier runs of the same chat.',
      optional: true,
    }),
    startState: array(
      {
        key: string({ label: 'Key', placeholder: 'topic' }),
        value: string({ label: 'Value', description: 'The initial value.', optional: true }),
        type: options({
          label: 'What steps write',
          options: [
            { label: 'Takes its place', name: 'replace' },
            {
              label: 'Is added to a list',
              name: 'list',
              description: 'Parallel branches each add their values.',
            },
          ],
          default: 'replace',
          optional: true,
        }),
      },
      {
        destination: false,
        label: 'Flow State',
        description: 'Values that steps read and change during a run.',
        optional: true,
      },
    ),
    startPersistState: boolean({
      destination: false,
      label: 'Persist State',
      description: "Start with the state that the chat's last run ended with.",
      optional: true,
    }),
    startModeration: array(
      { moderation: component('Moderation', 'listModerations', { label: 'Check', optional: true }) },
      {
        destination: true,
        label: 'Input Moderation',
        description: 'Checks the question before any step runs. A refusal is the answer.',
        optional: true,
        additional: true,
      },
    ),
    // Flows from elsewhere do not hold it, and go on one step at a time as they were made to.
    startParallel: boolean({
      destination: true,
      label: 'Run Side By Side',
      description: 'Run independent steps at the same time instead of one after another.',
      default: true,
      optional: true,
      additional: true,
    }),
  },
  build({ inputs }): FlowStep {
    const asked = {
      kind: inputs.startInputType,
      webhookText: webhookText(inputs.webhookInputMode, inputs.webhookDefaultInput),
      form: { title: inputs.formTitle, description: inputs.formDescription, inputs: inputs.formInputTypes },
      fields: inputs.startInputType === 'formInput' ? inputs.formInputTypes : inputs.scheduleFormInputTypes,
    }
    return {
      kind: 'step',
      effect: 'pure',
      async run(turn, run): Promise<StepResult> {
        const { input, output } = beginning(asked, turn, run)
        const checks = (inputs.startModeration ?? []).flatMap(({ moderation }) => moderation ?? [])
        const refusal = await refusalOf(checks, askedText(turn, run), run)
        if (refusal !== undefined) return { input, output: { ...output, content: refusal }, taken: [] }
        return {
          input,
          output: {
            ...output,
            ...(inputs.startEphemeralMemory && { ephemeralMemory: true }),
            ...(inputs.startPersistState && { persistState: true }),
          },
          state: {
            ...startState(inputs.startState),
            ...(inputs.startPersistState && (await turn.stateBefore())),
            ...turn.state,
          },
          ...(inputs.startEphemeralMemory && { forgetsPast: true as const }),
        }
      },
    }
  },
  load: { listModerations, listTimezones },
})

interface Asked {
  kind: 'chatInput' | 'formInput' | 'webhookTrigger' | 'scheduleInput'
  /** What the builder wrote for the question; nothing where what was sent stands for it. */
  webhookText: string | undefined
  form: { title: string | undefined; description: string | undefined; inputs: unknown }
  fields: readonly FieldRow[] | undefined
}

interface FieldRow {
  name?: string | undefined
  label?: string | undefined
  type: 'string' | 'number' | 'boolean' | 'options'
  addOptions?: readonly { option?: string | undefined }[] | undefined
}

/** A question may not be empty, so that none is a blank. */
function webhookText(mode: 'text' | 'none' | 'payload', written: string | undefined): string | undefined {
  if (mode === 'payload') return undefined
  return (mode === 'text' && written) || ' '
}

function beginning(
  asked: Asked,
  { given }: StepTurn,
  { question }: Run,
): Required<Pick<StepResult, 'input' | 'output'>> {
  const { form, webhook } = given
  if (asked.kind === 'formInput' || (asked.kind === 'scheduleInput' && form)) {
    if (!form) throw missing('a form', 'Send its values under "form".')
    refuseOtherTypes(asked, form)
    return { input: { form: { ...asked.form, values: form } }, output: { form: formLines(form) } }
  }
  if (asked.kind === 'webhookTrigger') {
    if (!webhook) throw missing('a webhook', "Send it to the flow's webhook address.")
    const said = asked.webhookText === undefined ? {} : { question: asked.webhookText }
    return { input: { webhook, ...said }, output: { webhook, ...said } }
  }
  return { input: { question }, output: { question } }
}

function refuseOtherTypes({ kind, fields }: Asked, form: Readonly<Record<string, unknown>>): void {
  const known = (fields ?? []).flatMap(({ name = '', label, type, addOptions }): WaitField[] => {
    const options = (addOptions ?? []).flatMap(({ option }) => option ?? [])
    return name.trim() === '' ? [] : [{ name, label: label?.trim() || name, type, options }]
  })
  const [issue] = checkFormValues(known, form)
  if (!issue) return
  throw new NodeError(`The form values don't match its fields: ${issue.message}`, {
    code: 'bad-input',
    field: kind === 'formInput' ? 'formInputTypes' : 'scheduleFormInputTypes',
    hint: `Send a valid value as ${issue.path}.`,
  })
}

interface StateRow {
  key: string
  value?: string | undefined
  type?: 'replace' | 'list' | undefined
}

function startState(rows: readonly StateRow[] | undefined): Record<string, unknown> {
  const named = (rows ?? []).filter(({ key }) => key?.trim())
  return Object.fromEntries(
    named.map(({ key, value = '', type }) => [key.trim(), type === 'list' ? firstItems(value) : value]),
  )
}

/** A list begins with the JSON of one, or with a single value. */
function firstItems(written: string): readonly unknown[] {
  try {
    return listOf(parseJson(written))
  } catch {
    return listOf(written)
  }
}

function missing(what: string, hint: string): NodeError {
  return new NodeError(`This flow starts with ${what}, but the request doesn't contain it.`, {
    code: 'missing-input',
    field: 'startInputType',
    hint,
  })
}
