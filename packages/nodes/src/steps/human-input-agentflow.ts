import {
  array,
  boolean,
  defineNode,
  number,
  options,
  string,
  TIMEOUT_OUTPUT,
  type Decision,
  type FlowStep,
  type Message,
  type Run,
  type SaidMessage,
  type StepTurn,
} from '@chatwright/core'
import { complete } from '../model-values/complete.ts'
import { messageText } from '../model-values/message-text.ts'
import { checkCanWrite } from './can-write.ts'
import { questionMessage, shownMessages } from './compose-messages.ts'
import { decisionFields, readFields } from './decision-fields.ts'
import { listModels } from './load-lists.ts'
import { saidQuestion } from './said-messages.ts'
import { chatModel } from './step-inputs.ts'
import { whoDecides } from './who-decides.ts'

const dynamic = { humanInputDescriptionType: 'dynamic' }

export default defineNode({
  name: 'humanInputAgentflow',
  label: 'Human Input',
  version: 1,
  category: 'Agent Flows',
  description: 'Pauses the run until a person decides, and continues with the matching branch.',
  icon: 'step-human-input.svg',
  keywords: ['approval', 'approve', 'confirm', 'human'],
  color: '#6E6EFD',
  baseClasses: ['HumanInput'],
  traits: {
    step: {
      decides: { outputs: ['0', '1'], more: 'humanInputButtons' },
      mayAlso: [
        { name: TIMEOUT_OUTPUT, label: 'When time is up', while: { input: 'humanInputOnTimeout', is: 'output' } },
      ],
      asks: 'decision',
    },
  },
  inputs: {
    humanInputDescriptionType: options({
      destination: false,
      label: 'Description Type',
      description: 'Who writes the question.',
      default: 'fixed',
      options: [
        { label: 'Fixed', name: 'fixed', description: 'You write it.' },
        { label: 'Dynamic', name: 'dynamic', description: 'A model writes it from the conversation.' },
      ],
    }),
    humanInputDescription: string({
      destination: false,
      label: 'Description',
      placeholder: 'Should this be sent?',
      rows: 4,
      acceptVariable: true,
      show: { humanInputDescriptionType: 'fixed' },
    }),
    humanInputModel: chatModel('Model', dynamic),
    humanInputModelPrompt: string({
      destination: false,
      label: 'Prompt',
      description: 'Tells the model what to write.',
      default:
        'Sum up the conversation for somebody who has to decide whether it goes on: what was asked, what is about to be done and why. Use no more than five sentences, and end with the question to be decided.',
      rows: 4,
      acceptVariable: true,
      show: dynamic,
    }),
    humanInputEnableFeedback: boolean({
      destination: false,
      label: 'Enable Feedback',
      description: 'Let the person add a comment to the decision.',
      default: true,
    }),
    // The older product passes it over.
    humanInputDecider: whoDecides(),
    humanInputProceedLabel: string({
      destination: false,
      label: 'Proceed Button',
      default: 'Proceed',
      optional: true,
      additional: true,
    }),
    humanInputRejectLabel: string({
      destination: false,
      label: 'Reject Button',
      default: 'Reject',
      optional: true,
      additional: true,
    }),
    // The older product knows two buttons, and passes these over.
    humanInputButtons: array(
      { label: string({ label: 'Button', placeholder: 'Ask somebody else', optional: true }) },
      {
        destination: false,
        label: 'Further Buttons',
        description: 'Each option has its own branch.',
        optional: true,
        additional: true,
      },
    ),
    humanInputFields: decisionFields(),
    humanInputTimeLimit: number({
      destination: false,
      label: 'Time Limit',
      description: "Hours until the run continues without a decision. Leave empty to use the server's limit.",
      min: 0.01,
      optional: true,
      additional: true,
    }),
    humanInputOnTimeout: options({
      destination: false,
      label: 'When Time Is Up',
      default: 'reject',
      optional: true,
      additional: true,
      options: [
        { label: 'Reject', name: 'reject' },
        { label: 'Proceed', name: 'proceed' },
        {
          label: 'A Branch of Its Own',
          name: 'output',
          description: 'Connect this output to continue after the time is up.',
        },
      ],
    }),
  },
  example: { humanInputDescription: 'Should this be sent?' },
  build({ inputs, node }): FlowStep {
    const { humanInputModel: model, humanInputDescriptionType: kind, humanInputEnableFeedback: takesFeedback } = inputs
    const hours = inputs.humanInputTimeLimit
    const fields = readFields(inputs.humanInputFields, { label: node.label })
    const buttons = [
      { type: 'proceed', label: inputs.humanInputProceedLabel },
      { type: 'reject', label: inputs.humanInputRejectLabel },
      ...furtherButtons(inputs.humanInputButtons),
    ]
    // By its place among all rows: those without words have an output, too.
    const outputOf = (type: string): string => String(buttons.findIndex((button) => button.type === type))
    return {
      kind: 'step',
      effect: 'asks',
      async run(turn, run) {
        const messages = conversation(turn, run)
        const began = hours === undefined ? 0 : await beganAt(turn)
        // The built-in answerer sums nothing up: the last message is shown.
        const text =
          kind === 'dynamic' && !model?.quotesOnly
            ? await writtenBy(checkCanWrite(model), { messages, prompt: inputs.humanInputModelPrompt, turn, run })
            : fixedText(turn, kind === 'dynamic' ? undefined : inputs.humanInputDescription)
        const shown = { messages: shownMessages(messages), humanInputEnableFeedback: takesFeedback }
        const decision = await turn.ask('decision', {
          kind: 'decision',
          text,
          buttons: buttons.filter(({ label }, index) => index < 2 || label !== ''),
          takesFeedback,
          ...(inputs.humanInputDecider === 'reviewers' && { decider: 'reviewers' }),
          ...(fields.length > 0 && { fields }),
          input: shown,
          ...(hours !== undefined && { wakeAt: began + hours * HOUR_MS }),
        })
        const isLate = decision.type === 'timeout'
        const type = isLate && inputs.humanInputOnTimeout !== 'output' ? inputs.humanInputOnTimeout : decision.type
        return {
          ...cameTo({ ...decision, type }, { nodeId: node.id, shown, ways: buttons.map((button) => button.type) }),
          taken: [type === 'timeout' ? TIMEOUT_OUTPUT : outputOf(type)],
          said: [...saidQuestion(turn, run), { role: 'assistant', content: text }, ...spokenBy(decision)],
        }
      },
    }
  },
  load: { listModels },
})

