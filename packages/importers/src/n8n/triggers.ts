import type { Verdict } from '../report.ts'
import { isRecord, list, numberOf, record, text, type Json } from '../shared/values.ts'
import type { N8nNode } from './read.ts'
import { fromCaller, fromFields, fromForm, fromNothing, fromSchedule, fromWebhook, type Source } from './sources.ts'

export interface Trigger {
  inputs: Record<string, unknown>
  source: Source
  verdict: Verdict
  note: string
}

/** Services that call an address of ours when something happens there. */
const CALLING = new Set(
  'linearTrigger githubTrigger gitlabTrigger bitbucketTrigger stripeTrigger typeformTrigger jiraTrigger calendlyTrigger shopifyTrigger wooCommerceTrigger twilioTrigger hubspotTrigger asanaTrigger trelloTrigger clickUpTrigger mailchimpTrigger payPalTrigger pipedriveTrigger acuitySchedulingTrigger calTrigger jotFormTrigger surveyMonkeyTrigger mauticTrigger figmaTrigger zendeskTrigger intercomTrigger webflowTrigger facebookLeadAdsTrigger chargebeeTrigger copperTrigger helpScoutTrigger keapTrigger netlifyTrigger onfleetTrigger postmarkTrigger strapiTrigger taigaTrigger wiseTrigger workableTrigger wufooTrigger zoomTrigger boxTrigger ciscoWebexTrigger customerIoTrigger eventbriteTrigger formIoTrigger getResponseTrigger gumroadTrigger koBoToolboxTrigger lemlistTrigger mailjetTrigger microsoftTeamsTrigger'.split(
    ' ',
  ),
)

/** Where each messenger has the words, the chat and who writes. */
const MESSENGERS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  telegramTrigger: [
    ['message.text', '{{question}}'],
    ['message.chat.id', '{{$flow.chatId}}'],
    ['message.from.id', '{{$flow.sessionId}}'],
    ['message.chat.type', 'private'],
  ],
  slackTrigger: [
    ['text', '{{question}}'],
    ['channel', '{{$flow.chatId}}'],
    ['user', '{{$flow.sessionId}}'],
  ],
  whatsAppTrigger: [
    ['messages[0].text.body', '{{question}}'],
    ['messages.0.text.body', '{{question}}'],
    ['messages.0.from', '{{$flow.sessionId}}'],
    ['messages.0.type', 'text'],
    ['contacts.0.wa_id', '{{$flow.sessionId}}'],
  ],
  discordTrigger: [
    ['content', '{{question}}'],
    ['channelId', '{{$flow.chatId}}'],
  ],
}

export function isTrigger({ type }: N8nNode): boolean {
  return type.endsWith('Trigger') || ['webhook', 'start', 'cron', 'interval', 'emailReadImap'].includes(type)
}

export function isMessenger(type: string): boolean {
  return Object.hasOwn(MESSENGERS, type)
}

/** How a flow begins that this node begins in n8n; nothing where nothing here is like it. */
export function readTrigger(node: N8nNode): Trigger | undefined {
  const { type, parameters } = node
  switch (type) {
    case 'chatTrigger':
    case 'manualChatTrigger':
      return { inputs: {}, source: chat(type === 'manualChatTrigger'), verdict: 'same', note: '' }
    case 'manualTrigger':
    case 'start':
      return { inputs: {}, source: fromNothing(), verdict: 'same', note: 'Any message starts it.' }
    case 'webhook':
      return webhook(parameters)
    case 'formTrigger':
      return form(parameters)
    case 'scheduleTrigger':
    case 'cron':
    case 'interval':
      return schedule(parameters)
    case 'executeWorkflowTrigger':
      return { inputs: {}, source: fromCaller(), verdict: 'different', note: 'The question is the JSON of the input.' }
    case 'mcpTrigger':
      return {
        inputs: {},
        source: chat(false),
        verdict: 'different',
        note: 'Share the flow as an MCP tool in its settings.',
      }
    case 'errorTrigger':
      return {
        inputs: {},
        source: fromCaller(),
        verdict: 'different',
        note: 'Failed runs are told by notifications. Add one that calls this flow.',
      }
  }
  const words = Object.hasOwn(MESSENGERS, type) ? MESSENGERS[type] : undefined
  if (words) {
    return {
      inputs: {},
      source: fromFields(words),
      verdict: 'different',
      note: 'Connect the messenger as a channel of this flow. Its message is the question.',
    }
  }
  if (CALLING.has(type)) {
    return {
      inputs: { startInputType: 'webhookTrigger', webhookInputMode: 'payload' },
      source: fromWebhook(true),
      verdict: 'different',
      note: "Enter the address of this flow's webhook at the service.",
    }
  }
  return undefined
}

