import { array, asyncOptions, boolean, json, number, options, password, picker, string } from '@chatwright/core'
import { fieldType } from './field-type.ts'

/** What the Start step asks of whoever begins a run. The server's triggers read most of it before any step runs. */

const byForm = { startInputType: 'formInput' }
const byWebhook = { startInputType: 'webhookTrigger' }
const bySchedule = { startInputType: 'scheduleInput' }

const fieldsOf = (list: string) => ({
  type: fieldType(),
  label: string({ label: 'Label', placeholder: 'Your name', optional: true }),
  name: string({
    label: 'Variable Name',
    description: 'Later steps use it as {{$form.name}}.',
    placeholder: 'name',
    optional: true,
  }),
  addOptions: array(
    { option: string({ label: 'Option', optional: true }) },
    { label: 'Add Options', optional: true, show: { [`${list}[$index].type`]: 'options' } },
  ),
})

export const formInputs = {
  formTitle: string({ destination: true, label: 'Form Title', placeholder: 'Tell us about it', show: byForm }),
  formDescription: string({
    destination: true,
    label: 'Form Description',
    placeholder: 'We answer within a day.',
    show: byForm,
  }),
  formInputTypes: array(fieldsOf('formInputTypes'), {
    destination: true,
    label: 'Form Input Types',
    description: "The form's fields.",
    show: byForm,
  }),
}

const named = () => string({ label: 'Variable Name', optional: true })
const required = () => boolean({ label: 'Required', optional: true })
const checked = { ...byWebhook, webhookEnableValidation: true }
const signed = { ...byWebhook, webhookEnableAuth: true }
const answeredLater = { ...byWebhook, webhookResponseMode: 'async' }

export const webhookInputs = {
  webhookMethod: options({
    destination: true,
    label: 'Method',
    default: 'POST',
    options: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((name) => ({ label: name, name })),
    show: byWebhook,
  }),
  webhookContentType: options({
    destination: true,
    label: 'Content Type',
    default: 'application/json',
    optional: true,
    options: ['application/json', 'application/x-www-form-urlencoded'].map((name) => ({ label: name, name })),
    show: byWebhook,
  }),
  webhookURL: string({
    destination: true,
    label: 'Webhook URL',
    description: 'The address to send requests to.',
    optional: true,
    show: byWebhook,
  }),
  webhookInputMode: options({
    destination: true,
    label: 'Input Mode',
    description: 'What the steps use as the question.',
    default: 'text',
    options: [
      { label: 'Text', name: 'text', description: 'Your own text. It can include values from the request.' },
      { label: 'None', name: 'none', description: 'No question.' },
      { label: 'Payload', name: 'payload', description: 'The request, unchanged.' },
    ],
    show: byWebhook,
  }),
  webhookDefaultInput: string({
    destination: true,
    label: 'Default Input',
    rows: 4,
    optional: true,
    acceptVariable: true,
    show: { ...byWebhook, webhookInputMode: 'text' },
  }),
  webhookEnableAuth: boolean({
    destination: true,
    label: 'Enable Authentication',
    description: 'Accept only signed requests.',
    default: false,
    optional: true,
    show: byWebhook,
  }),
  webhookSecret: string({
    destination: true,
    label: 'Webhook Secret',
    description: 'Stored with the flow and shown once.',
    optional: true,
    show: signed,
  }),
  webhookSignatureHeader: string({
    destination: true,
    label: 'Signature Header',
    placeholder: 'x-webhook-signature',
    optional: true,
    show: signed,
  }),
  webhookSignatureType: options({
    destination: true,
    label: 'Signature Type',
    default: 'hmac-sha256',
    optional: true,
    options: [
      {
        label: 'Everything (v2)',
        name: 'v2',
        description: 'HMAC SHA-256 over time, method, path, query and body. For your own programs.',
      },
      {
        label: 'HMAC SHA-256',
        name: 'hmac-sha256',
        description: 'HMAC over the body, as GitHub and others sign it. The flow receives the body only.',
      },
      { label: 'Plain Token', name: 'plain-token', description: "The secret itself, for senders that can't sign." },
    ],
    show: signed,
  }),
  // The older product knows none of these three, and passes them over.
  webhookSignedTime: boolean({
    destination: true,
    label: 'Signed Time',
    description:
      'Require a timestamp (seconds since 1970) in x-webhook-timestamp, signed with the body. This blocks replayed requests.',
    default: false,
    optional: true,
    additional: true,
    show: { ...signed, webhookSignatureType: 'hmac-sha256' },
  }),
  webhookReplaySeconds: number({
    destination: true,
    label: 'Good For Seconds',
    description: 'The maximum age of the timestamp.',
    default: 300,
    min: 1,
    max: 86_400,
    step: 1,
    optional: true,
    additional: true,
    show: { ...signed, webhookSignatureType: ['v2', 'hmac-sha256'] },
  }),
  webhookDeliveryHeader: string({
    destination: true,
    label: 'Delivery Id Header',
    description:
      'The header that identifies a delivery, so a repeated one runs once. Common names are recognized automatically.',
    placeholder: 'x-delivery-id',
    optional: true,
    additional: true,
    show: byWebhook,
  }),
  webhookResponseMode: options({
    destination: true,
    label: 'Response Mode',
    default: 'sync',
    options: [
      { label: 'Synchronous', name: 'sync', description: 'Respond when the run has finished.' },
      { label: 'Asynchronous', name: 'async', description: 'Respond at once and send the result to another address.' },
      { label: 'Streaming', name: 'stream', description: 'Stream the response during the run.' },
    ],
    show: byWebhook,
  }),
  callbackUrl: string({ destination: true, label: 'Callback URL', optional: true, show: answeredLater }),
  callbackSecret: password({
    destination: true,
    label: 'Callback Secret',
    description: 'Signs what is sent to that address.',
    optional: true,
    isSealed: true,
    show: answeredLater,
  }),
  webhookEnableValidation: boolean({
    destination: true,
    label: 'Enable Validation',
    description: 'Reject requests with missing values or wrong types.',
    default: false,
    optional: true,
    show: byWebhook,
  }),
  webhookQueryParams: array(
    { name: named(), required: required() },
    { destination: true, label: 'Query Parameters', optional: true, show: checked },
  ),
  webhookBodyParams: array(
    {
      name: named(),
      type: options({
        label: 'Type',
        default: 'string',
        options: 'string number boolean object array[string] array[number] array[boolean] array[object]'
          .split(' ')
          .map((name) => ({ label: name, name })),
      }),
      required: required(),
    },
    { destination: true, label: 'Body Parameters', optional: true, show: checked },
  ),
  webhookHeaderParams: array(
    { name: named(), required: required() },
    { destination: true, label: 'Header Parameters', optional: true, show: checked },
  ),
}