const HOUR_MS = 3_600_000
/** What a request may name; also what fits on a button. */
const LONGEST_TYPE = 50

/** Known by their own words; two of the same words are told apart by their number. */
function furtherButtons(
  rows: readonly { label?: string | undefined }[] | undefined,
): { type: string; label: string }[] {
  const taken = new Set(['proceed', 'reject', 'timeout'])
  return (rows ?? []).map(({ label: written = '' }, index) => {
    const label = written.trim()
    const words = label.slice(0, LONGEST_TYPE)
    const type = words === '' || taken.has(words) ? `button-${index + 1}` : words
    taken.add(type)
    return { type, label }
  })
}

/** When the wait began: it ends at the same moment, whoever takes the run up in between. */
function beganAt(turn: StepTurn): Promise<number> {
  return turn.once('began', { label: 'Beginning of the wait', effect: 'pure' }, async (run) => run.now())
}

function conversation(turn: StepTurn, run: Run): Message[] {
  if (turn.said.length === 0) return questionMessage({ canSeeImages: false }, turn, run)
  return turn.said.map(({ role, content }) => ({ role, content: messageText(content) }))
}

/** What was said last is what is to be decided about. */
function fixedText(turn: StepTurn, description: string | undefined): string {
  const last = messageText(turn.said.at(-1)?.content ?? '').trim()
  return [last, description?.trim() || 'Continue the run?'].filter((part) => part !== '').join('\n\n')
}

function writtenBy(
  model: Parameters<typeof complete>[0],
  { messages, prompt, turn, run }: { messages: readonly Message[]; prompt: string; turn: StepTurn; run: Run },
): Promise<string> {
  const asked: Message = { role: 'user', content: prompt }
  const call = { label: 'What the person is asked', effect: 'asks' } as const
  return turn.once('text', call, () => complete(model, { messages: [...messages, asked] }, run))
}

function cameTo(
  { type, feedback, form }: Decision,
  { nodeId, shown, ways }: { nodeId: string; shown: Record<string, unknown>; ways: readonly string[] },
) {
  const given = { ...(feedback?.trim() && { feedback }), ...(form && { form }) }
  const facts = { startNodeId: nodeId, ...given }
  return {
    input: { type, ...facts, ...shown },
    output: {
      content: given.feedback ?? type,
      ...(form && { form }),
      conditions: ways.map((way) => ({ type: way, ...facts, isFulfilled: way === type })),
    },
  }
}

function spokenBy({ feedback }: Decision): SaidMessage[] {
  return feedback?.trim() ? [{ role: 'user', content: feedback }] : []
}