function chat(isOld: boolean): Source {
  return fromFields([
    [isOld ? 'input' : 'chatInput', '{{question}}'],
    ['sessionId', '{{$flow.sessionId}}'],
    ['action', 'sendMessage'],
  ])
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

function webhook(parameters: Json): Trigger {
  const method = text(parameters['httpMethod'], 'GET')
  const answersAtOnce = text(parameters['responseMode'], 'onReceived') === 'onReceived'
  return {
    inputs: {
      startInputType: 'webhookTrigger',
      webhookMethod: METHODS.has(method) ? method : 'POST',
      webhookInputMode: 'payload',
    },
    source: fromWebhook(false),
    verdict: answersAtOnce || (parameters['authentication'] ?? 'none') !== 'none' ? 'different' : 'same',
    note:
      (parameters['authentication'] ?? 'none') !== 'none'
        ? 'Choose how requests are signed in the Start step.'
        : answersAtOnce
          ? 'It answers when the run has finished.'
          : '',
  }
}

const FIELD_TYPES: Readonly<Record<string, string>> = {
  number: 'number',
  dropdown: 'options',
  radio: 'options',
  checkbox: 'options',
}

function form(parameters: Json): Trigger {
  const rows = list(record(parameters['formFields'])['values']).map((each) => record(each))
  const fields = rows.map((row, index) => {
    const label = text(row['fieldLabel']) || text(row['fieldName']) || `field ${index + 1}`
    return { row, label, name: fieldName(label, index), type: FIELD_TYPES[text(row['fieldType'])] ?? 'string' }
  })
  const hasFile = rows.some((row) => row['fieldType'] === 'file')
  return {
    inputs: {
      startInputType: 'formInput',
      formTitle: text(parameters['formTitle'], 'Form') || 'Form',
      formDescription: text(parameters['formDescription']) || ' ',
      formInputTypes: fields.map(({ row, label, name, type }) => ({
        type,
        label,
        name,
        ...(type === 'options' && {
          addOptions: list(record(row['fieldOptions'])['values']).map((option) => ({
            option: text(record(option)['option']),
          })),
        }),
      })),
    },
    source: fromForm(fields.map(({ label, name }) => [label, name] as const)),
    verdict: hasFile ? 'different' : 'same',
    note: hasFile ? 'Forms take no files. Its file fields are text here.' : '',
  }
}

function fieldName(label: string, index: number): string {
  const name = label
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^_/, '')
    .replace(/_$/, '')
    .slice(0, 40)
  return /^[a-z]/.test(name) ? name : `field_${index + 1}`
}

function schedule(parameters: Json): Trigger {
  const [first, ...more] = list(record(parameters['rule'])['interval']).map((each) => record(each))
  const cron = cronOf(first ?? {}, parameters)
  return {
    inputs: {
      startInputType: 'scheduleInput',
      scheduleType: 'cronExpression',
      scheduleCronExpression: cron,
      scheduleInputMode: 'none',
    },
    source: fromSchedule(),
    verdict: more.length > 0 ? 'different' : 'same',
    note: more.length > 0 ? 'Only the first of its times is used.' : '',
  }
}

function cronOf(rule: Json, parameters: Json): string {
  const at = (name: string, otherwise: number): number => Math.max(0, Math.floor(numberOf(rule[name]) ?? otherwise))
  const every = (name: string): string => {
    const count = at(name, 1)
    return count > 1 ? `*/${count}` : '*'
  }
  const [minute, hour] = [at('triggerAtMinute', 0), at('triggerAtHour', 0)]
  switch (text(rule['field'], isRecord(parameters['rule']) ? 'days' : 'hours')) {
    case 'cronExpression':
      return (
        text(rule['expression'], '0 * * * *').replace(/^=/, '').trim().split(/\s+/).slice(-5).join(' ') || '0 * * * *'
      )
    case 'seconds':
      return '* * * * *'
    case 'minutes':
      return `*/${Math.max(1, Math.min(59, at('minutesInterval', 5)))} * * * *`
    case 'hours':
      return `${minute} ${every('hoursInterval')} * * *`
    case 'weeks': {
      const days = list(rule['triggerAtDay']).map((day) => text(day))
      return `${minute} ${hour} * * ${days.join(',') || '0'}`
    }
    case 'months':
      return `${minute} ${hour} ${at('triggerAtDayOfMonth', 1) || 1} ${every('monthsInterval')} *`
    default:
      return `${minute} ${hour} ${every('daysInterval')} * *`
  }
}