const drawn = { ...bySchedule, scheduleType: 'visualPicker' }

export const scheduleInputs = {
  scheduleType: options({
    destination: true,
    label: 'Schedule Type',
    default: 'visualPicker',
    options: [
      { label: 'Visual Picker', name: 'visualPicker' },
      { label: 'Cron Expression', name: 'cronExpression' },
    ],
    show: bySchedule,
  }),
  scheduleCronExpression: string({
    destination: true,
    label: 'Cron Expression',
    placeholder: '0 9 * * 1-5',
    show: { ...bySchedule, scheduleType: 'cronExpression' },
  }),
  scheduleFrequency: options({
    destination: true,
    label: 'Frequency',
    options: [
      { label: 'Hourly', name: 'hourly' },
      { label: 'Daily', name: 'daily' },
      { label: 'Weekly', name: 'weekly' },
      { label: 'Monthly', name: 'monthly' },
    ],
    show: drawn,
  }),
  scheduleOnMinute: number({
    destination: true,
    label: 'On Minute',
    min: 0,
    max: 59,
    step: 1,
    show: { ...drawn, scheduleFrequency: 'hourly' },
  }),
  scheduleOnTime: picker('timePicker', {
    destination: true,
    label: 'On Time',
    show: { ...drawn, scheduleFrequency: ['daily', 'weekly', 'monthly'] },
  }),
  scheduleOnDayOfWeek: picker('weekDaysPicker', {
    destination: true,
    label: 'On Day Of Week',
    show: { ...drawn, scheduleFrequency: 'weekly' },
  }),
  scheduleOnDayOfMonth: picker('monthDaysPicker', {
    destination: true,
    label: 'On Day Of Month',
    show: { ...drawn, scheduleFrequency: 'monthly' },
  }),
  scheduleEndDate: picker('datePicker', { destination: true, label: 'End Date', optional: true, show: bySchedule }),
  // Loaded: hundreds of names would travel with every list of nodes.
  scheduleTimezone: asyncOptions('listTimezones', {
    destination: true,
    label: 'Timezone',
    default: 'UTC',
    optional: true,
    freeSolo: true,
    show: bySchedule,
  }),
  scheduleInputMode: options({
    destination: true,
    label: 'Input Mode',
    description: 'What the steps use as the question.',
    default: 'text',
    options: [
      { label: 'Text', name: 'text' },
      { label: 'Form', name: 'form' },
      { label: 'None', name: 'none' },
    ],
    show: bySchedule,
  }),
  scheduleDefaultInput: string({
    destination: true,
    label: 'Default Input',
    rows: 4,
    show: { ...bySchedule, scheduleInputMode: 'text' },
  }),
  scheduleFormInputTypes: array(fieldsOf('scheduleFormInputTypes'), {
    destination: true,
    label: 'Form Input Types',
    show: { ...bySchedule, scheduleInputMode: 'form' },
  }),
  scheduleFormDefaults: json({
    destination: true,
    label: 'Form Defaults',
    description: 'The values each run receives.',
    optional: true,
    show: { ...bySchedule, scheduleInputMode: 'form' },
  }),
  // The older product knows neither, and passes them over.
  scheduleMissed: options({
    destination: true,
    label: 'Missed Times',
    description: "What happens to times missed while the server wasn't running.",
    default: 'once',
    optional: true,
    additional: true,
    options: [
      { label: 'Run Once', name: 'once', description: 'Run once for all of them.' },
      { label: 'Skip', name: 'skip', description: 'Skip them and wait for the next time.' },
      { label: 'Run All', name: 'all', description: 'Run once for each, 100 at most.' },
    ],
    show: bySchedule,
  }),
  scheduleOverlap: options({
    destination: true,
    label: 'Overlap',
    description: "What happens if the previous run hasn't finished yet.",
    default: 'skip',
    optional: true,
    additional: true,
    options: [
      { label: 'Skip', name: 'skip' },
      { label: 'Run Beside It', name: 'allow' },
    ],
    show: bySchedule,
  }),
}
